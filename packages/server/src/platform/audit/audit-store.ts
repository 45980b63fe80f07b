/** Rows of the audit log. They are never updated. */
import { statement } from '../db/database.ts'

export interface AuditRow {
  readonly event: string
  readonly outcome: string
  readonly uid: string | null
  readonly operator: string | null
  readonly operatorSource: string | null
  readonly operatorStated: string | null
  readonly network: string | null
  readonly app: string | null
  readonly requestId: string | null
  /** JSON */
  readonly detail: string
}

export const insertAuditEvent = statement<never, AuditRow>(
  'audit.insert',
  `insert into audit_event (event, outcome, uid, operator, operator_source, operator_stated, network, app, request_id, detail)
   values ($event, $outcome, $uid, $operator, $operatorSource, $operatorStated, $network, $app, $requestId, $detail)`,
  { scope: 'coordinator' },
)

/** Returns a row if the account has had such an event within so many seconds. */
export const findRecentEvent = statement<{ event: string }, { uid: string; event: string; seconds: number }>(
  'audit.recent',
  `select event from audit_event
    where uid = $uid and event = $event and at > now() - make_interval(secs => $seconds) limit 1`,
  { scope: 'coordinator' },
)
