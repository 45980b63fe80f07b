/**
 * What the archive of an account contains, as the register of tables says by table and column. Reads the tables of every module,
 * as the erasure deletes from them.
 */
import { scopeByUid } from '../../platform/cluster/statement-scope.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { tableEntries } from '../../tables/register.ts'
import type { ExportedTable, WithheldReason } from '../../tables/table-row.ts'

export const EXPORTED_TABLES: Readonly<Record<string, ExportedTable>> = Object.fromEntries(
  tableEntries().flatMap(([name, { export: exported }]) =>
    typeof exported === 'object' ? [[name, exported] as const] : [],
  ),
)

/** Everything that the archive leaves out, with the reason: tables with a uid, and columns. */
export function listWithheld(): Readonly<Record<string, WithheldReason>> {
  const withheld: Record<string, WithheldReason> = {}
  for (const [name, { export: exported }] of tableEntries())
    if (typeof exported === 'string') withheld[name] = exported
    else
      for (const [column, reason] of Object.entries(exported?.withheld ?? {}))
        withheld[`${name}.${column}`] = reason
  return withheld
}

export type ExportedRow = Readonly<Record<string, unknown>>

const PAGE_ROWS = 500
/** Before the first page: above every key. */
const HIGHEST = { id: '9223372036854775807', handle: '\u{10ffff}' } as const
/** Read as text: the driver would move a calendar date into the time zone of the server. */
const CAST: Readonly<Record<string, string>> = { birthday: 'birthday::text as birthday' }

const readers = Object.entries(EXPORTED_TABLES).map(([name, { columns, pageKey }]) => {
  const from = `select ${columns.map(column => CAST[column] ?? column).join(', ')} from ${name} where uid = $uid`
  const read = statement<Record<string, unknown>, { uid: string; below: string | null }>(
    `export.${name}`,
    pageKey === undefined
      ? `${from} and $below::text is null`
      : `${from} and ${pageKey} < $below${pageKey === 'id' ? '::bigint' : ''} order by ${pageKey} desc limit ${PAGE_ROWS}`,
    scopeByUid(name, 'data export'),
  )
  return [name, { pageKey, read }] as const
})
const readerOf = new Map(readers)

/** Rows of an account in one table, page by page, the newest first where the table has an order. */
export async function* readRows(
  db: Queryable,
  table: string,
  uid: string,
): AsyncGenerator<readonly ExportedRow[]> {
  const { pageKey, read } = readerOf.get(table) ?? missing(table)
  let below: string | null = pageKey === undefined ? null : HIGHEST[pageKey]
  for (;;) {
    const rows: readonly ExportedRow[] = await read(db, { uid, below })
    yield rows
    if (pageKey === undefined || rows.length < PAGE_ROWS) return
    below = String(rows.at(-1)?.[pageKey])
  }
}

function missing(table: string): never {
  throw new Error(`table ${table} is not exported`)
}

const listTrackedDays = statement<{ day: string }, { login: string }>(
  'export.tracked_days',
  `select distinct to_char(at at time zone 'utc', 'YYYY-MM-DD') as day from tracking_event
    where login = $login order by 1 desc`,
  { scope: 'coordinator' },
)

const readTrackedDay = statement<Record<string, unknown>, { login: string; day: string }>(
  'export.tracked_day',
  `select at, occurred_at, event, visitor, properties from tracking_event
    where login = $login and at >= ($day || ' 00:00+00')::timestamptz
      and at < ($day || ' 00:00+00')::timestamptz + interval '1 day'
    order by at desc`,
  { scope: 'coordinator' },
)

/** Behavior events of an account, day by day, the newest first. They have no uid, but the analytics id. */
export async function* readEvents(db: Queryable, login: string): AsyncGenerator<readonly ExportedRow[]> {
  for (const { day } of await listTrackedDays(db, { login })) yield await readTrackedDay(db, { login, day })
}

/** Columns of `readEvents` on the readable page. */
export const SHOWN_EVENT_COLUMNS = ['occurred_at', 'event'] as const

export const findBenefitNames = statement<{ id: string; en: string; zh: string }, { ids: readonly string[] }>(
  'export.benefit_names',
  'select id, name_en as en, name_zh as zh from benefit where id = any($ids)',
)
