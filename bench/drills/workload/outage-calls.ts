/** Calls for people whose database fails, and what they are answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import type { Client } from './client.ts'
import type { Person } from './people.ts'

const OUTAGE_CODE = 20901
const BACK_TIMEOUT_MS = 60_000
/** calls at once */
export const WRITERS = 8

/** Answers of session checks and profile changes. */
export interface Tally {
  ok: number
  /** 503 with the code of an outage */
  unavailable: number
  /** anything else, by status and code */
  readonly other: Map<string, number>
  /** longest call in milliseconds */
  slowestMs: number
  /** the first call that got 503 */
  firstUnavailable: string
}

export const newTally = (): Tally => ({
  ok: 0,
  unavailable: 0,
  other: new Map(),
  slowestMs: 0,
  firstUnavailable: '',
})
export const sumOf = (map: ReadonlyMap<string, number>): number =>
  [...map.values()].reduce((a, b) => a + b, 0)
export const describe = (map: ReadonlyMap<string, number>): string =>
  [...map].map(([kind, times]) => `${times} × ${kind}`).join(', ')

export async function callOnce(
  client: Client,
  person: Person,
  isWrite: boolean,
  tally: Tally,
): Promise<boolean> {
  const { status, code, error, ms } = isWrite
    ? await client.call(setOtherInfo, { nickname: `Maker ${Date.now() % 1_000}` }, { token: person.token })
    : await client.call(getBasicInfo, undefined, { token: person.token })
  tally.slowestMs = Math.max(tally.slowestMs, ms)
  if (code === 0) tally.ok++
  else if (status === 503 && code === OUTAGE_CODE) {
    tally.unavailable++
    tally.firstUnavailable ||= `${isWrite ? 'a write' : 'a session check'} after ${Math.round(ms)} ms`
  } else {
    const kind = error ?? `${status} ${code}`
    tally.other.set(kind, (tally.other.get(kind) ?? 0) + 1)
  }
  return code === 0
}

/** Calls for the people in turn until `isOver`; every tenth one writes. */
export async function callUntil(
  client: Client,
  people: readonly Person[],
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const loop = async (first: number): Promise<void> => {
    for (let i = first; !isOver(); i += WRITERS) {
      const person = people[i % people.length]
      if (person) await callOnce(client, person, i % 10 === 0, tally)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => loop(index)))
}

export const after = (ms: number): (() => boolean) => {
  const until = performance.now() + ms
  return () => performance.now() > until
}

/** Seconds until every one of the people gets an answer again. */
export async function untilAllServed(client: Client, people: readonly Person[]): Promise<number> {
  const start = performance.now()
  for (const person of people) {
    while (!(await callOnce(client, person, false, newTally()))) {
      if (performance.now() - start > BACK_TIMEOUT_MS) return Number.POSITIVE_INFINITY
      await sleep(50)
    }
  }
  return (performance.now() - start) / 1_000
}
