/** Verification codes as proof: tried, limited, and consumed in the transaction of what they prove. */
import type { Scene } from '@kerf/contract/fields'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { keyedHash, sha256 } from '../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { findAcceptableCode, tryStoredCode } from './verification-store.ts'

/** A code as a form submits it. */
export interface SubmittedCode {
  /** names the mailbox and the scene that the code was requested for */
  readonly nonce: string
  /** six digits */
  readonly verificationCode: string
}

export interface CodeAttempt extends SubmittedCode {
  /** keyed hash of whom the code must have been sent to */
  readonly receiver: Buffer
  readonly scene: Scene
}

/** Wrong codes that an account or a mailbox may collect over all codes and scenes (S-021). */
const WRONG_CODES_A_DAY = { limit: 20, seconds: 24 * 3600 }

export interface CodeDependencies {
  readonly keys: Keys
  readonly limiter: RateLimiter
}

/** A stored code is useless without the key: six digits alone could be found by trying all of them. */
export const codeHash = (key: Buffer, nonce: string, verificationCode: string): Buffer =>
  keyedHash(key, nonce, verificationCode)

export function createVerificationCodes({ keys, limiter }: CodeDependencies) {
  const limitKey = (attempt: CodeAttempt): string => `wrong:${attempt.receiver.toString('base64url')}`
  return {
    /** Throws `code_expired` if no code on the nonce can be accepted. Saves hashing a new password in vain. */
    async assertCodeAlive(on: Queryable, { nonce, receiver, scene }: CodeAttempt): Promise<void> {
      const [found] = await findAcceptableCode(on, { nonceHash: sha256(nonce), receiver, scene })
      if (!found) throw new ApiError('code_expired')
    },

    /**
     * Tries a code once. True: it was correct and is consumed if `tx` commits. False: it was wrong; the caller must
     * commit too, so that the try counts (S-011). Throws `code_expired` if no code can be accepted.
     */
    async tryCode(tx: Queryable, attempt: CodeAttempt): Promise<boolean> {
      const { nonce, verificationCode, receiver, scene } = attempt
      const [tried] = await tryStoredCode(tx, {
        nonceHash: sha256(nonce),
        codeHash: codeHash(keys.code, nonce, verificationCode),
        receiver,
        scene,
        triedAt: new Date(),
      })
      if (!tried) throw new ApiError('code_expired')
      return tried.is_correct
    },

    /** Throws `too_many_requests` if the receiver has collected too many wrong codes today. Called before a try. */
    assertUnderLimit: (attempt: CodeAttempt): Promise<void> =>
      limiter.consume({ key: limitKey(attempt), cost: 0, ...WRONG_CODES_A_DAY }),

    /** Counts a wrong code towards the day's limit and throws `incorrect_code`. */
    async rejectWrongCode(attempt: CodeAttempt): Promise<never> {
      await limiter.consume({ key: limitKey(attempt), ...WRONG_CODES_A_DAY })
      throw new ApiError('incorrect_code', { fields: { captcha: 'code_invalid' } })
    },
  }
}

export type VerificationCodes = ReturnType<typeof createVerificationCodes>
