/** Tables of messaging whose rows expire. */
import { expiringTable } from '../platform/jobs/sweep-store.ts'

/** Days for which an ended message is stored. Nobody receives it; its sender can still look it up. */
const ENDED_MESSAGE_DAYS = 30

export const MESSAGING_EXPIRING_TABLES = [
  expiringTable(
    'message_request',
    { client_id: 'text', key_hash: 'bytea' },
    `created_at < now() - interval '1 day'`,
  ),
  expiringTable(
    'account_message',
    { uid: 'uuid', handle: 'text' },
    `ends_at < now() - interval '${ENDED_MESSAGE_DAYS} days'`,
  ),
]
