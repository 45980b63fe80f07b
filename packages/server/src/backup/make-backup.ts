/** Writes all that an installation must not lose into one sealed file, of one moment, beside running servers. */
import { writeAudit } from '../audit/write-audit.ts'
import { type Database, type Queryable, statement } from '../db/database.ts'
import { listMigrations } from '../db/migrate.ts'
import type { FileStore } from '../ports/files.ts'
import { headpicFile } from '../profile/headpic.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { expectKeysToOpen } from './keys-open.ts'
import type { Manifest, Totals } from './manifest.ts'
import { BACKED_UP } from './tables.ts'

export interface BackupSource {
  readonly db: Database
  readonly files: FileStore
  /** 32 bytes */
  readonly master: Buffer
  readonly operator: string
}

export interface MadeBackup extends Totals {
  /** unix seconds */
  readonly at: number
  readonly bytes: number
}

/** Rows in one part. */
const ROWS = 1_000

const columnsOf = statement<{ table: string; columns: string[] }, [tables: readonly string[]]>(
  'backup.columns',
  `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and table_name = any($1) group by 1`,
)
const sequences = statement<{ name: string; last: string | null }>(
  'backup.sequences',
  `select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
)
const pictures = statement<{ name: string }>('backup.pictures', 'select name from headpic_file order by name')

/** Text of a JSON array. Rows never become values of ours, so that nothing is lost on the way (64-bit numbers, microseconds). */
async function* rowsOf(tx: Queryable, table: string): AsyncGenerator<{ text: string; count: number }> {
  await tx.query({
    text: `declare backed_up no scroll cursor for select to_jsonb(t)::text as row from ${table} t`,
  })
  for (;;) {
    const { rows } = await tx.query<{ row: string }>({ text: `fetch ${ROWS} from backed_up` })
    if (rows.length > 0) yield { text: `[${rows.map(({ row }) => row).join()}]`, count: rows.length }
    if (rows.length < ROWS) break
  }
  await tx.query({ text: 'close backed_up' })
}

async function writeTables(tx: Queryable, archive: ArchiveWriter): Promise<Record<string, number>> {
  const manifest: Manifest = {
    migrations: (await listMigrations()).map(({ name }) => name),
    columns: Object.fromEntries(
      (await columnsOf(tx, BACKED_UP)).map(({ table, columns }) => [table, columns]),
    ),
    sequences: Object.fromEntries((await sequences(tx)).map(({ name, last }) => [name, last])),
  }
  await archive.add({ ...manifest })
  const counts: Record<string, number> = {}
  for (const table of BACKED_UP) {
    let total = 0
    for await (const { text, count } of rowsOf(tx, table)) {
      await archive.add({ table }, text)
      total += count
    }
    counts[table] = total
  }
  return counts
}

/**
 * Who takes everything is recorded before the first row is read. Rejects with EEXIST where `path` exists; otherwise a
 * file stands there only when all of it is written.
 */
export async function makeBackup(
  { db, files, master, operator }: BackupSource,
  path: string,
): Promise<MadeBackup> {
  const archive = await createArchive(path, master)
  try {
    await writeAudit(db, { event: 'backup.create', outcome: 'ok', operator })
    const { tables, names } = await db.transaction(async tx => {
      await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
      await expectKeysToOpen(tx, master)
      return { tables: await writeTables(tx, archive), names: (await pictures(tx)).map(({ name }) => name) }
    })
    let kept = 0
    for (const name of names) {
      const bytes = await files.get(headpicFile(name))
      // Removed since the moment of the backup: whoever is restored from it has no picture.
      if (!bytes) continue
      await archive.add({ picture: name }, bytes)
      kept++
    }
    const totals: Totals = { tables, pictures: kept }
    const bytes = await archive.finish({ ...totals })
    return { at: archive.heading.at, bytes, ...totals }
  } finally {
    await archive.drop()
  }
}
