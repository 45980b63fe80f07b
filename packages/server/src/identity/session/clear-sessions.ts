/** Ends one session of one's own, or all but the present one. */

import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { auditContext } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { findAccount } from '../account/credential-store.ts'
import { deleteOtherSessions, deleteSession } from './end-sessions.ts'

/**
 * Gives how many ended: 0 for a handle that is unknown or another account's, which are not told apart (S-051), and for
 * one that ended before, so that a repeat answers as well as the first call (S-081).
 */
export function createClearSessions(db: Database, mail: MailDependencies) {
  return async function clearSessions(
    session: SessionClaims,
    handle: string | undefined,
    caller: Caller,
  ): Promise<number> {
    return db.transaction(async tx => {
      const ended =
        handle === undefined
          ? await deleteOtherSessions(tx, session.uid, session.handle)
          : await deleteSession(tx, session.uid, handle)
      if (ended.length === 0) return 0
      await writeAudit(tx, {
        event: 'session.cleared',
        outcome: 'ok',
        uid: session.uid,
        ...auditContext(caller),
        detail: { ended: ended.length },
      })
      if (handle === undefined) {
        const [account] = await findAccount(tx, session.uid)
        if (account)
          await notifyOwner(tx, mail, account, caller, { template: 'sessions_cleared', count: ended.length })
      }
      return ended.length
    })
  }
}
