/**
 * Runs every measurement once in each round and reverses the order in every second round (A B C, C B A, …). A machine
 * that slows down or has other load then affects all measurements equally. Ratios are computed within a round.
 */
export async function sideBySide<K extends string, T>(
  rounds: number,
  measurements: Readonly<Record<K, () => Promise<T>>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(measurements) as K[]
  const results = Object.fromEntries(names.map(name => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name].push(await measurements[name]())
  return results
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export const medianOf = <T>(results: readonly T[], pick: (result: T) => number): number =>
  median(results.map(pick))

/** Median of the ratios of two measurements taken in the same rounds. */
export const medianRatio = <T, U>(
  results: readonly T[],
  references: readonly U[],
  ratio: (result: T, reference: U) => number,
): number => median(results.map((result, round) => ratio(result, references[round] as U)))
