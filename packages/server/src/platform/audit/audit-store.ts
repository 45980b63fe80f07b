/** Reads the audit log. `writeAudit` appends to it. */
import { statement } from '../db/database.ts'

/** Returns a row if the account has such an event within the last day. */
export const findEventOfLastDay = statement<{ event: string }, { uid: string; event: string }>(
  'audit.of_last_day',
  `select event from audit_event
    where uid = $uid and event = $event and at > now() - interval '1 day' limit 1`,
)
