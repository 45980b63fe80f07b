/**
 * Rate limits on guessing passwords (S-010, P-05). Per account (`guessing-limits.ts`): failures in a short and in a long window, and
 * in a row until a success or a password reset. A known browser has limits of its own, and all of them share one. Other browsers
 * share those of their network. They need a human check while passwords of many accounts are tried, and in a network in which
 * several have failed that day: leaked passwords are tried slowly, from many addresses (`npm run drill -- stuffing`).
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import { BusyError } from '../../platform/concurrency/limit-concurrency.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { GlobalThreshold } from '../../platform/limits/global-threshold.ts'
import type { Attempt, LimitCount } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import {
  type GuessingSubject,
  guessingKeys,
  guessingLimits,
  keysClearedByPassword,
  knownBrowsersLimit,
  uidOf,
} from '../account/guessing-limits.ts'
import type { HumanCheck } from '../verification/human-check.ts'

const FAILURES_PER_ADDRESS = { limit: 100, seconds: 900 }
/** Failures of a network in a day past which each try needs a human check. They are counted and refuse nobody. */
const FAILURES_BEFORE_CHECK = { limit: 5, seconds: DAY_SECONDS }

export interface PasswordTryDependencies extends Pick<PlatformServices, 'limiter'> {
  readonly human: HumanCheck
  readonly threshold: GlobalThreshold
}

export interface PasswordAttempt {
  readonly subject: GuessingSubject
  /** the account was signed in to from this browser before */
  readonly isKnownBrowser: boolean
  /** the result of `readCounts`; undefined: not read */
  readonly counts?: readonly LimitCount[] | null
  /** of the human check */
  readonly ticket?: string | undefined
}

export function createPasswordTries({ limiter, human, threshold }: PasswordTryDependencies) {
  const networkLimits = (caller: Caller) => addressLimits('fail-address', caller, FAILURES_PER_ADDRESS)
  const reputationLimits = (caller: Caller) => addressLimits('fail-day', caller, FAILURES_BEFORE_CHECK)
  const hasFailedOften = (caller: Caller, counts: readonly LimitCount[] | null): boolean =>
    reputationLimits(caller).some(({ key, limit }) =>
      counts?.some(counted => counted.key === key && counted.points >= limit),
    )

  const limits = {
    /**
     * Reads every counter that the attempt may need, while the account is read. Throws `too_many_requests` if this process
     * knows that one is over its limit. `on`: a connection that the caller has.
     */
    readCounts(
      subject: GuessingSubject,
      caller: Caller,
      on?: Queryable,
    ): Promise<readonly LimitCount[] | null> {
      const { browserHash } = caller
      const network = networkLimits(caller)
      const { passwords, passwordsInARow, codeMailsKey } = guessingLimits(subject)
      const networkKeys = [...network, ...reputationLimits(caller)].map(({ key }) => key)
      const keys = [...guessingKeys(subject, browserHash), codeMailsKey, ...networkKeys]
      return ApiError.aimedAt(uidOf(subject), () =>
        limiter.readCounts(keys, browserHash ? [] : [...passwords, passwordsInARow, ...network], on),
      )
    },

    /**
     * Starts the attempt and counts it, so that parallel attempts cannot exceed the limit. Throws `too_many_requests` and
     * the errors of the human check.
     */
    start(attempt: PasswordAttempt, caller: Caller): Promise<Attempt> {
      return ApiError.aimedAt(uidOf(attempt.subject), () => startAttempt(attempt, caller))
    },
  }

  async function startAttempt(attempt: PasswordAttempt, caller: Caller): Promise<Attempt> {
    const { subject, isKnownBrowser, ticket } = attempt
    const counts = attempt.counts === undefined ? await limits.readCounts(subject, caller) : attempt.counts
    const browser = isKnownBrowser ? caller.browserHash : undefined
    const { passwords, passwordsInARow } = guessingLimits(subject, browser)
    const started = await limiter.startAttempt({
      limits: browser
        ? [...passwords, knownBrowsersLimit('passwords', subject, passwordsInARow.key, counts)]
        : [
            ...passwords,
            ...networkLimits(caller),
            ...reputationLimits(caller).map(limit => ({ ...limit, limit: Number.POSITIVE_INFINITY })),
          ],
      failureLimit: passwordsInARow,
      clearedKeys: keysClearedByPassword(subject, browser),
      counts,
    })
    if (browser) return started
    if (threshold.isReached() || hasFailedOften(caller, counts))
      await human.require(ticket).catch(async (error: unknown) => {
        await started.withdraw()
        throw error
      })
    return {
      ...started,
      failed() {
        threshold.count()
        return started.failed()
      },
    }
  }

  return limits
}

export type PasswordTries = ReturnType<typeof createPasswordTries>

/** Compares a password. A try that found no core compared nothing: it is not counted, or waiting would lock people out (S-005). */
export async function withdrawIfBusy<T>(
  attempt: Pick<Attempt, 'withdraw'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BusyError) await attempt.withdraw()
    throw error
  }
}
