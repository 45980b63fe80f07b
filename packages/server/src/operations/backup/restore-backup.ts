import pg from 'pg'
import { listMissingErasureRecords, stopWaitingChanges } from '../../identity/index.ts'
import { assumeLostPasses, type ReplayedLosses, replayLosses } from '../../machines/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { loadKeys } from '../../platform/keys/keys.ts'
import { assertKeysDecryptable } from './assert-keys-decryptable.ts'
import { BACKED_UP_TABLES, TABLES_FILLED_AT_START } from './backup-tables.ts'
import type { Totals } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { describeUnproven, eraseAccounts, planErasures, removeStrayPictures } from './replay-erasures.ts'
import { restorePictures } from './restore-pictures.ts'
import { restoreRows } from './restore-rows.ts'
import { deleteRows, findRunningServer, hasRows, lockTables } from './restore-store.ts'

export interface RestoreTarget {
  /** address of the database for its owner: the serving role may not set sequences or insert audit rows of the past */
  readonly ownerUrl: string
  readonly files: FileStore
  /** 32 bytes */
  readonly masterKey: Buffer
  readonly operator: string
  /** the file store is lost too: accounts deleted since the backup come back */
  readonly withoutDeletions: boolean
  /** erasure records without a proof are believed too */
  readonly acceptUnproven: boolean
  /** server group; see `ErasureRecordStore` */
  readonly deployment: string
}

export interface RestoredBackup extends Totals {
  /** when the backup was made, unix seconds */
  readonly at: number
  /** accounts of the backup that were deleted since and erased again */
  readonly erased: number
  /** erasure records in the file store */
  readonly deletions: number
  readonly losses: ReplayedLosses
}

/** The database or file store is not fit for a restoration. The message is shown to the operator. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

async function assertNoServer(tx: Queryable): Promise<void> {
  if ((await findRunningServer(tx)).length > 0)
    throw new RestoreError('A server is running on this database: stop all servers first.')
}

/** A server that starts during the restoration waits for the locks, or ends and is started again. */
async function lockDatabase(tx: Queryable): Promise<void> {
  if (!(await lockTables(tx, BACKED_UP_TABLES)))
    throw new RestoreError('This database is in use: stop all servers and commands first.')
}

async function assertEmpty(tx: Queryable): Promise<void> {
  for (const table of BACKED_UP_TABLES)
    if (!TABLES_FILLED_AT_START.includes(table) && (await hasRows(tx, table)))
      throw new RestoreError(
        `The database is in use: table ${table} has rows. Restore into a new database (a development server inserts demo accounts).`,
      )
}

/** The file store must have the erasure records of the backup. Another store would bring deleted accounts back. */
async function assertErasureRecords(tx: Queryable, files: FileStore): Promise<void> {
  const missing = await listMissingErasureRecords(tx, files)
  if (missing.length === 0) return
  throw new RestoreError(
    `FILE_STORE lacks ${missing.length} erasure records that the backup knows, so it is not the store of that installation: ` +
      'point it there, or copy its folder "deleted". Only if that store is lost: --without-deletions.',
  )
}

async function replayErasures(
  tx: Queryable,
  target: RestoreTarget,
): Promise<{ erased: number; deletions: number }> {
  const { files, masterKey, deployment, acceptUnproven } = target
  const { erasure } = await loadKeys(tx, masterKey)
  const plan = await planErasures(tx, { files, key: erasure, deployment })
  const refusal = describeUnproven(plan)
  if (refusal !== undefined && !acceptUnproven) throw new RestoreError(refusal)
  const erased = await eraseAccounts(tx, [...plan.accounts, ...plan.unproven])
  return { erased, deletions: plan.deletions }
}

/** After the erasures: a deleted owner's machine has no roles left to end. */
async function repeatLosses(tx: Queryable, { files, masterKey, deployment }: RestoreTarget) {
  const { erasure } = await loadKeys(tx, masterKey)
  return replayLosses(tx, { files, key: erasure, deployment })
}

/**
 * Restores a backup into an empty database, all of it or nothing, and erases accounts that were deleted since, in the same
 * transaction (S-080, P-18). Reads the file twice: pictures are put back in the second reading, when the whole file is
 * known to be authentic. Throws an ArchiveError or a RestoreError with nothing changed.
 */
export async function restoreArchive(target: RestoreTarget, path: string): Promise<RestoredBackup> {
  const { files, masterKey, operator } = target
  const archive = await openArchive(path, masterKey)
  // A pipeline, because erasing an account sends statements together.
  const tx = new pg.Client({
    connectionString: target.ownerUrl,
    application_name: 'kerf restore',
    pipeline: true,
  })
  // Without a listener a lost connection would end the process. The failing statement reports it.
  tx.on('error', () => undefined)
  try {
    await tx.connect()
    await tx.query('begin')
    await assertNoServer(tx)
    await lockDatabase(tx)
    await assertEmpty(tx)
    for (const table of TABLES_FILLED_AT_START) await deleteRows(tx, table)
    const { tables } = await restoreRows(tx, archive)
    await assertKeysDecryptable(tx, masterKey)
    if (!target.withoutDeletions) await assertErasureRecords(tx, files)
    await assumeLostPasses(tx)
    const { erased, deletions } = await replayErasures(tx, target)
    await removeStrayPictures(tx, files)
    await stopWaitingChanges(tx)
    const losses = await repeatLosses(tx, target)
    const { at } = archive.header
    const detail = { at, erased, rights: losses.ended }
    await writeAudit(tx, { event: 'backup.restore', outcome: 'ok', operator, detail })
    const secondReading = await openArchive(path, masterKey)
    const pictures = await restorePictures(tx, files, secondReading, () => assertNoServer(tx))
    // After the pictures: if the answer to the commit is lost, the rows may be stored, and their pictures must be too.
    await tx.query('commit')
    return { at, erased, deletions, losses, tables, pictures }
  } finally {
    archive.close()
    // Rolls back unless committed.
    await tx.end()
  }
}
