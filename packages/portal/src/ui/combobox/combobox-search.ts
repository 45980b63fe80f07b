/** Search in the options of a combobox by name, alias and id. */

export interface ComboboxOption {
  readonly id: string
  readonly name: string
  /** another name that the search accepts */
  readonly alias?: string
}

/** Ignores case, accents and character width. */
const normalize = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** 0: the name begins with the query, 1: one of its words does, 2: the name contains it, undefined: no match. */
function rank(name: string, query: string): number | undefined {
  const at = name.indexOf(query)
  if (at < 0) return undefined
  if (at === 0) return 0
  return new RegExp(`[\\s(\\-'’&,.]${escapeRegExp(query)}`).test(name) ? 1 : 2
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matching options, best first; equal matches keep their order. An empty query matches every option. */
export function findOptions<O extends ComboboxOption>(options: readonly O[], text: string): readonly O[] {
  const query = normalize(text)
  if (query === '') return options
  const ranked = options.flatMap(option => {
    const ranks = [option.name, option.alias ?? ''].map(name => rank(normalize(name), query) ?? 9)
    const best = normalize(option.id) === query ? 0 : Math.min(...ranks)
    return best < 9 ? [{ option, best }] : []
  })
  return ranked.sort((a, b) => a.best - b.best).map(({ option }) => option)
}

/** The option whose id, name or alias equals the text, as autofill writes it. */
export function exactOption<O extends ComboboxOption>(options: readonly O[], text: string): O | undefined {
  const query = normalize(text)
  return options.find(({ id, name, alias }) =>
    [id, name, alias ?? ''].some(one => one !== '' && normalize(one) === query),
  )
}
