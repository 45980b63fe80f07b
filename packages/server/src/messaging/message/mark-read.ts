/** Marks messages as read: some by their ids, or all of a category (S-115). */
import { MESSAGE_CATEGORIES, type MessageCategory } from '@kerf/contract/endpoints/message'
import type { Database } from '../../platform/db/database.ts'
import { parseMessageId } from './content/message-id.ts'
import {
  deleteCoveredReads,
  deleteStaleReads,
  findUncoveredBroadcasts,
  insertBroadcastReads,
  upsertReadMarks,
} from './read-mark-store.ts'
import { markAccountMessagesRead, markCategoriesRead } from './store/account-message-store.ts'
import { findBroadcastVersion } from './store/broadcast-store.ts'
import type { NotifyAccountChanged } from './store/notify-changes.ts'

/** Ignores ids that do not parse and those of other accounts' messages. */
export const createMarkMessagesRead = (db: Database, notifyAccountChanged: NotifyAccountChanged) =>
  async function markMessagesRead(uid: string, ids: readonly string[]): Promise<void> {
    const parsed = ids.map(parseMessageId)
    const handles = parsed.flatMap(id => (id?.kind === 'account' && id.uid === uid ? [id.handle] : []))
    const broadcasts = parsed.flatMap(id => (id?.kind === 'broadcast' ? [id.id] : []))
    const unread =
      broadcasts.length === 0
        ? []
        : (await findUncoveredBroadcasts(db, { uid, broadcasts })).map(({ id }) => id)
    // The statement that locks the account goes first: the other way round, an erasure could cause a deadlock.
    const [reads, read] = await db.shardTransaction(tx =>
      Promise.all([
        unread.length === 0 ? [] : insertBroadcastReads(tx, { uid, broadcasts: unread }),
        markAccountMessagesRead(tx, { uid, handles }),
        deleteStaleReads(tx, { uid }),
      ]),
    )
    if (reads.length + read.length > 0) notifyAccountChanged(uid)
  }

/** `category` undefined: all categories. Messages that became visible within the last `delaySeconds` stay unread. */
export const createMarkAllRead = (db: Database, notifyAccountChanged: NotifyAccountChanged) =>
  async function markAllRead(
    uid: string,
    category: MessageCategory | undefined,
    delaySeconds = 0,
  ): Promise<void> {
    const categories = category === undefined ? MESSAGE_CATEGORIES : [category]
    const [{ version } = { version: 0 }] = await findBroadcastVersion(db)
    await db.shardTransaction(tx =>
      Promise.all([
        upsertReadMarks(tx, { uid, categories, version, delaySeconds }),
        markCategoriesRead(tx, { uid, categories, delaySeconds }),
        deleteCoveredReads(tx, { uid, categories }),
        deleteStaleReads(tx, { uid }),
      ]),
    )
    notifyAccountChanged(uid)
  }
