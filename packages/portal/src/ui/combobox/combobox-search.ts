/** Search in the options of a combobox by name, alias and id. */

export interface ComboboxOption {
  readonly id: string
  readonly name: string
  /** other names that the search accepts */
  readonly aliases?: readonly string[]
}

/** Ignores case, accents and character width. */
const normalize = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** 0: the query is the name, 1: the name begins with it, 2: one of its words does, 3: the name contains it, undefined: no match. */
function rank(name: string, query: string): number | undefined {
  const at = name.indexOf(query)
  if (at < 0) return undefined
  if (name === query) return 0
  if (at === 0) return 1
  return new RegExp(`[\\s(\\-'’&,.]${escapeRegExp(query)}`).test(name) ? 2 : 3
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matching options, best first; equal matches keep their order. An empty query matches every option. */
export function findOptions<O extends ComboboxOption>(options: readonly O[], text: string): readonly O[] {
  const query = normalize(text)
  if (query === '') return options
  const ranked = options.flatMap(option => {
    const ranks = [option.name, ...(option.aliases ?? [])].map(name => rank(normalize(name), query) ?? 9)
    const best = normalize(option.id) === query ? 0 : Math.min(...ranks)
    return best < 9 ? [{ option, best }] : []
  })
  return ranked.sort((a, b) => a.best - b.best).map(({ option }) => option)
}

/** The option whose id, name or alias equals the text, as autofill writes it. */
export function exactOption<O extends ComboboxOption>(options: readonly O[], text: string): O | undefined {
  const query = normalize(text)
  if (query === '') return undefined
  return options.find(({ id, name, aliases = [] }) =>
    [id, name, ...aliases].some(one => normalize(one) === query),
  )
}
