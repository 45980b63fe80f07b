/**
 * Rate limits on codes of a second factor (S-010). A try needs a first factor or a session. A browser that the owner has signed in
 * from, and a session, have tries of their own, so that a thief of the password cannot use up the owner's. Past the tries of
 * a day, a human check opens more, as for mailed codes.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { Attempt, RateLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { accountSubject } from '../account/guessing-limits.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import { extraTryLimits, startTryOrExtra } from '../verification/extra-tries.ts'
import type { HumanCheck } from '../verification/human-check.ts'

const WRONG_PER_ACCOUNT = { limit: 20, seconds: DAY_SECONDS }
/** All known browsers of an account together. */
const WRONG_PER_KNOWN_BROWSERS = { limit: 60, seconds: DAY_SECONDS }
/** All sessions of an account together: a ticket starts another session. */
const WRONG_PER_SESSIONS = { limit: 60, seconds: DAY_SECONDS }
/** How much an account may use up, by the start of the key: for operators. */
export const FACTOR_LIMITS: Readonly<Record<string, number>> = {
  factor: WRONG_PER_ACCOUNT.limit,
  'factor-known': WRONG_PER_KNOWN_BROWSERS.limit,
  'factor-session': WRONG_PER_ACCOUNT.limit,
  'factor-sessions': WRONG_PER_SESSIONS.limit,
}
const WRONG_PER_ADDRESS = { limit: 60, seconds: 900 }

export interface FactorTry extends Attempt {
  /** Counts a wrong code and throws `incorrect_code`. */
  rejectWrongCode(): Promise<never>
}

export interface FactorTryContext {
  /** handle of the session that calls */
  readonly session?: string
  /** of the human check */
  readonly ticket?: string | undefined
}

export interface FactorTryDependencies extends Pick<PlatformServices, 'db' | 'limiter'> {
  readonly human: HumanCheck
}

export function createFactorTries({ db, limiter, human }: FactorTryDependencies) {
  const limitsOf = async (uid: string, caller: Caller, session?: string): Promise<RateLimit[]> => {
    const { browserHash } = caller
    if (browserHash && (await isKnownBrowser(db, uid, browserHash)))
      return [
        { key: `factor:${uid}:${browserHash.toString('base64url')}`, ...WRONG_PER_ACCOUNT },
        { key: `factor-known:${uid}`, ...WRONG_PER_KNOWN_BROWSERS },
      ]
    const network = addressLimits('factor-address', caller, WRONG_PER_ADDRESS)
    if (session === undefined) return [{ key: `factor:${uid}`, ...WRONG_PER_ACCOUNT }, ...network]
    return [
      { key: `factor-session:${uid}:${session}`, ...WRONG_PER_ACCOUNT },
      { key: `factor-sessions:${uid}`, ...WRONG_PER_SESSIONS },
      ...network,
    ]
  }

  const startAttempt = async (
    uid: string,
    caller: Caller,
    { session, ticket }: FactorTryContext,
  ): Promise<Attempt> => {
    const limits = await limitsOf(uid, caller, session)
    const extra = extraTryLimits('factor', accountSubject(uid), caller)
    return startTryOrExtra({ limits }, { limiter, human, extra, ticket })
  }

  return {
    /** Throws `too_many_requests` and, past the wrong codes of a day, the errors of the human check. */
    async start(uid: string, caller: Caller, context: FactorTryContext = {}): Promise<FactorTry> {
      const attempt = await ApiError.aimedAt(uid, () => startAttempt(uid, caller, context))
      return {
        ...attempt,
        async rejectWrongCode() {
          await attempt.failed()
          throw new ApiError('incorrect_code', { fields: { code: 'code_invalid' } })
        },
      }
    },

    /**
     * After a password reset, which forgets the known browsers: the owner does not find the tries used up by a stranger. Once a day,
     * because a stranger who reads the mailbox can reset the password too. Never throws.
     */
    async clearAfterReset(uid: string): Promise<void> {
      const key = `factor-clear:${uid}`
      const clearings = await limiter.count({ key, seconds: DAY_SECONDS }).catch(() => undefined)
      if (clearings === 1) await limiter.refund([], [`factor:${uid}`])
    },
  }
}

export type FactorTries = ReturnType<typeof createFactorTries>
