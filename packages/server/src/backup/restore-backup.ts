/**
 * Puts a backup into an empty database: all of it, or nothing. Accounts that were deleted since it was made are
 * deleted again, in the same transaction (S-080, P-18).
 */
import pg from 'pg'
import * as v from 'valibot'
import { eraseAccount } from '../account/erase-account.ts'
import { listTombstones } from '../account/tombstones.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Queryable } from '../db/database.ts'
import { listMigrations } from '../db/migrate.ts'
import type { FileStore } from '../ports/files.ts'
import { HEADPIC_TYPE, headpicFile, isHeadpicName } from '../profile/headpic.ts'
import { ArchiveFault, type ArchiveReader, openArchive } from './archive.ts'
import { expectKeysToOpen } from './keys-open.ts'
import { Manifest, Totals } from './manifest.ts'
import { BACKED_UP, type BackedUp, MADE_AT_START } from './tables.ts'

export interface RestoreTarget {
  /** of the database's owner: numbers and kept records are not the serving role's to set */
  readonly ownerUrl: string
  readonly files: FileStore
  /** 32 bytes */
  readonly master: Buffer
  readonly operator: string
}

export interface RestoredBackup extends Totals {
  /** when it was made, unix seconds */
  readonly at: number
  /** accounts in it that were deleted since */
  readonly erased: number
}

/** The database is not one to restore into. `message` is for the operator. */
export class RestoreFault extends Error {
  override readonly name = 'RestoreFault'
}

/**
 * What was given numbers between the backup and its restoration is lost, but apps and pages may have seen it: numbers go
 * on so far beyond, that nobody takes what is new for what they know.
 */
const SEQUENCE_GAP = 1_000_000

const name = (identifier: string): string => pg.escapeIdentifier(identifier)

async function expectEmpty(tx: Queryable): Promise<void> {
  const { rows: servers } = await tx.query({
    text: `select from pg_stat_activity where datname = current_database() and application_name = 'kerf listen' limit 1`,
  })
  if (servers.length > 0)
    throw new RestoreFault(
      'A server is running on this database: stop it first. It would go on with the old keys.',
    )
  for (const table of BACKED_UP) {
    if ((MADE_AT_START as readonly string[]).includes(table)) continue
    const { rows } = await tx.query({ text: `select from ${name(table)} limit 1` })
    if (rows.length > 0)
      throw new RestoreFault(
        `The database is in use: there are rows in ${table}. A backup is restored into a new database only.`,
      )
  }
}

/** Throws for a backup with something this version does not know; what it lacks gets the default of its column. */
async function expectKnown(tx: Queryable, { migrations, columns }: Manifest): Promise<void> {
  const known = new Set((await listMigrations()).map(migration => migration.name))
  const { rows } = await tx.query<{ column: string }>({
    text: `select table_name || '.' || column_name as "column" from information_schema.columns where table_schema = 'public'`,
  })
  const there = new Set(rows.map(({ column }) => column))
  const wanted = Object.entries(columns).flatMap(([table, names]) =>
    names.map(column => `${table}.${column}`),
  )
  if (migrations.some(migration => !known.has(migration)) || wanted.some(column => !there.has(column)))
    throw new ArchiveFault(
      'The backup was made by a newer version of Kerf Passport: restore it with that one.',
    )
}

async function insertRows(
  tx: Queryable,
  table: BackedUp,
  columns: readonly string[],
  rows: string,
): Promise<number> {
  const list = columns.map(name).join()
  const { rowCount } = await tx.query({
    text: `insert into ${name(table)} (${list}) overriding system value
           select ${list} from jsonb_populate_recordset(null::${name(table)}, $1::jsonb)`,
    values: [rows],
  })
  return rowCount ?? 0
}

/** Reads the parts into the database and the file store. Returns what was put there and what the backup says it holds. */
async function putBack(
  tx: Queryable,
  files: FileStore,
  archive: ArchiveReader,
): Promise<{ manifest: Manifest; put: Totals; said: Totals }> {
  let manifest: Manifest | undefined
  const tables: Record<string, number> = Object.fromEntries(BACKED_UP.map(table => [table, 0]))
  let pictures = 0
  for await (const { head, body, last } of archive.parts()) {
    if (!manifest) {
      manifest = v.parse(Manifest, head)
      await expectKnown(tx, manifest)
    } else if (last) return { manifest, put: { tables, pictures }, said: v.parse(Totals, head) }
    else if (typeof head.picture === 'string' && isHeadpicName(head.picture)) {
      await files.put(headpicFile(head.picture), body, HEADPIC_TYPE)
      pictures++
    } else {
      const table = BACKED_UP.find(one => one === head.table)
      const columns = table && manifest.columns[table]
      if (!columns) throw new ArchiveFault('The backup holds what this version does not know.')
      tables[table] = (tables[table] ?? 0) + (await insertRows(tx, table, columns, body.toString()))
    }
  }
  throw new ArchiveFault('The backup is not whole: its end is missing.')
}

function expectAll(put: Totals, said: Totals): void {
  const missing = Object.entries(said.tables).filter(([table, count]) => put.tables[table] !== count)
  if (missing.length > 0 || put.pictures !== said.pictures)
    throw new ArchiveFault('The backup is damaged: it holds less than it says.')
}

async function goOnCounting(tx: Queryable, { sequences }: Manifest): Promise<void> {
  for (const [sequence, last] of Object.entries(sequences)) {
    if (last === null) continue
    await tx.query({
      text: 'select setval($1::regclass, $2::bigint + $3)',
      values: [`public.${name(sequence)}`, last, SEQUENCE_GAP],
    })
  }
}

/** Throws an ArchiveFault or a RestoreFault, with nothing changed but pictures that nobody refers to. */
export async function restoreBackup(target: RestoreTarget, path: string): Promise<RestoredBackup> {
  const archive = await openArchive(path, target.master)
  const tx = new pg.Client({ connectionString: target.ownerUrl, application_name: 'kerf restore' })
  try {
    await tx.connect()
    await tx.query('begin')
    await expectEmpty(tx)
    for (const table of MADE_AT_START) await tx.query(`delete from ${name(table)}`)
    const { manifest, put, said } = await putBack(tx, target.files, archive)
    expectAll(put, said)
    await goOnCounting(tx, manifest)
    await expectKeysToOpen(tx, target.master)
    let erased = 0
    for (const uid of await listTombstones(target.files)) if (await eraseAccount(tx, uid)) erased++
    const { at } = archive.heading
    await writeAudit(tx, {
      event: 'backup.restore',
      outcome: 'ok',
      operator: target.operator,
      detail: { at, erased },
    })
    await tx.query('commit')
    return { at, erased, ...put }
  } finally {
    archive.close()
    // Without the commit nothing of it stays.
    await tx.end()
  }
}
