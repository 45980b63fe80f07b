/** The append-only record of what happened: one row an event, written before the answer, in the transaction it belongs to. */
import { type Queryable, statement } from '../db/database.ts'

export interface AuditEvent {
  /** `noun.verb`, e.g. `login.password` */
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly uid?: string | null
  /** who acted at the command line */
  readonly operator?: string | null
  /** /24 of IPv4, /48 of IPv6 */
  readonly network?: string | null
  readonly app?: string | null
  readonly requestId?: string | null
  /** never a token, code, password, e-mail address or full SN */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

const insert = statement<
  never,
  [string, string, string | null, string | null, string | null, string | null, string | null, string]
>(
  'audit.insert',
  `insert into audit_event (event, outcome, uid, operator, network, app, request_id, detail)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export async function writeAudit(on: Queryable, event: AuditEvent): Promise<void> {
  await insert(
    on,
    event.event,
    event.outcome,
    event.uid ?? null,
    event.operator ?? null,
    event.network ?? null,
    event.app ?? null,
    event.requestId ?? null,
    JSON.stringify(event.detail ?? {}),
  )
}
