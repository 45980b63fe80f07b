import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { type AuditRow, searchAuditEvents } from './audit-report-store.ts'

export interface AuditFilter {
  readonly uid?: string | undefined
  /** name of an event; a trailing `.` or `*` matches every event that starts with it */
  readonly event?: string | undefined
  readonly operator?: string | undefined
  readonly outcome?: 'ok' | 'refused' | undefined
  /** inclusive */
  readonly since?: Date | undefined
  /** exclusive */
  readonly until?: Date | undefined
  /** 1 to 10,000 */
  readonly limit: number
}

/** Audit events, newest first. A search for one account writes an audit event itself (S-119). */
export async function searchAudit(db: Database, filter: AuditFilter, operator: string): Promise<AuditRow[]> {
  const { event = null, uid = null } = filter
  const isPrefix = event !== null && /[.*]$/.test(event)
  const rows = await searchAuditEvents(db, {
    uid,
    event: isPrefix ? null : event,
    prefix: isPrefix ? event.replace(/\*$/, '') : null,
    operator: filter.operator ?? null,
    outcome: filter.outcome ?? null,
    since: filter.since ?? null,
    until: filter.until ?? null,
    limit: filter.limit,
  })
  if (uid !== null) await writeAudit(db, { event: 'audit.read', outcome: 'ok', uid, operator })
  return rows
}
