/**
 * Measures things in turn, forwards and backwards (A B C, C B A, …), so that a machine that slows down or is shared
 * with others burdens all alike; ratios are taken within a turn, and of those the median.
 */
export async function sideBySide<K extends string, T>(
  rounds: number,
  measures: Readonly<Record<K, () => Promise<T>>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(measures) as K[]
  const taken = Object.fromEntries(names.map(name => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) taken[name].push(await measures[name]())
  return taken
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export const medianOf = <T>(taken: readonly T[], pick: (one: T) => number): number => median(taken.map(pick))

/** The median of the ratios of two things measured in the same turns. */
export const ratioOf = <T, U>(
  of: readonly T[],
  to: readonly U[],
  pick: (one: T, beside: U) => number,
): number => median(of.map((one, turn) => pick(one, to[turn] as U)))
