/** Use cases of `kerf backup`, `kerf restore` and `kerf deletions replay`. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ErasureRecordStore, publishEndedOfMany, stopWaitingChanges } from '../../identity/index.ts'
import { assumeLostPasses, type ReplayedLosses, replayLosses } from '../../machines/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { isOutage, type Queryable } from '../../platform/db/database.ts'
import { isBucketUrl, openBackupPlace, splitBucketUrl } from '../../platform/files/backup-place.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { readMasterKey } from '../../platform/keys/keys.ts'
import { CommandError } from '../input/command-error.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import { assertDatabaseExists, type Installation } from '../installation/open-installation.ts'
import { ArchiveError } from './archive-format.ts'
import { type CreatedBackup, writeBackup } from './create-backup.ts'
import {
  describeUnproven,
  type ErasureReplay,
  eraseAccounts,
  planErasures,
  removeStrayPictures,
} from './replay-erasures.ts'
import { type RestoredBackup, RestoreError, restoreArchive } from './restore-backup.ts'
import { countOperators, deleteOtherAccess, endAllSessions } from './restore-store.ts'

/** Turns an error of the file system into a message. `path`: used where the error names no file. */
function toFileError(error: unknown, path: string): CommandError | undefined {
  const { code, path: named, syscall } = error as { code?: unknown; path?: string; syscall?: string }
  if (code === 'EEXIST') return new CommandError(`${path} exists already: a backup never overwrites a file.`)
  if (code === 'ENOENT')
    return new CommandError(
      existsSync(dirname(path)) ? `${path} does not exist.` : `There is no folder ${dirname(path)}.`,
    )
  if (typeof code !== 'string' || typeof syscall !== 'string') return undefined
  // For the draft beside the file, names the file itself.
  return new CommandError(`${named?.startsWith(path) ? path : (named ?? path)} cannot be used: ${code}.`)
}

async function withCommandErrors<T>(work: () => Promise<T>, path: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof RestoreError) throw new CommandError(error.message)
    if (isOutage(error)) throw new CommandError('The database does not respond. Try again.')
    throw toFileError(error, path) ?? error
  }
}

