import { useState } from 'react'

interface Listed {
  readonly handle: string
  readonly waiting: boolean
}

/**
 * People who wait for an answer come first. Everybody keeps the place of their first appearance, so that a press after an answer never
 * hits another person. Who leaves the list and comes back gets a new place.
 */
export function useWaitingFirst<T extends Listed>(people: readonly T[]): T[] {
  /** by handle: whether the person waited at first */
  const [waitedAtFirst, setWaitedAtFirst] = useState<ReadonlyMap<string, boolean>>(new Map())
  const kept = [...waitedAtFirst].filter(([handle]) => people.some(person => person.handle === handle))
  const added = people.filter(({ handle }) => !waitedAtFirst.has(handle))
  if (added.length > 0 || kept.length < waitedAtFirst.size)
    setWaitedAtFirst(new Map([...kept, ...added.map(({ handle, waiting }) => [handle, waiting] as const)]))
  const places = [...waitedAtFirst].toSorted(([, one], [, other]) => Number(other) - Number(one))
  return places.flatMap(([handle]) => people.find(person => person.handle === handle) ?? [])
}
