/** Ends the caller's own session. A session that has ended already is no error. */

import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SessionClaims } from './session-claims.ts'
import { deleteSession } from './session-store.ts'

export async function logout(db: Database, { uid, handle }: SessionClaims, caller: Caller): Promise<void> {
  await db.transaction(async tx => {
    const [ended] = await deleteSession(tx, { uid, handle })
    if (!ended) return
    await writeAudit(tx, {
      event: 'login.logout',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { session: handle },
    })
  })
}
