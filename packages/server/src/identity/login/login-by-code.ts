/** Sign-in with a code of scene login. */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { recordAgreement } from '../account/agreement.ts'
import { findByIdentifier } from '../account/credentials.ts'
import type { CodeProof, ConsumeCode } from '../verification/consume-code.ts'
import { canonicalOrFault, mailboxHash } from '../verification/receiver.ts'
import type { LoginDependencies } from './login-by-password.ts'

export interface CaptchaLogin {
  readonly email: string
  readonly captcha: string
  readonly nonce: string
  readonly remember: boolean
  readonly agreement: boolean
}

export interface CaptchaLoginDependencies extends LoginDependencies {
  readonly codes: ConsumeCode
}

export function createLoginByCode({ db, keys, codes, issueSession }: CaptchaLoginDependencies) {
  return async function loginByCaptcha(input: CaptchaLogin, caller: Caller): Promise<IssuedSession> {
    const canonical = canonicalOrFault(input.email)
    const receiver = mailboxHash(keys.receiver, canonical)
    const proof: CodeProof = { nonce: input.nonce, captcha: input.captcha, receiver, scene: 'login' }
    await codes.expectPatience(proof)
    const [account] = await findByIdentifier(db, 'email', canonical)
    const signedIn = await db.transaction(async tx => {
      const right = await codes.tryOn(tx, proof)
      if (!right || !account) {
        await writeAudit(tx, {
          event: 'login.captcha',
          outcome: 'refused',
          uid: account?.uid ?? null,
          ...auditContext(caller),
        })
        return undefined
      }
      const { uid, email, lang } = account
      const issued = await issueSession(
        { uid, email, lang, method: 'captcha', remember: input.remember },
        caller,
        tx,
      )
      if (input.agreement) await recordAgreement(tx, uid, TERMS_VERSION, PRIVACY_VERSION)
      return issued
    })
    return signedIn ?? codes.refuse(proof)
  }
}
