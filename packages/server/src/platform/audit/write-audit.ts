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
  readonly detail?: Readonly<Record<string, AuditValue | Changes>>
}

export type AuditValue = string | number | boolean | null
/** What an operator changed: by field, the value before and after. Addresses are masked. */
export type Changes = Readonly<Record<string, { readonly from: AuditValue; readonly to: AuditValue }>>

const toAuditValue = (value: unknown): AuditValue => {
  if (Array.isArray(value)) return value.join(' ')
  if (value === null || value === undefined) return null
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** The fields of `after` whose value differs from the one before. Lists are written with spaces. */
export const changesOf = (before: object, after: object): Changes =>
  Object.fromEntries(
    Object.entries(after).flatMap(([field, value]) => {
      const from = toAuditValue((before as Readonly<Record<string, unknown>>)[field])
      const to = toAuditValue(value)
      return from === to ? [] : [[field, { from, to }]]
    }),
  )

/** jsonb holds neither NUL nor half of a surrogate pair: the row would be lost, and the call would fail. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

export async function writeAudit(on: Queryable, event: AuditEvent): Promise<void> {
  const { uid = null, operator = null, network = null, app = null, requestId = null, detail = {} } = event
  const evidence = operator === null ? undefined : currentOperatorEvidence()
  const { reason, caseNumber } = evidence ?? {}
  const why = {
    ...(caseNumber !== undefined && { case: caseNumber }),
    ...(reason !== undefined && { reason }),
  }
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
    detail: JSON.stringify({ ...why, ...detail }, storable),
  })
  evidence?.onAudit?.(uid)
}
