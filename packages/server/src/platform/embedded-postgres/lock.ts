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

/** Creates the lock file together with its content, so that no process reads an incomplete lock. */
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

/**
 * Removes the lock of an ended process. If another process replaced the lock in the meantime, the new lock is put back.
 * `seen` is the content of the lock to remove.
 */
function removeStaleLock(path: string, seen: string): void {
  const aside = `${path}.dead.${process.pid}`
  try {
    renameSync(path, aside)
    if (readLock(aside) !== seen) linkSync(aside, path)
  } catch {
    // Another process removed it. The caller checks again.
  }
  rmSync(aside, { force: true })
}

/** Runs `run` while this process holds the lock file at `path`. Takes over the lock of an ended process. */
export async function withLock<T>(path: string, run: () => Promise<T>): Promise<T> {
  while (!tryCreate(path)) {
    const text = readLock(path)
    if (text === undefined) continue
    if (isOwnerAlive(text)) await sleep(20)
    else removeStaleLock(path, text)
  }
  try {
    return await run()
  } finally {
    rmSync(path, { force: true })
  }
}
