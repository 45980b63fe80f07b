/** Sign-in with a code of scene login. */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { recordAgreement } from '../account/agreement-store.ts'
import { findByIdentifier } from '../account/credential-store.ts'
import { mailboxReceiver, requireCanonicalEmail } from '../verification/receiver-hash.ts'
import type { CodeAttempt, VerificationCodes } from '../verification/verification-codes.ts'
import type { LoginDependencies } from './login-by-password.ts'

export interface CodeLogin {
  readonly email: string
  readonly captcha: string
  readonly nonce: string
  readonly remember: boolean
  readonly agreement: boolean
}

export interface CodeLoginDependencies extends LoginDependencies {
  readonly codes: VerificationCodes
}

export function createLoginByCode({ db, keys, codes, issueSession }: CodeLoginDependencies) {
  return async function loginByCaptcha(input: CodeLogin, caller: Caller): Promise<IssuedSession> {
    const canonical = requireCanonicalEmail(input.email)
    const receiver = mailboxReceiver(keys.receiver, canonical)
    const proof: CodeAttempt = {
      nonce: input.nonce,
      verificationCode: input.captcha,
      receiver,
      scene: 'login',
    }
    await codes.assertUnderLimit(proof)
    const [account] = await findByIdentifier(db, 'email', canonical)
    const signedIn = await db.transaction(async tx => {
      const right = await codes.tryCode(tx, proof)
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
    return signedIn ?? codes.rejectWrongCode(proof)
  }
}
