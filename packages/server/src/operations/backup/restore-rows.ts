/** The first reading of a backup: its rows go into the database, and all of it is shown to be whole and genuine. */
import pg from 'pg'
import * as v from 'valibot'
import type { Queryable } from '../../platform/db/database.ts'
import { listMigrations } from '../../platform/db/migrate.ts'
import { ArchiveError } from './archive-format.ts'
import { BACKED_UP_TABLES, type BackedUpTable } from './backup-tables.ts'
import { Manifest, Totals } from './manifest.ts'
import type { ArchiveReader } from './read-archive.ts'

/**
 * What was given numbers between the backup and its restoration is lost, but apps and pages may have seen it: numbers go
 * on so far beyond, that nobody takes what is new for what they know.
 */
const SEQUENCE_GAP = 1_000_000
/**
 * The same for unlock passwords, which a device takes but once. Within its look-ahead of 100, and more than an account may
 * ask for in a day.
 */
const UNLOCK_GAP = 20

const quoted = (identifier: string): string => pg.escapeIdentifier(identifier)

/** Throws for a backup with something this version does not know; what it lacks gets the default of its column. */
async function assertKnownSchema(tx: Queryable, { migrations, columns }: Manifest): Promise<void> {
  const known = new Set((await listMigrations()).map(migration => migration.name))
  const { rows } = await tx.query<{ column: string }>({
    text: `select table_name || '.' || column_name as "column" from information_schema.columns where table_schema = 'public'`,
  })
  const there = new Set(rows.map(({ column }) => column))
  const wanted = Object.entries(columns).flatMap(([table, names]) =>
    names.map(column => `${table}.${column}`),
  )
  if (migrations.some(migration => !known.has(migration)) || wanted.some(column => !there.has(column)))
    throw new ArchiveError(
      'The backup was made by a newer version of Kerf Passport: restore it with that one.',
    )
}

async function insertRows(
  tx: Queryable,
  table: BackedUpTable,
  columns: readonly string[],
  rows: string,
): Promise<number> {
  const list = columns.map(quoted).join()
  const { rowCount } = await tx.query({
    text: `insert into ${quoted(table)} (${list}) overriding system value
           select ${list} from jsonb_populate_recordset(null::${quoted(table)}, $1::jsonb)`,
    values: [rows],
  })
  return rowCount ?? 0
}

async function insertAll(
  tx: Queryable,
  archive: ArchiveReader,
): Promise<{ manifest: Manifest; put: Totals; said: Totals }> {
  let manifest: Manifest | undefined
  const tables: Record<string, number> = Object.fromEntries(BACKED_UP_TABLES.map(table => [table, 0]))
  let pictures = 0
  for await (const { head, body, last } of archive.parts()) {
    if (!manifest) {
      manifest = v.parse(Manifest, head)
      await assertKnownSchema(tx, manifest)
    } else if (last) return { manifest, put: { tables, pictures }, said: v.parse(Totals, head) }
    else if ('picture' in head) pictures++
    else {
      const table = BACKED_UP_TABLES.find(one => one === head.table)
      const columns = table && manifest.columns[table]
      if (!columns) throw new ArchiveError('The backup holds what this version does not know.')
      tables[table] = (tables[table] ?? 0) + (await insertRows(tx, table, columns, body.toString()))
    }
  }
  throw new ArchiveError('The backup is not whole: its end is missing.')
}

function assertComplete(put: Totals, said: Totals): void {
  const missing = Object.entries(said.tables).filter(([table, count]) => put.tables[table] !== count)
  if (missing.length > 0 || put.pictures !== said.pictures)
    throw new ArchiveError('The backup is damaged: it holds less than it says.')
}

async function advanceCounters(tx: Queryable, { sequences }: Manifest): Promise<void> {
  for (const [sequence, last] of Object.entries(sequences))
    await tx.query({
      text: 'select setval($1::regclass, $2::bigint + $3)',
      values: [`public.${quoted(sequence)}`, last ?? '0', SEQUENCE_GAP],
    })
  await tx.query({ text: 'update unlock_counter set counter = counter + $1', values: [UNLOCK_GAP] })
}

/** Throws an ArchiveFault. Pictures are counted only. */
export async function restoreRows(tx: Queryable, archive: ArchiveReader): Promise<Totals> {
  const { manifest, put, said } = await insertAll(tx, archive)
  assertComplete(put, said)
  await advanceCounters(tx, manifest)
  return put
}
