/** Sign-in with a verification code of scene `login`. */
import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccountByIdentifier } from '../account/credential-store.ts'
import { requireCanonicalEmail } from '../account/email-address.ts'
import { stopMailboxChange } from '../mailbox/mailbox-change.ts'
import type { SignInOutcome } from '../session/session-claims.ts'
import { mailboxReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import type { SignInDependencies } from './sign-in-by-password.ts'

export interface CodeSignIn extends SubmittedCode {
  readonly email: string
  readonly remember: boolean
  readonly agreement?: SignInAgreement
}

export interface CodeSignInDependencies
  extends Omit<SignInDependencies, 'passwordTries'>,
    Pick<PlatformServices, 'mail'> {
  readonly codes: VerificationCodes
}

export function createSignInByCode({ db, keys, mail, codes, startSignIn }: CodeSignInDependencies) {
  return async function signInByCode(input: CodeSignIn, caller: Caller): Promise<SignInOutcome> {
    const { nonce, verificationCode, ticket, remember, agreement } = input
    const canonicalEmail = requireCanonicalEmail(input.email)
    const receiver = mailboxReceiver(keys.receiver, canonicalEmail)
    const account = await findAccountByIdentifier(db, { kind: 'email', value: canonicalEmail })
    const attempt = { nonce, verificationCode, ticket, receiver, scene: 'login', uid: account?.uid } as const
    await using codeTry = await codes.startTry(attempt, caller)
    const signedIn = await db.transaction(async tx => {
      const isCorrect = await codeTry.tryCode(tx)
      if (!isCorrect || !account) {
        await writeAudit(tx, {
          event: 'login.captcha',
          outcome: 'refused',
          uid: account?.uid ?? null,
          ...auditContext(caller),
        })
        return undefined
      }
      const { uid, email, lang } = account
      const signIn = { uid, email, lang, method: 'captcha', remember, agreement } as const
      const outcome = await startSignIn(signIn, account, caller, { tx })
      // After the account was locked: a change that is carried out at this moment locks in this order.
      await stopMailboxChange(tx, mail, { uid, by: 'code' }, auditContext(caller))
      return outcome
    })
    return signedIn ?? codeTry.rejectWrongCode()
  }
}

export type SignInByCode = ReturnType<typeof createSignInByCode>
