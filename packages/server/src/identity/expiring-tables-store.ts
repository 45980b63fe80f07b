/** Tables of identity whose rows expire. */

import { BROWSER_COOKIE_DAYS } from '@kerf/contract/limits'
import { expiringTable } from '../platform/jobs/sweep-store.ts'
import { RECOVERY_READY_SECONDS } from './factors/factor-recovery.ts'
import { ENDED_GRANT_DAYS } from './grant/grant-store.ts'
import { SIGN_IN_RECORD_DAYS } from './session/store/sign-in-record-store.ts'

/** A code that expired recently is answered with "expired" instead of "unknown"; an OpenID code that is used twice ends its grant. */
const SINCE_EXPIRED = `expires_at < now() - interval '1 hour'`
/** Far longer than a nonce lives: the row names the newest nonce, and without it no code of the receiver is accepted. */
const SENT_CODE_DAYS = 1

export const IDENTITY_EXPIRING_TABLES = [
  expiringTable('verification', { nonce_hash: 'bytea' }, SINCE_EXPIRED),
  expiringTable(
    'verification_gate',
    { receiver: 'bytea', scene: 'text', requester: 'bytea' },
    `sent_at < now() - interval '${SENT_CODE_DAYS} days'`,
  ),
  expiringTable('one_time', { hash: 'bytea', kind: 'text' }, 'expires_at < now()'),
  expiringTable('ticket', { hash: 'bytea' }, SINCE_EXPIRED),
  expiringTable('oauth_request', { state_hash: 'bytea' }, SINCE_EXPIRED),
  expiringTable('oauth_flow', { hash: 'bytea' }, SINCE_EXPIRED),
  expiringTable('openid_token', { uid: 'uuid', hash: 'bytea' }, SINCE_EXPIRED),
  expiringTable('openid_grant', { uid: 'uuid', id: 'text' }, 'expires_at < now()'),
  expiringTable(
    'openid_ended_grant',
    { uid: 'uuid', id: 'text' },
    `ended_at < now() - interval '${ENDED_GRANT_DAYS} days'`,
  ),
  expiringTable('openid_flow', { hash: 'bytea' }, 'expires_at < now()'),
  expiringTable('sign_in_flow', { hash: 'bytea' }, SINCE_EXPIRED),
  expiringTable(
    'factor_recovery',
    { uid: 'uuid' },
    `ready_at < now() - interval '${RECOVERY_READY_SECONDS} seconds'`,
  ),
  expiringTable(
    'sign_in_record',
    { uid: 'uuid', id: 'bigint' },
    `at < now() - interval '${SIGN_IN_RECORD_DAYS} days'`,
  ),
  expiringTable(
    'known_device',
    { uid: 'uuid', device_hash: 'bytea' },
    `last_seen < now() - interval '${BROWSER_COOKIE_DAYS} days'`,
  ),
]
