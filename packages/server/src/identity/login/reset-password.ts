/** Recovery: a code proves the mailbox, the new password replaces the old, every session ends, one new one begins (S-028). */

import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { type Credentials, findByIdentifier, setPassword } from '../account/credential-store.ts'
import { deleteAllSessions } from '../session/end-sessions.ts'
import { forgetBrowsers } from '../session/forget-browsers.ts'
import { accountReceiver, mailboxReceiver, requireCanonicalEmail } from '../verification/receiver-hash.ts'
import type { CodeAttempt } from '../verification/verification-codes.ts'
import { deletePendingCodes } from '../verification/void-codes.ts'
import type { CodeLoginDependencies } from './login-by-code.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordAllowed, type PasswordPolicy } from './password-policy.ts'
import { signInFailureKeys } from './sign-in-limits.ts'

export interface ResetPasswordDependencies extends CodeLoginDependencies {
  readonly policy: PasswordPolicy
  readonly mail: MailDependencies
}

export interface PasswordReset {
  /** exactly one of the two */
  readonly email?: string | undefined
  readonly account?: string | undefined
  readonly captcha: string
  readonly nonce: string
  readonly password: string
}

export function createResetPassword(of: ResetPasswordDependencies) {
  const { db, keys, codes, limiter, issueSession, policy, mail } = of

  const find = async (
    input: PasswordReset,
  ): Promise<{ account?: Credentials; receiver: Buffer; identifier: string }> => {
    if ((input.email === undefined) === (input.account === undefined))
      throw new ApiError('bad_request', { fields: { email: 'email_required' } })
    if (input.email !== undefined) {
      const canonical = requireCanonicalEmail(input.email)
      const [account] = await findByIdentifier(db, 'email', canonical)
      const identifier = `email ${canonical}`
      return { ...(account && { account }), receiver: mailboxReceiver(keys.receiver, canonical), identifier }
    }
    const id = (input.account ?? '').toLowerCase()
    const [account] = await findByIdentifier(db, 'account', id)
    const receiver = accountReceiver(keys.receiver, account?.uid ?? `nobody ${id}`)
    return { ...(account && { account }), receiver, identifier: `account ${id}` }
  }

  return async function findPassword(input: PasswordReset, caller: Caller): Promise<IssuedSession> {
    const { account, receiver, identifier } = await find(input)
    // Before the proof only what the caller named may count: a word of the account's own would give its mailbox away.
    assertPasswordAllowed(input.password, policy, {
      ...(input.email !== undefined && { email: input.email }),
      ...(input.account !== undefined && { account: input.account }),
    })
    const proof: CodeAttempt = {
      nonce: input.nonce,
      verificationCode: input.captcha,
      receiver,
      scene: 'findpwd',
    }
    await codes.assertUnderLimit(proof)
    await codes.assertCodeAlive(db, proof)
    const passwordHash = await hashPassword(input.password)
    const signedIn = await db.transaction(async tx => {
      const right = await codes.tryCode(tx, proof)
      if (!right || !account) {
        await writeAudit(tx, {
          event: 'password.reset',
          outcome: 'refused',
          uid: account?.uid ?? null,
          ...auditContext(caller),
        })
        return undefined
      }
      assertPasswordAllowed(input.password, policy, { email: account.email })
      await setPassword(tx, account.uid, passwordHash)
      const ended = await deleteAllSessions(tx, account.uid)
      await forgetBrowsers(tx, account.uid)
      await deletePendingCodes(tx, account.uid, receiver)
      await writeAudit(tx, {
        event: 'password.reset',
        outcome: 'ok',
        uid: account.uid,
        ...auditContext(caller),
        detail: { sessionsEnded: ended.length },
      })
      const { uid, email, lang } = account
      await notifyOwner(tx, mail, account, caller, { template: 'password_reset' })
      return issueSession({ uid, email, lang, method: 'reset', remember: false }, caller, tx)
    })
    if (!signedIn) return codes.rejectWrongCode(proof)
    await limiter.settle([], signInFailureKeys(keys.receiver, [identifier, `uid ${signedIn.uid}`], caller))
    return signedIn
  }
}
