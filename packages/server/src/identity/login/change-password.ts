/** Changes or first sets a password; the present session stays, all others end (decisions 4 and 6, S-009). */

import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { findAccount, replacePassword } from '../account/credential-store.ts'
import { deleteOtherSessions } from '../session/end-sessions.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordAllowed, type PasswordPolicy } from './password-policy.ts'
import {
  assertRecentAuthentication,
  createAssertCurrentPassword,
  type ReauthenticationDependencies,
} from './reauthenticate.ts'

export interface ChangePasswordDependencies extends ReauthenticationDependencies {
  readonly policy: PasswordPolicy
  readonly mail: MailDependencies
}

export type PasswordChange =
  | { readonly oldPassword: string; readonly password: string }
  | { readonly captcha: string; readonly nonce: string; readonly password: string }

export function createChangePassword(of: ChangePasswordDependencies) {
  const { db, keys, codes, policy, mail } = of
  const checkPassword = createAssertCurrentPassword(of)

  /** Throws 20112 (old password), 20107 (no fresh proof for a first one), 20201, 20203 (its code), 20119. */
  return async function changePassword(
    session: SessionClaims,
    change: PasswordChange,
    caller: Caller,
  ): Promise<void> {
    const { uid, handle } = session
    const [account] = await findAccount(db, uid)
    if (!account) throw new ApiError('no_account')
    const first = !('oldPassword' in change)
    // A code may set the first password, never replace one: that is what recovery is for.
    if (first && account.password_hash !== null)
      throw new ApiError('bad_request', { fields: { oldPassword: 'required' } })
    assertPasswordAllowed(change.password, policy, {
      email: account.email,
      account: session.enterprise_id ?? '',
    })
    const proof = first
      ? ({
          verificationCode: change.captcha,
          nonce: change.nonce,
          receiver: accountReceiver(keys.receiver, uid),
          scene: 'setpwd',
        } as const)
      : undefined
    if (proof) {
      assertRecentAuthentication(session)
      await codes.assertUnderLimit(proof)
      await codes.assertCodeAlive(db, proof)
    }
    if (account.default_password && 'oldPassword' in change && change.oldPassword === change.password)
      throw new ApiError('password_too_common', { fields: { password: 'password_too_common' } })
    const event = first ? 'password.set' : 'password.changed'
    const refused = { event, outcome: 'refused', uid, ...auditContext(caller) } as const
    if ('oldPassword' in change)
      await checkPassword(uid, change.oldPassword, caller, 'oldPassword').catch(async (error: unknown) => {
        if (error instanceof ApiError && error.errorName === 'incorrect_password')
          await writeAudit(db, refused)
        throw error
      })
    const hash = await hashPassword(change.password)
    const right = await db.transaction(async tx => {
      if (proof && !(await codes.tryCode(tx, proof))) {
        await writeAudit(tx, refused)
        return false
      }
      const [changed] = await replacePassword(tx, uid, account.password_hash, hash)
      // Somebody else was first: what was proved above is not true any more.
      if (!changed) throw new ApiError('incorrect_password', { fields: { oldPassword: 'invalid' } })
      const ended = await deleteOtherSessions(tx, uid, handle)
      await writeAudit(tx, {
        event,
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { sessionsEnded: ended.length },
      })
      await notifyOwner(tx, mail, account, caller, { template: first ? 'password_set' : 'password_changed' })
      return true
    })
    if (!right && proof) await codes.rejectWrongCode(proof)
  }
}
