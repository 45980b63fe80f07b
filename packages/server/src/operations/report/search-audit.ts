import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { auditNetwork } from '../../platform/limits/ip-address.ts'
import { accountNotFound, findUid } from '../account/find-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseNetwork } from '../network/network-bans.ts'
import { AUDIT_EVENTS, isAuditEvent } from './audit-events.ts'
import { type AuditRow, searchAuditEvents } from './audit-report-store.ts'

export interface AuditFilter {
  /** events of this account: user ID, email address, or enterprise account ID */
  readonly who?: string | undefined
  /** name of an event; a trailing `.` or `*` matches every event that starts with it */
  readonly event?: string | undefined
  readonly operator?: string | undefined
  /** id of a request */
  readonly request?: string | undefined
  /** address or network */
  readonly network?: string | undefined
  readonly outcome?: 'ok' | 'refused' | undefined
  /** inclusive */
  readonly since?: Date | undefined
  /** exclusive */
  readonly until?: Date | undefined
  /** id of a row: only older ones, for the next page */
  readonly before?: string | undefined
  /** 1 to 10,000 */
  readonly limit: number
}

/**
 * Audit events, newest first. Each search writes an audit event itself, with its filters (S-119). The ID of an erased account finds
 * its events. Throws an OperationError.
 */
export async function searchAudit(db: Database, filter: AuditFilter, operator: string): Promise<AuditRow[]> {
  const { event = null, who } = filter
  const uid = who === undefined ? null : await findUid(db, who)
  if (uid === undefined) throw accountNotFound()
  const isPrefix = event !== null && /[.*]$/.test(event)
  if (event !== null && !isAuditEvent(event.replace(/\*$/, ''), isPrefix))
    throw new OperationError('event_unknown', { event, events: AUDIT_EVENTS.join(', ') })
  if (filter.before !== undefined && !/^\d{1,18}$/.test(filter.before))
    throw new OperationError('audit_id_invalid')
  const rows = await searchAuditEvents(db, {
    uid,
    event: isPrefix ? null : event,
    prefix: isPrefix ? event.replace(/\*$/, '') : null,
    operator: filter.operator ?? null,
    request: filter.request ?? null,
    network: filter.network === undefined ? null : parseNetwork(filter.network),
    outcome: filter.outcome ?? null,
    since: filter.since ?? null,
    until: filter.until ?? null,
    before: filter.before ?? null,
    limit: filter.limit,
  })
  // What was looked for: never an address, and of a network only what audit rows have.
  const times = { since: filter.since?.toISOString(), until: filter.until?.toISOString() }
  const { network } = filter
  const searched = {
    ...{ event: event ?? undefined, by: filter.operator, request: filter.request, outcome: filter.outcome },
    ...{ ...times, before: filter.before, network: network && auditNetwork(network.split('/')[0] ?? '') },
  }
  const detail = {
    ...(JSON.parse(JSON.stringify(searched)) as Record<string, string>),
    rows: rows.length,
  }
  await writeAudit(db, { event: 'audit.read', outcome: 'ok', uid, operator, detail })
  return rows
}
