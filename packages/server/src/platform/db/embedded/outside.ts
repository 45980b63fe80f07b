import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const systemFolder = '/var/lib/kerf-passport'

function isOurs(path: string): boolean {
  const stat = lstatSync(path)
  return stat.isDirectory() && stat.uid === process.getuid?.()
}

/**
 * A folder of our own that every user can enter, for what cannot lie in the data folder: below /var/lib, so that
 * it outlives a restart of the machine, else in the temporary folder. A folder somebody else made is refused.
 */
export function outsideFolder(): string {
  const temporary = join(tmpdir(), `kerf-passport-${process.getuid?.() ?? 'user'}`)
  for (const folder of [systemFolder, temporary]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      accessSync(folder, constants.W_OK)
      if (isOurs(folder)) return folder
    } catch {
      // Not writable here: try the next.
    }
  }
  throw new Error(`neither ${systemFolder} nor ${temporary} can be used for the embedded database`)
}

/** A short name that is stable for one data folder. */
export function nameFor(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
}
