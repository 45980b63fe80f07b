import { useState } from 'react'

interface Listed {
  readonly handle: string
  readonly waiting: boolean
}

/**
 * People who wait for an answer come first. Everybody keeps the place of their first appearance: after an answer nobody else comes under
 * the pointer.
 */
export function useWaitingFirst<T extends Listed>(people: readonly T[]): T[] {
  /** handles, and whether the person waited at first */
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map())
  const added = people.filter(({ handle }) => !known.has(handle))
  if (added.length > 0)
    setKnown(new Map([...known, ...added.map(({ handle, waiting }) => [handle, waiting] as const)]))
  const places = [...known].toSorted(([, one], [, other]) => Number(other) - Number(one))
  return places.flatMap(([handle]) => people.find(person => person.handle === handle) ?? [])
}
