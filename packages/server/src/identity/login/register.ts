/** Makes a personal account for a mailbox proved by a code, and signs it in: nothing exists before the proof (S-016). */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { registerPersonal } from '../account/create-account.ts'
import type { PrepareSession } from '../session/issue-session.ts'
import { mailboxReceiver, requireCanonicalEmail } from '../verification/receiver-hash.ts'
import type { CodeAttempt, VerificationCodes } from '../verification/verification-codes.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordAllowed, type PasswordPolicy } from './password-policy.ts'

export interface RegisterDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly codes: VerificationCodes
  readonly prepareSession: PrepareSession
  readonly policy: PasswordPolicy
}

export interface Registration {
  readonly email: string
  readonly password: string
  readonly captcha: string
  readonly nonce: string
}

export function createRegister({ db, keys, codes, prepareSession, policy }: RegisterDependencies) {
  /** Throws 20115 when another sign-up for the same mailbox was first. */
  return async function register(input: Registration, caller: Caller): Promise<IssuedSession> {
    const canonical = requireCanonicalEmail(input.email)
    assertPasswordAllowed(input.password, policy, { email: canonical })
    const receiver = mailboxReceiver(keys.receiver, canonical)
    const proof: CodeAttempt = {
      nonce: input.nonce,
      verificationCode: input.captcha,
      receiver,
      scene: 'register',
    }
    await Promise.all([codes.assertUnderLimit(proof), codes.assertCodeAlive(db, proof)])
    const passwordHash = await hashPassword(input.password)
    const uid = crypto.randomUUID()
    const { lang } = caller
    // Remembered like every first sign-in: the person has just shown that the mailbox and this browser are theirs.
    const session = await prepareSession(
      { uid, email: input.email, lang, method: 'register', remember: true },
      caller,
    )
    const { network, app, requestId } = auditContext(caller)
    // Each looks at what those before it left behind: a wrong code counts, and nothing else comes of it.
    const [right, [made], { issued }] = await db.atOnce(tx =>
      Promise.all([
        codes.tryCode(tx, proof),
        registerPersonal(
          tx,
          uid,
          canonical,
          input.email,
          lang,
          passwordHash,
          TERMS_VERSION,
          PRIVACY_VERSION,
          sha256(proof.nonce),
          network,
          app,
          requestId,
          receiver,
        ),
        session.store(tx),
      ]),
    )
    if (!right) return codes.rejectWrongCode(proof)
    if (!made || !issued) throw new ApiError('has_account')
    return session.signedIn
  }
}
