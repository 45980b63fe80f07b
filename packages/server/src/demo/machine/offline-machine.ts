/**
 * What the simulated machine does without a network: it checks passes, and counts the time that it knows (docs/passes.md). Its world can run
 * ahead of this computer, so that days without power can be tried.
 */
import type { Language } from '@kerf/contract/language'
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import * as v from 'valibot'
import { checkPass, fromBase45, type PassState } from './check-pass.ts'
import { MACHINE_TEXTS } from './machine-texts.ts'

const LISTED_MAX = 8

/** Seconds. Kept by a factory reset and without power. */
export const OfflineMemory = v.object({
  ownership: v.number(),
  rights: v.number(),
  knownTime: v.number(),
  removed: v.pipe(v.array(v.number()), v.maxLength(LISTED_MAX)),
  /** of the machine's clock to the time of its world; null: it has none */
  clock: v.nullable(v.number()),
  /** of the world to this computer */
  ahead: v.number(),
  /** time of the world up to which the known time was counted */
  countedAt: v.number(),
})
export type OfflineMemory = v.InferOutput<typeof OfflineMemory>

export const newOfflineMemory = (now: number): OfflineMemory => ({
  ...{ ownership: 0, rights: 0, knownTime: 0, removed: [], clock: null, ahead: 0, countedAt: now },
})

export const OFFLINE_ACTS = ['clock-forward', 'clock-back', 'clock-none', 'power-off', 'run'] as const
export type OfflineAct = (typeof OFFLINE_ACTS)[number]

const STEP_SECONDS = DAY_SECONDS
const HOURS_SECONDS = 8 * HOUR_SECONDS

/** `now`: unix seconds of this computer. The time since the last act was spent powered on. */
export function countTime(memory: OfflineMemory, now: number): OfflineMemory {
  const world = now + memory.ahead
  const elapsed = Math.max(0, world - memory.countedAt)
  return { ...memory, knownTime: memory.knownTime && memory.knownTime + elapsed, countedAt: world }
}

export function act(memory: OfflineMemory, what: OfflineAct, now: number): OfflineMemory {
  const counted = countTime(memory, now)
  const { clock, ahead } = counted
  switch (what) {
    case 'clock-forward':
      return { ...counted, clock: (clock ?? 0) + STEP_SECONDS }
    case 'clock-back':
      return { ...counted, clock: (clock ?? 0) - STEP_SECONDS }
    case 'clock-none':
      return { ...counted, clock: null }
    case 'run':
      return countTime({ ...counted, ahead: ahead + HOURS_SECONDS }, now)
    case 'power-off':
      return { ...counted, ahead: ahead + HOURS_SECONDS, countedAt: counted.countedAt + HOURS_SECONDS }
  }
}

export interface Shown {
  readonly text: string
  /** unix seconds of the clock; null: there is none */
  readonly clock: number | null
  /** unix seconds of the world */
  readonly world: number
  readonly memory: OfflineMemory
}

export function show(memory: OfflineMemory, text: string, now: number): Shown {
  const world = now + memory.ahead
  return { text, world, clock: memory.clock === null ? null : world + memory.clock, memory }
}

const toState = ({ ownership, rights, knownTime, removed }: OfflineMemory): PassState => ({
  ...{ ownership: BigInt(ownership), rights: BigInt(rights), knownTime: BigInt(knownTime), removed },
})

/** `key`: the key `pass` of the machine. `text`: as scanned. */
export function presentPass(
  memory: OfflineMemory,
  key: Buffer,
  text: string,
  { now, language }: { readonly now: number; readonly language: Language },
): Shown {
  const texts = MACHINE_TEXTS[language]
  const counted = countTime(memory, now)
  const clock = show(counted, '', now).clock ?? 0
  const decision = checkPass(toState(counted), key, fromBase45(text), BigInt(Math.max(0, clock)))
  if (decision.result !== 'accepted') return show(counted, texts.refusals[decision.result], now)
  const { state, pass } = decision
  const stored = {
    ...counted,
    ownership: Number(state.ownership),
    rights: Number(state.rights),
    knownTime: Number(state.knownTime),
    removed: [...state.removed],
  }
  const time = new Date(Number(pass.end) * 1_000).toISOString().slice(0, 16).replace('T', ' ')
  return show(stored, texts.ready(pass.name, time), now)
}
