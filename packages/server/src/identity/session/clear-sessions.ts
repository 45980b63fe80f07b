/** Ends one session of the caller's account, or all except the current one; other browsers then need the second step again. */

import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { findAccount } from '../account/credential-store.ts'
import type { SessionClaims } from './session-claims.ts'
import { deleteOtherSessions, deleteSession } from './session-store.ts'
import { forgetSecondSteps } from './store/known-browser-store.ts'

export function createClearSessions(db: Database, mail: MailDependencies) {
  /**
   * Returns how many sessions ended. 0 for an unknown handle, for another account's (S-051), and for a session that has
   * ended already, so that a repeated call succeeds (S-081).
   */
  return async function clearSessions(
    { uid, handle: currentHandle }: SessionClaims,
    handle: string | undefined,
    caller: Caller,
  ): Promise<number> {
    return db.transaction(async tx => {
      const ended =
        handle === undefined
          ? await deleteOtherSessions(tx, { uid, handle: currentHandle })
          : await deleteSession(tx, { uid, handle })
      // Also if no session ended: a lost browser enters with the password alone.
      if (handle === undefined) await forgetSecondSteps(tx, { uid, except: caller.browserHash ?? null })
      if (ended.length === 0) return 0
      await writeAudit(tx, {
        event: 'session.cleared',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { ended: ended.length },
      })
      if (handle === undefined) {
        const [account] = await findAccount(tx, { uid })
        if (account)
          await notifyOwner(tx, mail, account, caller, { template: 'sessions_cleared', count: ended.length })
      }
      return ended.length
    })
  }
}
