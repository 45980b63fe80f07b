import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
