import type { Queryable } from '../../platform/db/database.ts'
import { deleteAllRecoveries } from '../factors/factor-recovery-store.ts'
import { deleteAllMailboxChanges } from './mailbox-change-store.ts'
import { deleteAllWaitingMerges } from './merge-stop-store.ts'
import { undoAllSecondEmailChanges } from './second-email-store.ts'

/**
 * Stops every change of an account that waits for days. For a restored database: its owner may have stopped it after the backup, and would
 * not learn that it goes on. Whoever asked for it asks again.
 */
export async function stopWaitingChanges(tx: Queryable): Promise<void> {
  await deleteAllRecoveries(tx)
  await deleteAllMailboxChanges(tx)
  await deleteAllWaitingMerges(tx)
  await undoAllSecondEmailChanges(tx, new Date())
}
