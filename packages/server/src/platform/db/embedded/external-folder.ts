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
 * A folder of our own that every user can enter, for what cannot lie in the data folder: below /var/lib, so that
 * it outlives a restart of the machine, else in the temporary folder. A folder somebody else made is refused.
 */
export function createExternalFolder(): string {
  const temporary = join(tmpdir(), `kerf-passport-${process.getuid?.() ?? 'user'}`)
  for (const folder of [SYSTEM_FOLDER, temporary]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      accessSync(folder, constants.W_OK)
      if (isOwnedByUs(folder)) return folder
    } catch {
      // Not writable here: try the next.
    }
  }
  throw new Error(`neither ${SYSTEM_FOLDER} nor ${temporary} can be used for the embedded database`)
}

/** A short name that is stable for one data folder. */
export function folderNameFor(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
}