/** Prevents that reading the master key creates one: nothing was encrypted under it. */
function assertMasterKey({ masterKey, dataDir }: Config): void {
  if (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new CommandError(
      `There is no master key: set KERF_MASTER_KEY, or in development copy the installation's master.key into ${dataDir}.`,
    )
}

/**
 * Throws a CommandError unless the environment names an existing installation; opening it would otherwise create an
 * empty one. Throws a ConfigError.
 */
export function assertInstallation(env: Readonly<Record<string, string | undefined>>, root: string): void {
  const config = readConfig(env, root)
  assertDatabaseExists(config)
  assertMasterKey(config)
}

const openBackupServices = async (config: Config) => ({
  files: await openFileStore(config.fileStore),
  masterKey: await readMasterKey(config.masterKey, config.dataDir),
  deployment: config.deployment,
})

/**
 * Calls `work` with a local path for a file of a bucket, in DATA_DIR, and removes the file there afterwards. With a path of this
 * machine it calls `work` with that path. Errors of the bucket become CommandErrors.
 */
async function withLocalFile<T>(
  { dataDir }: Config,
  target: string,
  work: (
    path: string,
    bucket?: { place: Awaited<ReturnType<typeof openBackupPlace>>; name: string },
  ) => Promise<T>,
): Promise<T> {
  if (!isBucketUrl(target)) return withCommandErrors(() => work(target), target)
  const { place, name } = splitBucketUrl(target)
  if (name === '' || !isBucketUrl(place))
    throw new CommandError(`${target} names no file: s3://bucket/prefix/name.kerf`)
  const path = join(dataDir, `backup-${randomUUID()}.kerf`)
  try {
    const bucket = { place: await openBackupPlace(place), name }
    return await withCommandErrors(() => work(path, bucket), path)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { name: reason } = error as Error
    throw new CommandError(`${target} cannot be used: ${reason}.`)
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes a backup into a new file: a path of this machine, or `s3://bucket/prefix/name`. Throws a CommandError. */
export const createBackup = (
  { db, config }: Installation,
  target: string,
  operator: string,
): Promise<CreatedBackup> =>
  withLocalFile(config, target, async (path, bucket) => {
    if (await bucket?.place.has(bucket.name))
      throw new CommandError(`${target} exists already: a backup never overwrites a file.`)
    const made = await writeBackup({ db, operator, ...(await openBackupServices(config)) }, path)
    await bucket?.place.put(bucket.name, path)
    return made
  })

/** Restores a backup (see `createBackup`) into a database that was not used yet. Throws a CommandError. */
export const restoreBackup = (
  { config, ownerUrl }: Installation,
  target: string,
  options: {
    readonly operator: string
    readonly withoutDeletions: boolean
    readonly acceptUnproven: boolean
  },
): Promise<RestoredBackup> =>
  withLocalFile(config, target, async (path, bucket) => {
    assertMasterKey(config)
    if (bucket && !(await bucket.place.fetch(bucket.name, path)))
      throw new CommandError(`${target} does not exist.`)
    return restoreArchive({ ownerUrl, ...options, ...(await openBackupServices(config)) }, path)
  })

async function openRecords({ db, config }: Installation): Promise<ErasureRecordStore> {
  const { erasure } = await loadInstallationKeys(db, config)
  const files = await openFileStore(config.fileStore)
  return { files, key: erasure, deployment: config.deployment }
}

/** Erases the accounts of the plan again and ends rights again, those of the erased accounts with them. */
async function repeatDeletions(
  tx: Queryable,
  { accounts, unproven }: ErasureReplay,
  store: ErasureRecordStore,
): Promise<{ readonly erased: number; readonly losses: ReplayedLosses }> {
  await assumeLostPasses(tx)
  const erased = await eraseAccounts(tx, [...accounts, ...unproven])
  await removeStrayPictures(tx, store.files)
  await stopWaitingChanges(tx)
  return { erased, losses: await replayLosses(tx, store) }
}

const ROLL_BACK = Symbol('roll back the dry run')

/**
 * What `replayDeletions` would do: it is done in a transaction and rolled back, so that rights which depend on an erased account are
 * counted. Calls of a running server wait for its locks.
 */
export async function planDeletions(
  installation: Installation,
): Promise<ErasureReplay & { readonly losses: ReplayedLosses }> {
  const { db } = installation
  const store = await openRecords(installation)
  const plan = await planErasures(db, store)
  let losses: ReplayedLosses = { ended: 0, unproven: 0 }
  await db
    .transaction(async tx => {
      losses = (await repeatDeletions(tx, plan, store)).losses
      throw ROLL_BACK
    })
    .catch(error => {
      if (error !== ROLL_BACK) throw error
    })
  return { ...plan, losses }
}

export interface ReplayedDeletions {
  /** accounts that were erased again */
  readonly erased: number
  /** erasure records in the file store that prove who wrote them */
  readonly deletions: number
  /** sessions that were ended */
  readonly sessions: number
  /** number of operators who lost their access and must be invited again */
  readonly operators: number
  readonly losses: ReplayedLosses
}

/**
 * Repeats the deletions of `plan`, and the ends of rights on machines, in a database that was recovered by PostgreSQL's own tools, all of them or none.
 * `endSessions`: also ends all sessions, and the access of apps and operators, because the recovery restored what had ended.
 */
export async function replayDeletions(
  installation: Installation,
  plan: ErasureReplay,
  options: { readonly endSessions: boolean; readonly acceptUnproven: boolean },
  operator: string,
): Promise<ReplayedDeletions> {
  const refusal = describeUnproven(plan)
  if (refusal !== undefined && !options.acceptUnproven) throw new CommandError(refusal)
  const store = await openRecords(installation)
  return installation.db.transaction(async tx => {
    const { erased, losses } = await repeatDeletions(tx, plan, store)
    let [sessions, operators] = [0, 0]
    if (options.endSessions) {
      const ended = await endAllSessions(tx)
      await publishEndedOfMany(tx, ended)
      sessions = ended.length
      operators = (await countOperators(tx))[0]?.count ?? 0
      await deleteOtherAccess(tx)
    }
    const done = { erased, deletions: plan.deletions, sessions, operators }
    const detail = { ...done, rights: losses.ended }
    await writeAudit(tx, { event: 'deletions.replay', outcome: 'ok', operator, detail })
    return { ...done, losses }
  })
}
