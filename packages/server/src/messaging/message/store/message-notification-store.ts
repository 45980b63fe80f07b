/**
 * PostgreSQL notifications that tell all processes about changed messages. The payload is `broadcast` or the uids of accounts,
 * separated by spaces.
 */
import { statement } from '../../../platform/db/database.ts'

export const MESSAGE_CHANNEL = 'message'
export const BROADCAST_PAYLOAD = 'broadcast'

/** Sent when the transaction commits. */
export const notifyMessageChannel = statement<never, { payloads: readonly string[] }>(
  'message.notify',
  `select pg_notify('${MESSAGE_CHANNEL}', payload) from unnest($payloads::text[]) payload`,
  { scope: 'coordinator' },
)
