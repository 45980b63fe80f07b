import type { Queryable } from '../../platform/db/database.ts'
import { deleteAllFactorRemovals } from '../factors/factor-removal-store.ts'
import { deleteAllMailboxChanges } from './mailbox-change-store.ts'
import { deleteAllWaitingMerges } from './merge-stop-store.ts'
import { undoAllSecondEmailChanges } from './second-email-store.ts'

/**
 * Stops all changes of accounts that take effect after a wait. For a restored database: an owner may have stopped a change after the backup
 * and would not notice that it waits again. A person who still wants the change asks for it again.
 */
export async function stopWaitingChanges(tx: Queryable): Promise<void> {
  await deleteAllFactorRemovals(tx)
  await deleteAllMailboxChanges(tx)
  await deleteAllWaitingMerges(tx)
  await undoAllSecondEmailChanges(tx, new Date())
}
