/** One more try after a human check, where a daily limit is used up: otherwise a stranger could use it up for the owner (S-021, S-024). */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import {
  type Attempt,
  type AttemptRules,
  isOverLimit,
  type RateLimit,
  type RateLimiter,
} from '../../platform/limits/rate-limiter.ts'
import type { GuessingSubject } from '../account/guessing-limits.ts'
import type { HumanCheck } from './human-check.ts'

const PER_NETWORK = { limit: 1, seconds: 900 }
const PER_ACCOUNT = { limit: 60, seconds: DAY_SECONDS }

/** How much an account may use up, by the start of the key: for operators. */
export const EXTRA_LIMITS: Readonly<Record<string, number>> = Object.fromEntries(
  ['code', 'mail', 'factor'].map(kind => [`extra-${kind}.account`, PER_ACCOUNT.limit]),
)

/** `code`: to try a code; `mail`: to have one mailed. A try needs both. `factor`: to try a code of a second factor. */
export const extraTryLimits = (
  kind: 'code' | 'mail' | 'factor',
  subject: GuessingSubject,
  caller: Caller,
): readonly RateLimit[] => [
  ...addressLimits(`extra-${kind}`, caller, PER_NETWORK),
  { key: `extra-${kind}.account:${subject.key}`, ...PER_ACCOUNT },
]

export interface ExtraTries {
  readonly limiter: RateLimiter
  readonly human: HumanCheck
  readonly extra: readonly RateLimit[]
  /** of the human check */
  readonly ticket: string | undefined
}

/** Starts a try; over its limits, one of the extra tries. Throws `too_many_requests` and the errors of the human check. */
export async function startTryOrExtra(
  rules: AttemptRules,
  { limiter, human, extra, ticket }: ExtraTries,
): Promise<Attempt> {
  try {
    return await limiter.startAttempt(rules)
  } catch (error) {
    if (!isOverLimit(error)) throw error
  }
  // First: nobody is asked for a human check that opens nothing.
  await limiter.consume(...extra.map(limit => ({ ...limit, cost: 0 })))
  await human.require(ticket)
  await limiter.consume(...extra)
  return limiter.startAttempt({ ...rules, limits: [] })
}
