/** Backing up and restoring, for the command line. */
import { eraseAccount } from '../account/erase-account.ts'
import { listTombstones } from '../account/tombstones.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ArchiveFault } from '../backup/archive.ts'
import { type MadeBackup, makeBackup } from '../backup/make-backup.ts'
import { type RestoredBackup, RestoreFault, restoreBackup } from '../backup/restore-backup.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { readMasterKey } from '../lib/keys.ts'
import type { Installation } from './open-installation.ts'
import { OperationError } from './operation-error.ts'

/** What a file system says of a file, in words. */
function fileFault(error: unknown, path: string): OperationError | undefined {
  const { code } = error as { code?: unknown }
  if (code === 'EEXIST')
    return new OperationError(`${path} exists already: a backup takes no other file's place.`)
  if (code === 'ENOENT') return new OperationError(`${path} is not there.`)
  if (typeof code === 'string' && /^(?:EACCES|EPERM|EISDIR|ENOTDIR|ENOSPC|EROFS|EDQUOT)$/.test(code))
    return new OperationError(`${path} cannot be used: ${code}.`)
  return undefined
}

async function told<T>(work: () => Promise<T>, path: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveFault || error instanceof RestoreFault)
      throw new OperationError(error.message)
    throw fileFault(error, path) ?? error
  }
}

const partsOf = async ({ config }: Installation) => ({
  files: await openFileStore(config.fileStore),
  master: await readMasterKey(config.masterKey, config.dataDir),
})

/** Into a new file at `path`, sealed under the master key. */
export const backUp = ({ db, ...more }: Installation, path: string, operator: string): Promise<MadeBackup> =>
  told(async () => makeBackup({ db, operator, ...(await partsOf({ db, ...more })) }, path), path)

/** From the file at `path`, into a database that nobody has used yet. */
export const restore = (into: Installation, path: string, operator: string): Promise<RestoredBackup> =>
  told(async () => restoreBackup({ ownerUrl: into.ownerUrl, operator, ...(await partsOf(into)) }, path), path)

/**
 * Erases every account that was deleted and is here all the same, because the database was put back by its own tools. Each
 * in a transaction of its own: what was interrupted goes on when it is asked for again.
 */
export async function replayDeletions(
  { db, config }: Installation,
  operator: string,
): Promise<{ erased: number }> {
  let erased = 0
  for (const uid of await listTombstones(await openFileStore(config.fileStore)))
    if (await db.transaction(tx => eraseAccount(tx, uid))) erased++
  await writeAudit(db, { event: 'deletions.replay', outcome: 'ok', operator, detail: { erased } })
  return { erased }
}
