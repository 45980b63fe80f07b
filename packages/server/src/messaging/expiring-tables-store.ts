/** Tables of messaging whose rows expire. */
import type { Database } from '../platform/db/database.ts'
import { expiringTable } from '../platform/jobs/sweep-store.ts'
import { deleteEndedBroadcasts, endOldBroadcasts } from './message/store/broadcast-store.ts'
import { ENDED_MESSAGE_DAYS, MESSAGE_DAYS } from './message/store/retention.ts'

/** Days for which a repeated request of an app is answered like its first. */
const MESSAGE_REQUEST_DAYS = 1

export const MESSAGING_EXPIRING_TABLES = [
  expiringTable(
    'message_request',
    { client_id: 'text', key_hash: 'bytea' },
    `created_at < now() - interval '${MESSAGE_REQUEST_DAYS} days'`,
  ),
  expiringTable(
    'account_message',
    { uid: 'uuid', handle: 'text' },
    `ends_at < now() - interval '${ENDED_MESSAGE_DAYS} days'`,
  ),
  expiringTable(
    'account_message',
    { uid: 'uuid', handle: 'text' },
    `ends_at is null and starts_at < now() - interval '${MESSAGE_DAYS} days'`,
    'account_message.old',
  ),
  {
    table: 'broadcast',
    async deleteBatch(db: Database): Promise<number> {
      await db.transaction(endOldBroadcasts)
      return (await deleteEndedBroadcasts(db)).length
    },
  },
]
