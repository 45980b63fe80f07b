/** Finding entries of a list by what is typed, in any of the names an entry goes by. */

export interface ComboboxOption {
  readonly id: string
  readonly name: string
  /** another name that finds it too */
  readonly alias?: string
}

/** Without case, accents and the difference of widths. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** 0 begins so, 1 a word in it begins so, 2 it is inside, undefined not at all. */
function rank(name: string, wanted: string): number | undefined {
  const at = name.indexOf(wanted)
  if (at < 0) return undefined
  if (at === 0) return 0
  return new RegExp(`[\\s(\\-'’&,.]${escaped(wanted)}`).test(name) ? 1 : 2
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Best matches first; in the order given among equals. Nothing typed finds everything. */
export function findOptions<O extends ComboboxOption>(options: readonly O[], typed: string): readonly O[] {
  const wanted = folded(typed)
  if (wanted === '') return options
  const ranked = options.flatMap(option => {
    const ranks = [option.name, option.alias ?? ''].map(name => rank(folded(name), wanted) ?? 9)
    const best = folded(option.id) === wanted ? 0 : Math.min(...ranks)
    return best < 9 ? [{ option, best }] : []
  })
  return ranked.sort((a, b) => a.best - b.best).map(({ option }) => option)
}

/** The one entry that is named exactly so: by autofill, or typed to the end. */
export function exactOption<O extends ComboboxOption>(options: readonly O[], typed: string): O | undefined {
  const wanted = folded(typed)
  return options.find(({ id, name, alias }) =>
    [id, name, alias ?? ''].some(one => one !== '' && folded(one) === wanted),
  )
}
