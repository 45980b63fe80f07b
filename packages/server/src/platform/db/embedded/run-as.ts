import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user PostgreSQL runs as, since it refuses root; undefined: our own. */
export type RunAs = { uid: number; gid: number } | undefined

const NOBODY_ID = 65_534

export const isRoot = () => process.getuid?.() === 0

/** `postgres`, else `nobody`, when we are root. */
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

/** Whether that user can enter every folder above `path`, and `path` itself (a folder or a program). */
export function canReach(path: string, runAs: RunAs): boolean {
  if (!runAs) return true
  const parent = dirname(path)
  return canExecute(path, runAs) && (parent === path || canReach(parent, runAs))
}
