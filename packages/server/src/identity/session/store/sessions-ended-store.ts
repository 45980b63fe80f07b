/** PostgreSQL notification that sessions of an account have ended, for connections that outlive a request. The payload is the uid. */
import { statement } from '../../../platform/db/database.ts'

export const SESSIONS_ENDED_CHANNEL = 'sessions_ended'

/** Sent when the transaction commits. */
export const publishSessionsEnded = statement<never, { uid: string }>(
  'session.publish_ended',
  `select pg_notify('${SESSIONS_ENDED_CHANNEL}', $uid::text)`,
  { scope: 'coordinator' },
)
