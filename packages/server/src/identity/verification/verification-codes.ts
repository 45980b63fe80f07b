/** Verification codes as proof: tried, limited, and consumed in the transaction of what they prove. */
import type { Scene } from '@kerf/contract/fields'
import type { Caller } from '../../platform/audit/caller.ts'
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash, sha256 } from '../../platform/keys/secrets.ts'
import type { Attempt } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { NO_UID } from '../account/credential-store.ts'
import {
  accountSubject,
  guessingKeys,
  guessingLimits,
  keysClearedByCode,
  knownBrowsersLimit,
  unknownSubject,
} from '../account/guessing-limits.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import { extraTryLimits, startTryOrExtra } from './extra-tries.ts'
import type { HumanCheck } from './human-check.ts'
import { findAcceptableCode, tryStoredCode } from './verification-store.ts'

/** A code as a form submits it. */
export interface SubmittedCode {
  /** names the mailbox and the scene that the code was requested for */
  readonly nonce: string
  /** six digits */
  readonly verificationCode: string
  /** of the human check, once too many wrong codes were tried */
  readonly ticket?: string | undefined
}

/** The code of a call's input: on the wire it is called `captcha`. */
export const submittedCode = ({
  captcha,
  nonce,
  ticket,
}: Omit<SubmittedCode, 'verificationCode'> & { readonly captcha: string }): SubmittedCode => ({
  verificationCode: captcha,
  nonce,
  ticket,
})

export interface CodeAttempt extends SubmittedCode {
  /** keyed hash of whom the code must have been sent to */
  readonly receiver: Buffer
  readonly scene: Scene
  /** the account whose wrong codes are counted; undefined: the receiver has none */
  readonly uid: string | undefined
}

export interface CodeDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'limiter'> {
  readonly human: HumanCheck
}

/** A stored code is useless without the key: six digits alone could be found by trying all of them. */
export const codeHash = (key: Buffer, nonce: string, verificationCode: string): Buffer =>
  keyedHash(key, nonce, verificationCode)

/** One try of a code, under the limits of its account. Its end settles the limits, whatever happened. */
export interface CodeTry {
  /**
   * True: the code was correct and is consumed if `tx` commits. False: it was wrong; the caller must commit too, so that
   * the try counts (S-011). Throws `code_expired` if no code can be accepted.
   */
  tryCode(tx: Queryable): Promise<boolean>
  /** Counts a wrong code and throws `incorrect_code`. */
  rejectWrongCode(): Promise<never>
  [Symbol.asyncDispose](): Promise<void>
}

export function createVerificationCodes({ db, keys, limiter, human }: CodeDependencies) {
  // One try per nonce at a time: parallel ones would all be counted while the first `VERIFICATION_CODE_TRIES_MAX` are evaluated.
  const turns = new KeyedMutex()

  const startAttempt = async (attempt: CodeAttempt, caller: Caller): Promise<Attempt> => {
    const { uid, receiver, scene, nonce, ticket } = attempt
    const subject = uid === undefined ? unknownSubject(receiver) : accountSubject(uid)
    const { browserHash } = caller
    const keys = [...guessingKeys(subject, browserHash), guessingLimits(subject).codeMailsKey]
    const [[acceptable], isKnown, counts] = await db.withConnection(on =>
      Promise.all([
        findAcceptableCode(on, { nonceHash: sha256(nonce), receiver, scene }),
        isKnownBrowser(on, uid ?? NO_UID, browserHash),
        limiter.readCounts(keys, [], on),
      ]),
    )
    // Before anything is counted: made-up nonces must not use up tries. It also saves hashing a new password in vain.
    if (!acceptable) throw new ApiError('code_expired')
    const browser = isKnown ? browserHash : undefined
    const clearedKeys = keysClearedByCode(subject, browser)
    const { wrongCodes } = guessingLimits(subject, browser)
    const limits = browser
      ? [wrongCodes, knownBrowsersLimit('codes', subject, wrongCodes.key, counts)]
      : [wrongCodes]
    const extra = extraTryLimits('code', subject, caller)
    return startTryOrExtra({ limits, clearedKeys, counts }, { limiter, human, extra, ticket })
  }

  return {
    /**
     * Starts a try. Used with `await using`. Throws `code_expired` if no code on the nonce can be accepted. Past the wrong codes
     * of a day throws `human_verification_required` without a ticket, and `too_many_requests` if the tries that a human
     * check opens are used up.
     */
    async startTry(attempt: CodeAttempt, caller: Caller): Promise<CodeTry> {
      const { nonce, verificationCode, receiver, scene, uid } = attempt
      const endTurn = await turns.acquire(nonce)
      const limited = await ApiError.aimedAt(uid, () => startAttempt(attempt, caller)).catch(
        (error: unknown) => {
          endTurn()
          throw error
        },
      )
      let outcome: 'none' | 'wrong' | 'right' | 'counted' = 'none'
      const countFailure = (): Promise<void> => {
        outcome = 'counted'
        return limited.failed()
      }
      return {
        async tryCode(tx) {
          const tried = await tryStoredCode(tx, {
            nonceHash: sha256(nonce),
            codeHash: codeHash(keys.code, nonce, verificationCode),
            receiver,
            scene,
            triedAt: new Date(),
          })
          if (!tried) throw new ApiError('code_expired', { target: uid })
          outcome = tried.is_correct ? 'right' : 'wrong'
          return tried.is_correct
        },
        async rejectWrongCode() {
          await countFailure()
          throw new ApiError('incorrect_code', { fields: { captcha: 'code_invalid' } })
        },
        async [Symbol.asyncDispose]() {
          if (outcome === 'wrong') await countFailure().catch(() => undefined)
          else if (outcome === 'right') await limited.succeeded()
          else if (outcome === 'none') await limited.withdraw()
          endTurn()
        },
      }
    },
  }
}

export type VerificationCodes = ReturnType<typeof createVerificationCodes>
