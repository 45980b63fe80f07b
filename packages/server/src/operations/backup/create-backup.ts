import { headpicStorageKey, writeMissingErasureRecords } from '../../identity/index.ts'
import { writeMissingLossRecords } from '../../machines/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { loadKeys } from '../../platform/keys/keys.ts'
import { listMigrations } from '../../platform/schema/migrate.ts'
import { ArchiveError } from './archive-format.ts'
import { assertKeysDecryptable } from './assert-keys-decryptable.ts'
import {
  findPictures,
  listPictures,
  listSequences,
  listTableColumns,
  readRows,
  startSnapshot,
} from './backup-store.ts'
import { BACKED_UP_TABLES } from './backup-tables.ts'
import type { Manifest, Totals } from './manifest.ts'
import { type ArchiveWriter, createArchive } from './write-archive.ts'

export interface BackupSource {
  readonly db: Database
  readonly files: FileStore
  /** 32 bytes */
  readonly masterKey: Buffer
  /** server group; see `ErasureRecordStore` */
  readonly deployment: string
  readonly operator: string
}

export interface CreatedBackup extends Totals {
  /** unix seconds */
  readonly at: number
  readonly bytes: number
  /** number of pictures in use that the file store lacks */
  readonly missing: number
}

async function readManifest(tx: Queryable): Promise<Manifest> {
  const migrations = await listMigrations()
  const columns = await listTableColumns(tx, { tables: BACKED_UP_TABLES })
  const sequences = await listSequences(tx)
  return {
    migrations: migrations.map(({ name }) => name),
    columns: Object.fromEntries(columns.map(({ table, columns }) => [table, columns])),
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  }
}

async function writeTables(tx: Queryable, archive: ArchiveWriter): Promise<Record<string, number>> {
  await archive.add({ ...(await readManifest(tx)) })
  const counts: Record<string, number> = {}
  for (const table of BACKED_UP_TABLES) {
    let total = 0
    for await (const { json, count } of readRows(tx, table)) {
      await archive.add({ table }, json)
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
      // A picture that was replaced since the snapshot is not missing.
    } else missing += (await findPictures(db, { names: [name] })).length
  }
  if (missing > 0 && pictures === 0)
    throw new ArchiveError(
      `FILE_STORE has none of the ${missing} pictures in use: it is not the store of this installation.`,
    )
  return { pictures, missing }
}

/**
 * Writes everything that an installation must not lose into one encrypted file, as of one moment, while servers run. The
 * audit event is committed before the first row is read. The file appears at `path` only when it is complete. Rejects with
 * EEXIST if `path` exists. Throws an ArchiveError.
 */
export async function writeBackup(
  { db, files, masterKey, deployment, operator }: BackupSource,
  path: string,
): Promise<CreatedBackup> {
  const archive = await createArchive(path, masterKey)
  try {
    await assertKeysDecryptable(db, masterKey)
    await writeAudit(db, { event: 'backup.create', outcome: 'ok', operator })
    const { tables, names } = await db.transaction(async tx => {
      await startSnapshot(tx)
      return {
        tables: await writeTables(tx, archive),
        names: (await listPictures(tx)).map(({ name }) => name),
      }
    })
    const { pictures, missing } = await writePictures(archive, names, { db, files })
    // The restoration compares these records with the backup to recognize another file store.
    const { erasure } = await loadKeys(db, masterKey)
    const records = { files, key: erasure, deployment }
    await writeMissingErasureRecords(db, records)
    await writeMissingLossRecords(db, records)
    const totals: Totals = { tables, pictures }
    const bytes = await archive.finish({ ...totals })
    return { at: archive.header.at, bytes, missing, ...totals }
  } finally {
    await archive.discard()
  }
}
