import { findMailboxChange } from '../../identity/index.ts'
import { findSecondMailbox } from '../../outbound/mail/second-mailbox-store.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { maskAddress } from '../input/mask-address.ts'
import {
  type AccountRow,
  countLiveSessions,
  findAccountRow,
  findLastSignIn,
  type LastSignInRow,
} from './account-report-store.ts'
import { accountNotFound, findUid } from './find-account.ts'

/** An account without credentials. Times are unix seconds. */
export interface ShownUser extends AccountRow {
  /** number of active sessions */
  readonly sessions: number
  readonly lastSignIn: LastSignInRow | null
  /** masked. A person who lost the first mailbox recovers the account by it. null: there is none that counts */
  readonly secondEmail: string | null
  /** masked. The address that replaces a lost mailbox, from `waitingEmailFrom` on, unix seconds. null: none waits */
  readonly waitingEmail: string | null
  readonly waitingEmailFrom: number | null
}

/** `who`: see `findUid`. Writes an audit event (S-119). Throws an OperationError. */
export async function showUser(db: Database, who: string, operator: string): Promise<ShownUser> {
  return db.transaction(async tx => {
    const uid = await findUid(tx, who)
    const [account] = uid === undefined ? [] : await findAccountRow(tx, { uid })
    if (!account || uid === undefined) throw accountNotFound()
    const [live = { sessions: 0 }] = await countLiveSessions(tx, { uid })
    const [lastSignIn = null] = await findLastSignIn(tx, { uid })
    const [second] = await findSecondMailbox(tx, { uid, at: new Date() })
    const [waiting] = await findMailboxChange(tx, { uid })
    await writeAudit(tx, { event: 'user.show', outcome: 'ok', uid, operator })
    return {
      ...account,
      sessions: live.sessions,
      lastSignIn,
      secondEmail: second ? maskAddress(second.email) : null,
      waitingEmail: waiting ? maskAddress(waiting.email) : null,
      waitingEmailFrom: waiting?.readyAt ?? null,
    }
  })
}
