import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logStatus } from './log-status.mjs'
import { isAlive, processIdentity } from './process-identity.mjs'

const POLL_INTERVAL_MS = 200

function readOrUndefined(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A lock is held while any process named in it lives. A lock file that cannot be parsed has no owner. */
function isHeld(text) {
  try {
    return JSON.parse(text).owners.some(isAlive)
  } catch {
    return false
  }
}

/** Writes a temporary file and links it, so that no process ever reads a partly written lock. */
function tryCreate(path) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ owners: [processIdentity()] }))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a stale lock. When another process has already replaced it with a new one, puts that one back. */
function removeStaleLock(path, staleText) {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
    if (readOrUndefined(aside) !== staleText) linkSync(aside, path)
  } catch {
    // Another process removed it first. The caller's loop tries again.
  }
  rmSync(aside, { force: true })
}

/**
 * Runs `work` while it holds the lock file at `path`. While another process holds it, prints `waitingText` once and
 * waits. `work` receives `addOwner(pid)`, which keeps the lock held by a child process even when this one is killed.
 */
export async function withFileLock(path, waitingText, work) {
  mkdirSync(dirname(path), { recursive: true })
  for (let attempt = 0; !tryCreate(path); attempt++) {
    const text = readOrUndefined(path)
    if (text === undefined) continue
    if (!isHeld(text)) {
      removeStaleLock(path, text)
      continue
    }
    if (attempt === 0) logStatus(waitingText)
    await sleep(POLL_INTERVAL_MS)
  }
  const addOwner = pid => {
    writeFileSync(`${path}.new`, JSON.stringify({ owners: [processIdentity(), processIdentity(pid)] }))
    renameSync(`${path}.new`, path)
  }
  try {
    return await work(addOwner)
  } finally {
    rmSync(path, { force: true })
  }
}
