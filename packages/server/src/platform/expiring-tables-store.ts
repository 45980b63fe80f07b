/** Tables of the platform whose rows expire. */
import { expiringTable } from './jobs/sweep-store.ts'

export const PLATFORM_EXPIRING_TABLES = [
  expiringTable(
    'idempotent_call',
    { uid: 'uuid', call: 'text', key_hash: 'bytea' },
    `at < now() - interval '1 day'`,
  ),
  expiringTable('account_event', { uid: 'uuid', id: 'bigint' }, `at < now() - interval '30 days'`),
  expiringTable('webhook_attempt', { id: 'bigint' }, `at < now() - interval '30 days'`),
  expiringTable('rate_limit', { key: 'text' }, 'expire < (extract(epoch from now()) * 1000)::bigint'),
]
