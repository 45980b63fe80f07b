import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user that PostgreSQL runs as, because it refuses to run as root. Undefined: the user of this process. */
export type RunAs = { uid: number; gid: number } | undefined

const NOBODY_ID = 65_534

export const isRoot = () => process.getuid?.() === 0

/** Returns the user `postgres`, or else `nobody`, if this process runs as root. */
export function unprivilegedUser(): RunAs {
  if (!isRoot()) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: NOBODY_ID, gid: NOBODY_ID }
}

function canExecute(path: string, { uid, gid }: NonNullable<RunAs>): boolean {
  const stat = statSync(path)
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0
  return ((stat.mode >> shift) & 1) === 1
}

/** Whether the user can enter all parent folders of `path` and can enter or execute `path` itself. */
export function canReach(path: string, runAs: RunAs): boolean {
  if (!runAs) return true
  const parent = dirname(path)
  return canExecute(path, runAs) && (parent === path || canReach(parent, runAs))
}
