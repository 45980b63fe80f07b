/**
 * Changes the password, or sets the first one. The current session stays, all others end, and other browsers need the second step
 * again (R-18, S-009).
 */
import type { PasswordPolicy } from '@kerf/contract/password/password-rules'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount, replacePassword } from '../account/credential-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertRecentAuthentication, lockAccountOfSession } from '../session/session-companion.ts'
import { deleteOtherSessions } from '../session/session-store.ts'
import { forgetSecondSteps } from '../session/store/known-browser-store.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import type { CodeAttempt, SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { assertCurrentPassword, type CurrentPasswordDependencies } from './assert-current-password.ts'
import type { AssertNotBreached } from './breached-passwords.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordAllowed } from './password-policy.ts'

export interface ChangePasswordDependencies
  extends CurrentPasswordDependencies,
    Pick<PlatformServices, 'keys' | 'mail'> {
  readonly codes: VerificationCodes
  readonly policy: PasswordPolicy
  readonly assertNotBreached: AssertNotBreached
}

/** The old password, or a code of scene `setpwd` for an account without one. */
export type PasswordChange = { readonly password: string } & (
  | { readonly oldPassword: string; readonly ticket?: string | undefined }
  | SubmittedCode
)

export function createChangePassword(deps: ChangePasswordDependencies) {
  const { db, keys, codes, policy, mail, assertNotBreached } = deps

  /**
   * Throws `incorrect_password` for the old password. For a first password throws `incorrect_code` or `code_expired`. Throws
   * `proof_required` for a first password and for an account with a second factor.
   */
  return async function changePassword(
    session: SessionClaims,
    change: PasswordChange,
    caller: Caller,
  ): Promise<void> {
    const { uid, handle } = session
    const { password } = change
    const [account] = await findAccount(db, { uid })
    if (!account) throw new ApiError('no_account')
    const isFirst = !('oldPassword' in change)
    // A code sets a first password but never replaces one: a password reset does, and ends every session.
    if (isFirst && account.password_hash !== null)
      throw new ApiError('bad_request', { fields: { oldPassword: 'required' } })
    assertPasswordAllowed(password, policy, {
      email: account.email,
      account: session.enterprise_id ?? '',
    })
    const attempt: CodeAttempt | undefined = isFirst
      ? {
          nonce: change.nonce,
          verificationCode: change.verificationCode,
          ticket: change.ticket,
          receiver: accountReceiver(keys.receiver, uid),
          scene: 'setpwd',
          uid,
        }
      : undefined
    if (attempt || account.second_factor) await assertRecentAuthentication(db, session, caller)
    await using codeTry = attempt ? await codes.startTry(attempt, caller) : undefined
    if (account.default_password && !isFirst && change.oldPassword === password)
      throw new ApiError('password_too_common', { fields: { password: 'password_too_common' } })
    const event = isFirst ? 'password.set' : 'password.changed'
    const audit = { event, uid, ...auditContext(caller) } as const
    if (!isFirst) {
      const given = { password: change.oldPassword, field: 'oldPassword', ticket: change.ticket }
      await assertCurrentPassword(deps, uid, given, caller).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.errorName === 'incorrect_password')
          await writeAudit(db, { ...audit, outcome: 'refused' })
        throw error
      })
    }
    await assertNotBreached(password)
    const passwordHash = await hashPassword(password)
    const isCorrect = await db.transaction(async tx => {
      if (codeTry && !(await codeTry.tryCode(tx))) {
        await writeAudit(tx, { ...audit, outcome: 'refused' })
        return false
      }
      await lockAccountOfSession(tx, session)
      const [changed] = await replacePassword(tx, {
        uid,
        previousHash: account.password_hash,
        passwordHash,
      })
      // Another change was first: the password verified above is no longer the account's.
      if (!changed) throw new ApiError('incorrect_password', { fields: { oldPassword: 'invalid' } })
      await publishAccountUpdated(tx, uid, ['password'])
      const ended = await deleteOtherSessions(tx, { uid, handle }, 'password_changed')
      await forgetSecondSteps(tx, { uid, except: caller.browserHash ?? null })
      await writeAudit(tx, { ...audit, outcome: 'ok', detail: { sessionsEnded: ended.length } })
      const template = isFirst ? 'password_set' : 'password_changed'
      await notifyOwner(tx, mail, account, caller, { template })
      return true
    })
    if (codeTry && !isCorrect) await codeTry.rejectWrongCode()
  }
}

export type ChangePassword = ReturnType<typeof createChangePassword>
