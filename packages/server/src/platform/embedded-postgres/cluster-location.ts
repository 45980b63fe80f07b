import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createExternalFolder, folderNameFor } from './external-folder.ts'
import type { Log } from './log.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { canReach, isRoot, type RunAs, unprivilegedUser } from './run-as.ts'
import { secretsFile } from './secrets.ts'

/** Content of `DATA_DIR/postgres/place.json`: the location of the cluster (PostgreSQL's own data folder). */
export type ClusterLocation = { dataDir: string; cluster: string; port: number; databaseMade: boolean }

export const controlFolder = (dataDir: string) => join(dataDir, 'postgres')

const locationFile = (control: string) => join(control, 'place.json')

/** Whether an embedded database was created in this data folder. */
export const hasCluster = (dataDir: string): boolean => existsSync(locationFile(controlFolder(dataDir)))

export function readLocation(control: string): ClusterLocation | undefined {
  try {
    return JSON.parse(readFileSync(locationFile(control), 'utf8')) as ClusterLocation
  } catch {
    return undefined
  }
}

export function writeLocation(control: string, location: ClusterLocation): void {
  writeFileSync(`${locationFile(control)}.new`, JSON.stringify(location, undefined, 2))
  renameSync(`${locationFile(control)}.new`, locationFile(control))
}

/** Creates `DATA_DIR/postgres` and returns its real path. If we are root, other users can enter it but not list it. */
export function createControlFolder(dataDir: string): string {
  mkdirSync(controlFolder(dataDir), { recursive: true })
  const control = realpathSync(controlFolder(dataDir))
  chmodSync(control, isRoot() ? 0o711 : 0o700)
  return control
}

/** A cluster never changes its owner, even if a user `postgres` is added to the machine later. */
export function ownerOf(cluster: string): RunAs {
  if (!isRoot()) return undefined
  if (!existsSync(cluster)) return unprivilegedUser()
  const { uid, gid } = statSync(cluster)
  return uid === 0 ? unprivilegedUser() : { uid, gid }
}

/**
 * Whether the cluster belongs to the data folder that this one was copied from. A moved data folder keeps its cluster.
 */
function isUsedByOriginal(location: ClusterLocation, dataDir: string): boolean {
  if (location.dataDir === dataDir) return false
  return readLocation(controlFolder(location.dataDir))?.cluster === location.cluster
}

function chooseParentFolder(control: string, dataDir: string, runAs: RunAs): string {
  if (!runAs || canReach(control, runAs)) return control
  const folder = join(createExternalFolder(), folderNameFor(dataDir))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  return folder
}

/** The folder of a cluster that is not in its data folder; undefined for any other. */
export const externalFolderOf = ({ cluster }: ClusterLocation, control: string): string | undefined =>
  dirname(cluster) === control ? undefined : dirname(cluster)

/** Where the embedded database of a data folder is; undefined if it has none. */
export function findClusterFolder(dataDir: string): string | undefined {
  return hasCluster(dataDir) ? readCurrentLocation(controlFolder(dataDir))?.cluster : undefined
}

/** Returns the recorded cluster of this data folder, with current paths if the folder was moved. */
export function readCurrentLocation(control: string): ClusterLocation | undefined {
  const known = readLocation(control)
  if (!known) return undefined
  const dataDir = dirname(control)
  if (known.cluster === join(controlFolder(known.dataDir), 'cluster')) {
    return { ...known, dataDir, cluster: join(control, 'cluster') }
  }
  return isUsedByOriginal(known, dataDir) ? undefined : { ...known, dataDir }
}

/** Renames a cluster whose data folder was deleted, so that it is neither opened nor overwritten. */
async function renameOrphanedCluster(cluster: string, log: Log): Promise<void> {
  const running = findPostmaster(cluster)
  if (running) await stopPostmaster(running)
  const renamed = `${cluster}.left-${Date.now()}`
  renameSync(cluster, renamed)
  log.warn(`the database of a deleted data folder was kept as ${renamed}`)
}

/**
 * Returns the current or future location of this data folder's cluster: inside the data folder, or below /var/lib if we
 * are root and PostgreSQL's user cannot enter the data folder. Moves a cluster that its owner can no longer reach.
 * The caller must hold the lock.
 */
export async function resolveLocation(control: string, log: Log): Promise<ClusterLocation> {
  const dataDir = dirname(control)
  const known = readCurrentLocation(control)
  if (!known) {
    const cluster = join(chooseParentFolder(control, dataDir, unprivilegedUser()), 'cluster')
    // With a secrets file the cluster is ours: the first start was interrupted before the location was written.
    if (existsSync(cluster) && !existsSync(secretsFile(control))) await renameOrphanedCluster(cluster, log)
    return { dataDir, cluster, port: 0, databaseMade: false }
  }
  if (!existsSync(known.cluster)) {
    throw new Error(
      `the database in ${known.cluster} is missing: restore it, or delete ${control} to start with an empty database`,
    )
  }
  const owner = ownerOf(known.cluster)
  if (canReach(dirname(known.cluster), owner)) return known
  const cluster = join(chooseParentFolder(control, dataDir, owner), 'cluster')
  const running = findPostmaster(known.cluster)
  if (running) await stopPostmaster(running)
  renameSync(known.cluster, cluster)
  return { ...known, cluster }
}

/** Makes the user that PostgreSQL runs as the owner of a file or folder. */
export function changeOwner(path: string, runAs: RunAs): void {
  if (runAs) chownSync(path, runAs.uid, runAs.gid)
}
