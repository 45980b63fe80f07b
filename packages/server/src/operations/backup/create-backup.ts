/** Writes all that an installation must not lose into one sealed file, of one moment, beside running servers. */
import { headpicStorageKey, writeMissingErasureRecords } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, type Queryable, statement } from '../../platform/db/database.ts'
import { listMigrations } from '../../platform/db/migrate.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { ArchiveError } from './archive-format.ts'
import { assertKeysDecrypt } from './assert-keys-decrypt.ts'
import { BACKED_UP_TABLES } from './backup-tables.ts'
import type { Manifest, Totals } from './manifest.ts'
import { type ArchiveWriter, createArchive } from './write-archive.ts'

export interface BackupSource {
  readonly db: Database
  readonly files: FileStore
  /** 32 bytes */
  readonly master: Buffer
  readonly operator: string
}

export interface CreatedBackup extends Totals {
  /** unix seconds */
  readonly at: number
  readonly bytes: number
  /** pictures that somebody has, but the file store does not */
  readonly missing: number
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
const stillThere = statement<{ name: string }, [name: string]>(
  'backup.picture',
  'select name from headpic_file where name = $1',
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
      (await columnsOf(tx, BACKED_UP_TABLES)).map(({ table, columns }) => [table, columns]),
    ),
    sequences: Object.fromEntries((await sequences(tx)).map(({ name, last }) => [name, last])),
  }
  await archive.add({ ...manifest })
  const counts: Record<string, number> = {}
  for (const table of BACKED_UP_TABLES) {
    let total = 0
    for await (const { text, count } of rowsOf(tx, table)) {
      await archive.add({ table }, text)
      total += count
    }
    counts[table] = total
  }
  return counts
}

async function writePictures(
  archive: ArchiveWriter,
  names: readonly string[],
  { db, files }: Pick<BackupSource, 'db' | 'files'>,
): Promise<{ pictures: number; missing: number }> {
  let pictures = 0
  let missing = 0
  for (const name of names) {
    const bytes = await files.get(headpicStorageKey(name))
    if (bytes) {
      await archive.add({ picture: name }, bytes)
      pictures++
      // One that was removed since the moment of the backup is missed by nobody.
    } else missing += (await stillThere(db, name)).length
  }
  if (missing > 0 && pictures === 0)
    throw new ArchiveError(
      `FILE_STORE has none of the ${missing} pictures in use: it is not the store of this installation.`,
    )
  return { pictures, missing }
}

/**
 * Who takes everything is recorded before the first row is read. Rejects with EEXIST where `path` exists; otherwise a
 * file stands there only when all of it is written.
 */
export async function writeBackup(
  { db, files, master, operator }: BackupSource,
  path: string,
): Promise<CreatedBackup> {
  const archive = await createArchive(path, master)
  try {
    await assertKeysDecrypt(db, master)
    await writeAudit(db, { event: 'backup.create', outcome: 'ok', operator })
    const { tables, names } = await db.transaction(async tx => {
      await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
      // However slow the place is that the backup is written to.
      await tx.query({ text: 'set local idle_in_transaction_session_timeout = 0' })
      return { tables: await writeTables(tx, archive), names: (await pictures(tx)).map(({ name }) => name) }
    })
    const found = await writePictures(archive, names, { db, files })
    // Whoever restores it must find the deletions it knows of in the file store: else that is another one.
    await writeMissingErasureRecords(db, files)
    const totals: Totals = { tables, pictures: found.pictures }
    const bytes = await archive.finish({ ...totals })
    return { at: archive.heading.at, bytes, missing: found.missing, ...totals }
  } finally {
    await archive.discard()
  }
}
