/** Tables of the platform whose rows expire. */
import { IDEMPOTENT_HOURS } from './idempotency/idempotent-call-store.ts'
import { expiringTable } from './jobs/sweep-store.ts'

/** Days for which `kerf webhook deliveries` shows an event and its attempts. */
const WEBHOOK_HISTORY_DAYS = 30
/** Days for which `kerf mail list` shows a mail. */
const MAIL_DELIVERY_DAYS = 30
/** Days after the last bounce for which an address gets no mail, unless an operator lifts that before. */
const MAIL_SUPPRESSION_DAYS = 365

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
  expiringTable('mail_delivery', { id: 'uuid' }, `at < now() - interval '${MAIL_DELIVERY_DAYS} days'`),
  expiringTable(
    'mail_suppression',
    { address_hash: 'bytea' },
    `bounced_at < now() - interval '${MAIL_SUPPRESSION_DAYS} days'`,
  ),
  expiringTable('rate_limit', { key: 'text' }, 'expire < (extract(epoch from now()) * 1000)::bigint'),
]
