/** Reads the audit record, newest first. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, statement } from '../../platform/db/database.ts'

export interface AuditFilter {
  readonly uid?: string | undefined
  /** an event's name; ending in `.` or `*`, every event that begins so */
  readonly event?: string | undefined
  readonly operator?: string | undefined
  readonly outcome?: 'ok' | 'refused' | undefined
  /** inclusive */
  readonly since?: Date | undefined
  /** exclusive */
  readonly until?: Date | undefined
  /** 1 to 10 000 */
  readonly limit: number
}

export interface AuditRow {
  readonly id: string
  /** unix seconds */
  readonly at: number
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly uid: string | null
  readonly operator: string | null
  readonly network: string | null
  readonly app: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

const search = statement<
  AuditRow,
  [
    uid: string | null,
    event: string | null,
    prefix: string | null,
    operator: string | null,
    outcome: string | null,
    since: Date | null,
    until: Date | null,
    limit: number,
  ]
>(
  'operate.audit.search',
  `select id::text, extract(epoch from at)::float8 as at, event, outcome, uid, operator, network, app,
          request_id as "requestId", detail
     from audit_event
    where ($1::uuid is null or uid = $1) and ($2::text is null or event = $2)
      and ($3::text is null or starts_with(event, $3)) and ($4::text is null or operator = $4)
      and ($5::text is null or outcome = $5) and ($6::timestamptz is null or at >= $6)
      and ($7::timestamptz is null or at < $7)
    -- The column, not the text of it that is answered.
    order by audit_event.id desc limit $8`,
)

/** Looking through one person's record is itself on record (S-119). */
export async function searchAudit(db: Database, filter: AuditFilter, operator: string): Promise<AuditRow[]> {
  const { event, uid } = filter
  const prefix = event !== undefined && /[.*]$/.test(event) ? event.replace(/\*$/, '') : undefined
  const rows = await search(
    db,
    uid ?? null,
    prefix === undefined ? (event ?? null) : null,
    prefix ?? null,
    filter.operator ?? null,
    filter.outcome ?? null,
    filter.since ?? null,
    filter.until ?? null,
    filter.limit,
  )
  if (uid !== undefined) await writeAudit(db, { event: 'audit.read', outcome: 'ok', uid, operator })
  return rows
}
