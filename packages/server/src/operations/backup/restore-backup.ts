/**
 * Puts a backup into an empty database: all of it, or nothing. Accounts that were deleted since it was made are
 * deleted again, in the same transaction (S-080, P-18).
 */
import pg from 'pg'
import { listMissingErasureRecords } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { assertKeysDecrypt } from './assert-keys-decrypt.ts'
import { BACKED_UP_TABLES, TABLES_FILLED_AT_START } from './backup-tables.ts'
import type { Totals } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { removeStrayPictures, replayErasures } from './replay-erasures.ts'
import { restorePictures } from './restore-pictures.ts'
import { restoreRows } from './restore-rows.ts'

export interface RestoreTarget {
  /** of the database's owner: numbers and kept records are not the serving role's to set */
  readonly ownerUrl: string
  readonly files: FileStore
  /** 32 bytes */
  readonly master: Buffer
  readonly operator: string
  /** the file store was lost too: what was deleted since the backup comes back */
  readonly withoutDeletions: boolean
}

export interface RestoredBackup extends Totals {
  /** when it was made, unix seconds */
  readonly at: number
  /** accounts in it that were deleted since */
  readonly erased: number
  /** deletions that the file store knows of, over all time */
  readonly deletions: number
}

/** The database is not one to restore into. `message` is for the operator. */
export class RestoreError extends Error {
  override readonly name = 'RestoreFault'
}

const LOCK_NOT_AVAILABLE = '55P03'

async function assertNoServer(tx: Queryable): Promise<void> {
  const { rows } = await tx.query({
    text: `select from pg_stat_activity where datname = current_database() and application_name = 'kerf listen' limit 1`,
  })
  if (rows.length > 0)
    throw new RestoreError('A server is running on this database: stop every server of it first.')
}

/** Until the end nobody else reads or writes them: a server that starts meanwhile waits, or ends and is started again. */
async function lockTables(tx: Queryable): Promise<void> {
  await tx.query({ text: `set local lock_timeout = '5s'` })
  try {
    await tx.query({
      text: `lock table ${BACKED_UP_TABLES.map(pg.escapeIdentifier).join()} in access exclusive mode`,
    })
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new RestoreError('Somebody else is using this database: stop all servers and commands first.')
  }
}

async function assertEmpty(tx: Queryable): Promise<void> {
  for (const table of BACKED_UP_TABLES) {
    if ((TABLES_FILLED_AT_START as readonly string[]).includes(table)) continue
    const { rows } = await tx.query({ text: `select from ${pg.escapeIdentifier(table)} limit 1` })
    if (rows.length > 0)
      throw new RestoreError(
        `The database is in use: there are rows in ${table}. Restore into a new one (a server started in development puts demo accounts into it).`,
      )
  }
}

/** The store that a backup was made beside holds the deletions it knows of. Another one would bring back who was deleted since. */
async function assertErasureRecords(tx: Queryable, files: FileStore): Promise<void> {
  const missing = await listMissingErasureRecords(tx, files)
  if (missing.length === 0) return
  throw new RestoreError(
    `FILE_STORE lacks ${missing.length} deletions that the backup knows of, so it is not the store of that installation: ` +
      'point it there, or copy its folder "deleted". Only if it is lost: --without-deletions.',
  )
}

/**
 * Reads the file twice: the second time, for the pictures, when all of it is known to be genuine and who was deleted since.
 * Throws an ArchiveFault or a RestoreFault, with nothing changed.
 */
export async function restoreArchive(target: RestoreTarget, path: string): Promise<RestoredBackup> {
  const { files, master, operator } = target
  const archive = await openArchive(path, master)
  const tx = new pg.Client({ connectionString: target.ownerUrl, application_name: 'kerf restore' })
  // A connection that breaks is told by the statement that fails.
  tx.on('error', () => undefined)
  try {
    await tx.connect()
    await tx.query('begin')
    await assertNoServer(tx)
    await lockTables(tx)
    await assertEmpty(tx)
    for (const table of TABLES_FILLED_AT_START) await tx.query(`delete from ${pg.escapeIdentifier(table)}`)
    const put = await restoreRows(tx, archive)
    await assertKeysDecrypt(tx, master)
    if (!target.withoutDeletions) await assertErasureRecords(tx, files)
    const { erased, deletions } = await replayErasures(tx, files)
    await removeStrayPictures(tx, files)
    const { at } = archive.heading
    await writeAudit(tx, { event: 'backup.restore', outcome: 'ok', operator, detail: { at, erased } })
    const again = await openArchive(path, master)
    const pictures = await restorePictures(tx, files, again, () => assertNoServer(tx))
    // Not part of it: where the answer is lost the rows may be there, and the pictures must be.
    await tx.query('commit')
    return { at, erased, deletions, tables: put.tables, pictures }
  } finally {
    archive.close()
    // Without the commit nothing of it stays.
    await tx.end()
  }
}
