/** Uses a code up in the transaction of what it proves. */
import type { Scene } from '@kerf/contract/fields'
import { VERIFICATION_CODE_TRIES_MAX } from '@kerf/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { codeHash } from './send-verification-code.ts'
import { isCodeAlive, tryCodeRow } from './verification-store.ts'

export interface CodeAttempt {
  readonly nonce: string
  readonly verificationCode: string
  readonly receiver: Buffer
  readonly scene: Scene
}

/** Wrong codes an account or mailbox may collect in a day, over all codes and scenes (S-021). */
const WRONG_A_DAY = { limit: 20, seconds: 24 * 3600 }

export interface CodeDependencies {
  readonly keys: Keys
  readonly limiter: Limiter
}

export function createVerificationCodes({ keys, limiter }: CodeDependencies) {
  const wrongKey = (proof: CodeAttempt): string => `wrong:${proof.receiver.toString('base64url')}`
  return {
    /** Throws 20203 when no code on the nonce can be right any more: spares the hash of a new password. */
    async assertCodeAlive(on: Queryable, proof: CodeAttempt): Promise<void> {
      const [alive] = await isCodeAlive(
        on,
        sha256(proof.nonce),
        proof.receiver,
        proof.scene,
        VERIFICATION_CODE_TRIES_MAX,
      )
      if (!alive) throw new ApiError('code_expired')
    },

    /**
     * One try. True: the code was right and is used up, with `on`'s transaction. False: it was wrong and the try
     * counts, so the caller must commit, not roll back (S-011). Throws 20203 when there is nothing to try.
     */
    async tryCode(on: Queryable, proof: CodeAttempt): Promise<boolean> {
      const hash = codeHash(keys.code, proof.nonce, proof.verificationCode)
      const [row] = await tryCodeRow(
        on,
        sha256(proof.nonce),
        proof.receiver,
        proof.scene,
        hash,
        VERIFICATION_CODE_TRIES_MAX,
      )
      if (!row) throw new ApiError('code_expired')
      return row.right
    },

    /** Refuses who has tried too many wrong codes today; to be asked before a try. */
    assertUnderLimit: (proof: CodeAttempt): Promise<void> =>
      limiter.take({ key: wrongKey(proof), cost: 0, ...WRONG_A_DAY }),

    /** Counts a wrong code and throws 20201. */
    async rejectWrongCode(proof: CodeAttempt): Promise<never> {
      await limiter.take({ key: wrongKey(proof), ...WRONG_A_DAY })
      throw new ApiError('incorrect_code', { fields: { captcha: 'code_invalid' } })
    },
  }
}

export type VerificationCodes = ReturnType<typeof createVerificationCodes>
