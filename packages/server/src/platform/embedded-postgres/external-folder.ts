import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Log } from './log.ts'
import { findPostmaster } from './postmaster.ts'

const SYSTEM_FOLDER = '/var/lib/kerf-passport'

function isOwnedByUs(path: string): boolean {
  const stat = lstatSync(path)
  return stat.isDirectory() && stat.uid === process.getuid?.()
}

/**
 * Returns a folder of this user that every user can enter, for files that PostgreSQL's user cannot reach in the data
 * folder. Prefers /var/lib, which survives a reboot, over the temporary folder. A folder of another owner is not used.
 */
export function createExternalFolder(): string {
  const temporary = join(tmpdir(), `kerf-passport-${process.getuid?.() ?? 'user'}`)
  for (const folder of [SYSTEM_FOLDER, temporary]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      accessSync(folder, constants.W_OK)
      if (isOwnedByUs(folder)) return folder
    } catch {
      // This folder is not writable. Try the next one.
    }
  }
  throw new Error(`neither ${SYSTEM_FOLDER} nor ${temporary} can be used for the embedded database`)
}

/** Returns a short folder name that is stable for one data folder. */
export function folderNameFor(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
}

/** File of an external folder with the path of the control folder that it belongs to. */
const OWNER_FILE = 'belongs-to'
/** A data folder may be on a disk that is not mounted yet: its cluster is kept for a day. */
const KEPT_MS = DAY_SECONDS * 1_000

export function writeOwner(external: string, control: string): void {
  writeFileSync(join(external, OWNER_FILE), control)
}

/** When PostgreSQL last wrote its state, which it does at every stop and checkpoint. */
function lastUseOf(cluster: string): number {
  try {
    return statSync(join(cluster, 'global/pg_control')).mtimeMs
  } catch {
    return 0
  }
}

function isAbandoned(external: string, cluster: string): boolean {
  const isUnused = Date.now() - lastUseOf(cluster) > KEPT_MS && findPostmaster(cluster) === undefined
  if (!isUnused) return false
  // Renamed when its data folder was found empty.
  if (/\.left-\d+$/.test(cluster)) return true
  try {
    return !existsSync(readFileSync(join(external, OWNER_FILE), 'utf8'))
  } catch {
    // Of an earlier version, which did not write the owner.
    return false
  }
}

/** Deletes the clusters whose data folder was deleted, and that were not used for a day. `parent`: of all external folders. */
export function removeAbandonedFolders(parent: string, log: Log): void {
  for (const name of readdirSync(parent)) {
    const external = join(parent, name)
    for (const one of readdirSync(external).filter(entry => /^cluster(?:\.left-\d+)?$/.test(entry))) {
      const cluster = join(external, one)
      if (!isAbandoned(external, cluster)) continue
      rmSync(cluster, { recursive: true, force: true })
      log.info(`deleted ${cluster}, the database of a data folder that no longer exists`)
      if (readdirSync(external).every(entry => entry === OWNER_FILE))
        rmSync(external, { recursive: true, force: true })
    }
  }
}
