/**
 * Rate limits on codes of a second factor (S-010). Only who has proven a first factor, or has a session, can try one. A browser
 * that the owner has signed in from has tries of its own, so that somebody who knows the password cannot use up the owner's.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { Attempt, RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { isKnownBrowser } from '../session/known-browser-store.ts'

const WRONG_PER_ACCOUNT = { limit: 20, seconds: DAY_SECONDS }
/** All known browsers of an account together. */
const WRONG_PER_KNOWN_BROWSERS = { limit: 60, seconds: DAY_SECONDS }
const WRONG_PER_ADDRESS = { limit: 60, seconds: 900 }

export interface FactorTry extends Attempt {
  /** Counts a wrong code and throws `incorrect_code`. */
  rejectWrongCode(): Promise<never>
}

export function createFactorTries({
  db,
  limiter,
}: {
  readonly db: Queryable
  readonly limiter: RateLimiter
}) {
  return {
    /** Throws `too_many_requests`. */
    async start(uid: string, caller: Caller): Promise<FactorTry> {
      const { browserHash } = caller
      const isKnown = await isKnownBrowser(db, uid, browserHash)
      const limits =
        isKnown && browserHash
          ? [
              { key: `factor:${uid}:${browserHash.toString('base64url')}`, ...WRONG_PER_ACCOUNT },
              { key: `factor-known:${uid}`, ...WRONG_PER_KNOWN_BROWSERS },
            ]
          : [
              { key: `factor:${uid}`, ...WRONG_PER_ACCOUNT },
              ...addressLimits('factor-address', caller, WRONG_PER_ADDRESS),
            ]
      const attempt = await ApiError.aimedAt(uid, () => limiter.startAttempt({ limits }))
      return {
        ...attempt,
        async rejectWrongCode() {
          await attempt.failed()
          throw new ApiError('incorrect_code', { fields: { code: 'code_invalid' } })
        },
      }
    },
  }
}

export type FactorTries = ReturnType<typeof createFactorTries>
