/** The audit log: one row an event, written before the answer and in the transaction of the change. */
import type { Queryable } from '../db/database.ts'
import { insertAuditEvent } from './audit-store.ts'
import { currentOperatorEvidence } from './operator-evidence.ts'

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
  /** never a token, code, password, email address or complete serial number */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** jsonb holds neither NUL nor half of a surrogate pair: the row would be lost, and the call would fail. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

export async function writeAudit(on: Queryable, event: AuditEvent): Promise<void> {
  const { uid = null, operator = null, network = null, app = null, requestId = null, detail = {} } = event
  const evidence = operator === null ? undefined : currentOperatorEvidence()
  await insertAuditEvent(on, {
    event: event.event,
    outcome: event.outcome,
    uid,
    operator,
    operatorSource: evidence?.source ?? null,
    operatorStated: evidence?.stated ?? null,
    network,
    app,
    requestId,
    detail: JSON.stringify(detail, storable),
  })
}
