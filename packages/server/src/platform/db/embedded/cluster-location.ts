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

/** What is remembered in `DATA_DIR/postgres/place.json` about the cluster (PostgreSQL's own data folder). */
export type ClusterLocation = { dataDir: string; cluster: string; port: number; databaseMade: boolean }

export const controlFolder = (dataDir: string) => join(dataDir, 'postgres')

const locationFile = (control: string) => join(control, 'place.json')

/** Whether an embedded database was ever made there. */
export const hasCluster = (dataDir: string): boolean => existsSync(locationFile(controlFolder(dataDir)))

export function readLocation(control: string): ClusterLocation | undefined {
  try {
    return JSON.parse(readFileSync(locationFile(control), 'utf8')) as ClusterLocation
  } catch {
    return undefined
  }
}

export function writeLocation(control: string, place: ClusterLocation): void {
  writeFileSync(`${locationFile(control)}.new`, JSON.stringify(place, undefined, 2))
  renameSync(`${locationFile(control)}.new`, locationFile(control))
}

/** Makes `DATA_DIR/postgres` and returns it with links resolved; others may pass through it, not list it. */
export function createControlFolder(dataDir: string): string {
  mkdirSync(controlFolder(dataDir), { recursive: true })
  const control = realpathSync(controlFolder(dataDir))
  chmodSync(control, isRoot() ? 0o711 : 0o700)
  return control
}

/** A cluster keeps its owner for life: a `postgres` user that appears later must not take it over. */
export function ownerOf(cluster: string): RunAs {
  if (!isRoot()) return undefined
  if (!existsSync(cluster)) return unprivilegedUser()
  const { uid, gid } = statSync(cluster)
  return uid === 0 ? unprivilegedUser() : { uid, gid }
}

/** A copied data folder names a cluster that belongs to the original; a moved one takes its cluster along. */
function isUsedByOriginal(place: ClusterLocation, dataDir: string): boolean {
  if (place.dataDir === dataDir) return false
  return readLocation(controlFolder(place.dataDir))?.cluster === place.cluster
}

function chooseParentFolder(control: string, dataDir: string, runAs: RunAs): string {
  if (!runAs || canReach(control, runAs)) return control
  const folder = join(createExternalFolder(), folderNameFor(dataDir))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  return folder
}

/** The cluster this data folder remembers, its paths brought up to date when the folder was moved. */
export function readCurrentLocation(control: string): ClusterLocation | undefined {
  const known = readLocation(control)
  if (!known) return undefined
  const dataDir = dirname(control)
  if (known.cluster === join(controlFolder(known.dataDir), 'cluster')) {
    return { ...known, dataDir, cluster: join(control, 'cluster') }
  }
  return isUsedByOriginal(known, dataDir) ? undefined : { ...known, dataDir }
}

/** A cluster whose data folder was deleted is kept under another name, never opened or overwritten. */
async function renameOrphanedCluster(cluster: string, log: Log): Promise<void> {
  const running = findPostmaster(cluster)
  if (running) await stopPostmaster(running)
  const aside = `${cluster}.left-${Date.now()}`
  renameSync(cluster, aside)
  log.warn(`the database of a data folder that was deleted is kept in ${aside}`)
}

/**
 * Where the cluster of this data folder is or shall be: inside it, unless we are root and PostgreSQL's user
 * cannot get there; then below /var/lib. A cluster that became unreachable is moved. Call under the lock.
 */
export async function resolveLocation(control: string, log: Log): Promise<ClusterLocation> {
  const dataDir = dirname(control)
  const known = readCurrentLocation(control)
  if (!known) {
    const cluster = join(chooseParentFolder(control, dataDir, unprivilegedUser()), 'cluster')
    // With the passwords at hand it is ours: a first start that was interrupted before it was noted.
    if (existsSync(cluster) && !existsSync(secretsFile(control))) await renameOrphanedCluster(cluster, log)
    return { dataDir, cluster, port: 0, databaseMade: false }
  }
  if (!existsSync(known.cluster)) {
    throw new Error(
      `the database in ${known.cluster} is gone: bring it back, or delete ${control} to begin anew`,
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

/** Gives a folder to the user PostgreSQL runs as. */
export function changeOwner(folder: string, runAs: RunAs): void {
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
}
