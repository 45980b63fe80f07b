/** People who wait for an answer come first. */
export const waitingFirst = <T extends { readonly waiting: boolean }>(people: readonly T[]): T[] =>
  people.toSorted((one, other) => Number(other.waiting) - Number(one.waiting))
