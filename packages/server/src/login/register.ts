/** Makes a personal account for a mailbox proved by a code, and signs it in: nothing exists before the proof (S-016). */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { insertPersonal } from '../account/create-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { about, type Caller } from '../lib/caller.ts'
import { Fault } from '../lib/fault.ts'
import type { SignedIn } from '../session/issue-session.ts'
import type { CodeProof } from '../verification/consume-code.ts'
import { canonicalOrFault, mailboxHash } from '../verification/receiver.ts'
import type { CaptchaLoginDependencies } from './login-by-captcha.ts'
import { checkNewPassword, type PasswordPolicy } from './password-policy.ts'
import { hashPassword } from './passwords.ts'

export interface RegisterDependencies extends Omit<CaptchaLoginDependencies, 'limiter'> {
  readonly policy: PasswordPolicy
}

export interface Registration {
  readonly email: string
  readonly password: string
  readonly captcha: string
  readonly nonce: string
}

export function createRegister({ db, keys, codes, issueSession, policy }: RegisterDependencies) {
  /** Throws 20115 when another sign-up for the same mailbox was first. */
  return async function register(input: Registration, caller: Caller): Promise<SignedIn> {
    const canonical = canonicalOrFault(input.email)
    checkNewPassword(input.password, policy, { email: canonical })
    const receiver = mailboxHash(keys.receiver, canonical)
    const proof: CodeProof = { nonce: input.nonce, captcha: input.captcha, receiver, scene: 'register' }
    await Promise.all([codes.expectPatience(proof), codes.expectAlive(db, proof)])
    const passwordHash = await hashPassword(input.password)
    const uid = crypto.randomUUID()
    const signedIn = await db.transaction(async tx => {
      const right = await codes.tryOn(tx, proof)
      if (!right) {
        await writeAudit(tx, { event: 'account.register', outcome: 'refused', ...about(caller) })
        return undefined
      }
      const [made] = await insertPersonal(
        tx,
        uid,
        canonical,
        input.email,
        caller.lang,
        passwordHash,
        TERMS_VERSION,
        PRIVACY_VERSION,
      )
      if (!made) throw new Fault(20115)
      const { lang } = caller
      // Remembered like every first sign-in: the person has just shown that the mailbox and this browser are theirs.
      const [session] = await Promise.all([
        issueSession({ uid, email: input.email, lang, method: 'register', remember: true }, caller, tx),
        writeAudit(tx, { event: 'account.register', outcome: 'ok', uid, ...about(caller) }),
      ])
      return session
    })
    return signedIn ?? codes.refuse(proof)
  }
}
