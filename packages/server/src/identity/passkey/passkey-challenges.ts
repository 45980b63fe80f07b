/**
 * Challenges of WebAuthn ceremonies. A challenge is random and carries its purpose's authentication code, so nothing is stored when
 * the login page asks for one. It is bound to the purpose, the browser, the account and a time, and is accepted once: the row
 * that marks it as used is the decision between concurrent calls.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../platform/db/database.ts'
import type { DatabaseClock } from '../../platform/db/database-clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash, sha256 } from '../../platform/keys/secrets.ts'
import { UID_BYTES, uidFromBytes, uidToBytes } from '../../platform/keys/uid-bytes.ts'
import { NO_UID } from '../account/credential-store.ts'
import { markConsumed } from '../verification/one-time-store.ts'

export const PASSKEY_CHALLENGE_TTL_SECONDS = 600

export interface ChallengeBinding {
  readonly purpose: 'login' | 'register' | 'add' | 'verify' | 'step'
  /** hash of the browser cookie */
  readonly browserHash: Buffer | undefined
  /** hash of the mailbox that a new account is for, or of the login that waits for its second step */
  readonly receiver?: Buffer
}

export interface PasskeyChallenge {
  readonly bytes: Buffer
  /** account that the challenge was issued for; NO_UID: none is known yet */
  readonly uid: string
  /** unix seconds */
  readonly expiresAt: number
}

const EXPIRY_BYTES = 4
const RANDOM_BYTES = 16
const SIGNED_BYTES = EXPIRY_BYTES + UID_BYTES + RANDOM_BYTES
const CODE_BYTES = 32

export function createPasskeyChallenges(key: Buffer, clock: DatabaseClock) {
  const codeOf = (
    signed: Buffer,
    { purpose, browserHash, receiver = Buffer.alloc(0) }: ChallengeBinding,
  ): Buffer => keyedHash(key, 'challenge', purpose, browserHash ?? '', receiver, signed)
  const nowSeconds = async (): Promise<number> => Math.floor((await clock.now()) / 1_000)

  return {
    /** Returns a challenge as options carry it: base64url. */
    async issue(binding: ChallengeBinding, uid: string = NO_UID): Promise<string> {
      const expiry = Buffer.alloc(EXPIRY_BYTES)
      expiry.writeUInt32BE((await nowSeconds()) + PASSKEY_CHALLENGE_TTL_SECONDS)
      const signed = Buffer.concat([expiry, uidToBytes(uid), randomBytes(RANDOM_BYTES)])
      return Buffer.concat([signed, codeOf(signed, binding)]).toString('base64url')
    },

    /** Reads a challenge of this binding. Throws `expired` for any other and for one that is too old. */
    async read(challenge: string, binding: ChallengeBinding): Promise<PasskeyChallenge> {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== SIGNED_BYTES + CODE_BYTES) throw new ApiError('expired')
      const signed = bytes.subarray(0, SIGNED_BYTES)
      if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), codeOf(signed, binding)))
        throw new ApiError('expired')
      const expiresAt = signed.readUInt32BE(0)
      if (expiresAt <= (await nowSeconds())) throw new ApiError('expired')
      const uid = uidFromBytes(signed.subarray(EXPIRY_BYTES, EXPIRY_BYTES + UID_BYTES)) ?? NO_UID
      return { bytes, uid, expiresAt }
    },

    /** Uses the challenge, if `tx` commits. Throws `expired` if it was used before. */
    async consume(tx: Queryable, { bytes }: PasskeyChallenge): Promise<void> {
      const [marked] = await markConsumed(tx, {
        kind: 'passkey',
        hash: sha256(bytes),
        ttlSeconds: PASSKEY_CHALLENGE_TTL_SECONDS,
      })
      if (!marked) throw new ApiError('expired')
    },
  }
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>
