/** Shows the whole addresses of a person, for a reason that the audit record keeps (S-173). */
import { listSessions } from '../../identity/index.ts'
import { findSecondMailbox } from '../../outbound/mail/second-mailbox-store.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { findAccountRow } from './account-report-store.ts'
import { accountNotFound, findUid } from './find-account.ts'

export interface RevealedUser {
  readonly uid: string
  readonly email: string
  readonly secondEmail: string | null
  readonly country: string
  readonly region: string
  /** of the live sessions, newest first */
  readonly addresses: readonly string[]
}

/** The audit row is committed before the answer. `who`: see `findUid`. Throws an OperationError. */
export async function revealUser(db: Database, who: string, operator: string): Promise<RevealedUser> {
  return db.transaction(async tx => {
    const uid = await findUid(tx, who)
    const [account] = uid === undefined ? [] : await findAccountRow(tx, { uid })
    if (!account || uid === undefined) throw accountNotFound()
    const [second] = await findSecondMailbox(tx, { uid, at: new Date() })
    const sessions = await listSessions(tx, { uid })
    await writeAudit(tx, { event: 'user.reveal', outcome: 'ok', uid, operator })
    const { email, country, region } = account
    return {
      ...{ uid, email, country, region },
      secondEmail: second?.email ?? null,
      addresses: [...new Set(sessions.flatMap(({ ip }) => ip ?? []))],
    }
  })
}
