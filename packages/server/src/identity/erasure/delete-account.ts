/** Deletion of an account by its owner, at once, confirmed by a code of scene `delete` (S-078 to S-080). */

import { queueMail } from '../../outbound/mail/queue-mail.ts'
import type { RenewedCards } from '../../outbound/mail/templates/mail-content.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount } from '../account/credential-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertRecentAuthentication } from '../session/session-companion.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { eraseAccount } from './erase-account.ts'

export interface DeleteAccountDependencies extends Pick<PlatformServices, 'db' | 'keys'> {
  readonly codes: VerificationCodes
  /** gives machines without display that have no owner new cards */
  readonly renewCards: RenewCards
}

export type RenewCards = (tx: Queryable, machines: readonly string[]) => Promise<RenewedCards>

export function createDeleteAccount({ db, keys, codes, renewCards }: DeleteAccountDependencies) {
  return async function deleteAccount(
    session: SessionClaims,
    code: SubmittedCode,
    caller: Caller,
  ): Promise<void> {
    const { uid } = session
    // The code proves the mailbox only.
    const [{ second_factor: hasFactor } = { second_factor: false }] = await findAccount(db, { uid })
    if (hasFactor) await assertRecentAuthentication(db, session, caller)
    const receiver = accountReceiver(keys.receiver, uid)
    const audit = { event: 'account.deleted', uid, ...auditContext(caller) } as const
    await using codeTry = await codes.startTry({ ...code, receiver, scene: 'delete', uid }, caller)
    const isCorrect = await db.transaction(async tx => {
      if (!(await codeTry.tryCode(tx))) {
        await writeAudit(tx, { ...audit, outcome: 'refused' })
        return false
      }
      const [account] = await findAccount(tx, { uid })
      let cards: RenewedCards = []
      const isErased =
        account !== undefined &&
        (await eraseAccount(tx, uid, async machines => {
          cards = await renewCards(tx, machines)
        }))
      if (!isErased) throw new ApiError('no_account')
      await writeAudit(tx, { ...audit, outcome: 'ok' })
      const { email: to, lang } = account
      const content = { template: 'account_deleted', cards } as const
      const { requestId } = caller
      await queueMail(tx, keys.mail, { to, lang, brand: caller.app.brand, content, uid, requestId })
      return true
    })
    if (!isCorrect) await codeTry.rejectWrongCode()
  }
}

export type DeleteAccount = ReturnType<typeof createDeleteAccount>
