/** Deletion of an account by its owner, confirmed by a code of scene `delete` (S-078 to S-080). */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { findAccount } from '../account/credential-store.ts'
import type { ReauthenticationDependencies } from '../login/reauthenticate.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import type { CodeAttempt, SubmittedCode } from '../verification/verification-codes.ts'
import { eraseAccount } from './erase-account.ts'

export function createDeleteAccount({ db, keys, codes }: ReauthenticationDependencies) {
  return async function deleteAccount(
    { uid }: SessionClaims,
    code: SubmittedCode,
    caller: Caller,
  ): Promise<void> {
    const attempt: CodeAttempt = { ...code, receiver: accountReceiver(keys.receiver, uid), scene: 'delete' }
    const audit = { event: 'account.deleted', uid, ...auditContext(caller) } as const
    await codes.assertUnderLimit(attempt)
    const isCorrect = await db.transaction(async tx => {
      if (!(await codes.tryCode(tx, attempt))) {
        await writeAudit(tx, { ...audit, outcome: 'refused' })
        return false
      }
      const [account] = await findAccount(tx, { uid })
      if (!account || !(await eraseAccount(tx, uid))) throw new ApiError('no_account')
      await writeAudit(tx, { ...audit, outcome: 'ok' })
      const { email: to, lang } = account
      const content = { template: 'account_deleted' } as const
      await queueMail(tx, keys.mail, { to, lang, brand: caller.app.origin, content })
      return true
    })
    if (!isCorrect) await codes.rejectWrongCode(attempt)
  }
}

export type DeleteAccount = ReturnType<typeof createDeleteAccount>
