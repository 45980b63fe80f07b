/** The owner says that the login of another session was theirs. Grants nothing: the check-up stops asking about it. */
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SessionClaims } from './session-claims.ts'
import { markSessionRecognized } from './session-store.ts'

/** Does nothing for an unknown handle and for another account's (S-051). A stolen session cannot hide itself: it must be another one. */
export async function recognizeSession(
  db: Database,
  { uid, handle: by }: SessionClaims,
  handle: string,
  caller: Caller,
): Promise<void> {
  await db.transaction(async tx => {
    const [marked] = await markSessionRecognized(tx, { uid, handle, by })
    if (!marked) return
    await writeAudit(tx, { event: 'session.recognized', outcome: 'ok', uid, ...auditContext(caller) })
  })
}
