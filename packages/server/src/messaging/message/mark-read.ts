import { MESSAGE_CATEGORIES, type MessageCategory } from '@kerf/contract/endpoints/message'
import type { Database } from '../../platform/db/database.ts'
import { parseMessageId } from './message-id.ts'
import { markAllRead, markRead } from './message-store.ts'
import type { NotifyChange } from './notify-changes.ts'

/** Own rows only (S-115): an id of somebody else's message changes nothing. */
export const createMarkRead = (db: Database, tell: NotifyChange) =>
  async function read(uid: string, ids: readonly string[]): Promise<void> {
    const parsed = ids.map(parseMessageId)
    const handles = parsed.flatMap(id => (id?.kind === 'own' && id.uid === uid ? [id.handle] : []))
    const broadcasts = parsed.flatMap(id => (id?.kind === 'broadcast' ? [id.id] : []))
    const [row] = await markRead(db, uid, handles, broadcasts)
    if (row && row.changed > 0) tell(uid)
  }

export const createMarkAllRead = (db: Database, tell: NotifyChange) =>
  async function readAll(uid: string, category: MessageCategory | undefined): Promise<void> {
    await markAllRead(db, uid, category === undefined ? MESSAGE_CATEGORIES : [category])
    tell(uid)
  }
