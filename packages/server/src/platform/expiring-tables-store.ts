/** Tables of the platform whose rows expire. */
import { IDEMPOTENT_HOURS } from './idempotency/idempotent-call-store.ts'
import { expiringTable } from './jobs/sweep-store.ts'

/** Days for which `kerf webhook deliveries` shows an event and its attempts. */
const WEBHOOK_HISTORY_DAYS = 30

export const PLATFORM_EXPIRING_TABLES = [
  expiringTable(
    'idempotent_call',
    { uid: 'uuid', call: 'text', key_hash: 'bytea' },
    `at < now() - interval '${IDEMPOTENT_HOURS} hours'`,
  ),
  expiringTable(
    'account_event',
    { uid: 'uuid', id: 'bigint' },
    `at < now() - interval '${WEBHOOK_HISTORY_DAYS} days'`,
  ),
  expiringTable('webhook_attempt', { id: 'bigint' }, `at < now() - interval '${WEBHOOK_HISTORY_DAYS} days'`),
  expiringTable('rate_limit', { key: 'text' }, 'expire < (extract(epoch from now()) * 1000)::bigint'),
]
