/** Ends one's own session; ending an ended one is no fault. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { deleteSession } from './end-sessions.ts'

export async function logout(db: Database, session: SessionClaims, caller: Caller): Promise<void> {
  await db.transaction(async tx => {
    const [ended] = await deleteSession(tx, session.uid, session.handle)
    if (!ended) return
    await writeAudit(tx, {
      event: 'login.logout',
      outcome: 'ok',
      uid: session.uid,
      ...auditContext(caller),
      detail: { session: session.handle },
    })
  })
}
