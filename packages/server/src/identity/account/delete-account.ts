/** Deletion by its owner: a code of its own scene and a confirmation, then everything at once (S-078 to S-080). */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { ReauthenticationDependencies } from '../login/reauthenticate.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import { findAccount } from './credential-store.ts'
import { eraseAccount } from './erase-account.ts'

export function createDeleteAccount({ db, keys, codes }: ReauthenticationDependencies) {
  return async function deleteAccount(
    session: SessionClaims,
    code: { readonly captcha: string; readonly nonce: string },
    caller: Caller,
  ): Promise<void> {
    const { uid } = session
    const proof = {
      nonce: code.nonce,
      verificationCode: code.captcha,
      receiver: accountReceiver(keys.receiver, uid),
      scene: 'delete',
    } as const
    await codes.assertUnderLimit(proof)
    const right = await db.transaction(async tx => {
      if (!(await codes.tryCode(tx, proof))) {
        await writeAudit(tx, { event: 'account.deleted', outcome: 'refused', uid, ...auditContext(caller) })
        return false
      }
      const [account] = await findAccount(tx, uid)
      if (!account || !(await eraseAccount(tx, uid))) throw new ApiError('no_account')
      await writeAudit(tx, { event: 'account.deleted', outcome: 'ok', uid, ...auditContext(caller) })
      const { email: to, lang } = account
      await queueMail(tx, keys.mail, {
        to,
        lang,
        brand: caller.app.origin,
        content: { template: 'account_deleted' },
      })
      return true
    })
    if (!right) await codes.rejectWrongCode(proof)
  }
}
