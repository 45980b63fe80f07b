/** Backing up and restoring, for the command line. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { isOutage, statement } from '../../platform/db/database.ts'
import { hasCluster } from '../../platform/db/embedded/place.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { readMasterKey } from '../../platform/keys/keys.ts'
import type { Installation } from '../installation/open-installation.ts'
import { OperationError } from '../operation-error.ts'
import { ArchiveError } from './archive-format.ts'
import { type CreatedBackup, writeBackup } from './create-backup.ts'
import { type ReplayedErasures, removeStrayPictures, replayErasures } from './replay-erasures.ts'
import { type RestoredBackup, RestoreError, restoreArchive } from './restore-backup.ts'

/** What a file system says of a file, in words. `path`: where it names none. */
function describeFileError(error: unknown, path: string): OperationError | undefined {
  const { code, path: named, syscall } = error as { code?: unknown; path?: string; syscall?: string }
  if (code === 'EEXIST')
    return new OperationError(`${path} exists already: a backup takes no other file's place.`)
  if (code === 'ENOENT')
    return new OperationError(
      existsSync(dirname(path)) ? `${path} is not there.` : `There is no folder ${dirname(path)}.`,
    )
  if (typeof code !== 'string' || typeof syscall !== 'string') return undefined
  // A draft lies beside its file and is nobody's business.
  return new OperationError(`${named?.startsWith(path) ? path : (named ?? path)} cannot be used: ${code}.`)
}

async function withOperationErrors<T>(work: () => Promise<T>, path: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof RestoreError)
      throw new OperationError(error.message)
    if (isOutage(error)) throw new OperationError('The database went away. Try again.')
    throw describeFileError(error, path) ?? error
  }
}

/**
 * Throws unless the environment names an installation that is there: one that is made by asking for it would be backed up
 * empty, or restored under a key of its own.
 */
function assertMasterKey({ masterKey, dataDir }: Config): void {
  if (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new OperationError(
      `There is no master key: set KERF_MASTER_KEY, or in development copy the installation's master.key into ${dataDir}.`,
    )
}

/** Before a backup is opened for. Throws an OperationError, or a ConfigError. */
export function assertInstallation(env: Readonly<Record<string, string | undefined>>, root: string): void {
  const config = readConfig(env, root)
  if (config.databaseUrl === undefined && !hasCluster(config.dataDir))
    throw new OperationError(
      `There is no installation in ${config.dataDir}: is the server's environment set (DATABASE_URL, DATA_DIR, KERF_MASTER_KEY)?`,
    )
  assertMasterKey(config)
}

const openBackupServices = async ({ config }: Installation) => ({
  files: await openFileStore(config.fileStore),
  master: await readMasterKey(config.masterKey, config.dataDir),
})

/** Into a new file at `path`, sealed under the master key. */
export const createBackup = (
  { db, ...more }: Installation,
  path: string,
  operator: string,
): Promise<CreatedBackup> =>
  withOperationErrors(
    async () => writeBackup({ db, operator, ...(await openBackupServices({ db, ...more })) }, path),
    path,
  )

/** From the file at `path`, into a database that nobody has used yet. */
export const restoreBackup = (
  into: Installation,
  path: string,
  wish: { readonly operator: string; readonly withoutDeletions: boolean },
): Promise<RestoredBackup> =>
  withOperationErrors(async () => {
    assertMasterKey(into.config)
    return restoreArchive({ ownerUrl: into.ownerUrl, ...wish, ...(await openBackupServices(into)) }, path)
  }, path)

const endSessions = statement<{ handle: string }>(
  'restore.end_sessions',
  'delete from session returning handle',
)
const OPEN_DOORS = ['ticket', 'one_time', 'verification', 'oauth_flow', 'oauth_request'].map(table =>
  statement<never>(`restore.end_${table}`, `delete from ${table}`),
)

export interface ReplayedDeletions extends ReplayedErasures {
  readonly sessions: number
}

/**
 * For a database that was put back by its own tools: erases every account that was deleted and is here all the same, and where
 * wished ends all sessions, among which are those that were ended since. All or nothing.
 */
export async function replayDeletions(
  { db, config }: Installation,
  wish: { readonly endSessions: boolean },
  operator: string,
): Promise<ReplayedDeletions> {
  const files = await openFileStore(config.fileStore)
  return db.transaction(async tx => {
    const { erased, deletions } = await replayErasures(tx, files)
    await removeStrayPictures(tx, files)
    const sessions = wish.endSessions ? (await endSessions(tx)).length : 0
    if (wish.endSessions) for (const close of OPEN_DOORS) await close(tx)
    const detail = { erased, deletions, sessions }
    await writeAudit(tx, { event: 'deletions.replay', outcome: 'ok', operator, detail })
    return detail
  })
}
