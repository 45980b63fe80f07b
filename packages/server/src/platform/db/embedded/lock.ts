import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess, isAlive, type ProcessIdentity } from './process-identity.ts'

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isOwnerAlive(text: string): boolean {
  try {
    return isAlive(JSON.parse(text) as ProcessIdentity)
  } catch {
    return false
  }
}

/** The file appears under its name with its content in it, so that nobody reads half a lock. */
function tryCreate(path: string): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(identifyProcess(process.pid)))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a dead owner's lock away; when another process was quicker and it is a fresh one, puts it back. */
function removeStaleLock(path: string, seen: string): void {
  const aside = `${path}.dead.${process.pid}`
  try {
    renameSync(path, aside)
    if (readLock(aside) !== seen) linkSync(aside, path)
  } catch {
    // Somebody else cleared it: the caller's next round looks again.
  }
  rmSync(aside, { force: true })
}

/** Runs `work` while holding the lock file at `path`. The lock of a process that died is taken over. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!tryCreate(path)) {
    const text = readLock(path)
    if (text === undefined) continue
    if (isOwnerAlive(text)) await sleep(20)
    else removeStaleLock(path, text)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}
