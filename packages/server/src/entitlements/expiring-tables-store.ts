/** Tables of entitlements whose rows expire. */
import { expiringTable } from '../platform/jobs/sweep-store.ts'

export const ENTITLEMENTS_EXPIRING_TABLES = [
  expiringTable('watch', { uid: 'uuid' }, `beat_at < now() - interval '1 day'`),
  expiringTable('visitor_watch', { hash: 'bytea' }, `expires_at < now() - interval '1 hour'`),
  expiringTable('unlock_issue', { request: 'bytea' }, 'expires_at < now()'),
  expiringTable('unlock_asked', { who: 'bytea', kind: 'text', sn: 'bytea' }, 'expires_at < now()'),
]
