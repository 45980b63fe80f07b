import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, isAlive } from './alive.mjs'
import { say } from './say.mjs'

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A lock is held while any of the processes named in it lives; one that cannot be read is nobody's. */
function isHeld(text) {
  try {
    return JSON.parse(text).owners.some(isAlive)
  } catch {
    return false
  }
}

/** Writes the whole file under another name and links it, so that nobody ever reads half a lock. */
function tryCreate(path) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ owners: [identify()] }))
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

/** Moves a dead owner's lock away; when another process was quicker and it is a fresh one, puts it back. */
function clearDead(path, seen) {
  const aside = `${path}.dead.${process.pid}`
  try {
    renameSync(path, aside)
    if (read(aside) !== seen) linkSync(aside, path)
  } catch {
    // Somebody else cleared it: the next round of the loop looks again.
  }
  rmSync(aside, { force: true })
}

/**
 * Runs `work` while holding the lock file at `path`; waits, with `waiting` said once, while it is held.
 * `work` gets `alsoHeldBy(pid)`: a child that must keep the lock closed even when this process is killed.
 */
export async function withLock(path, waiting, work) {
  mkdirSync(dirname(path), { recursive: true })
  for (let round = 0; !tryCreate(path); round++) {
    const text = read(path)
    if (text === undefined) continue
    if (!isHeld(text)) {
      clearDead(path, text)
      continue
    }
    if (round === 0) say(waiting)
    await sleep(200)
  }
  const alsoHeldBy = pid => {
    writeFileSync(`${path}.new`, JSON.stringify({ owners: [identify(), identify(pid)] }))
    renameSync(`${path}.new`, path)
  }
  try {
    return await work(alsoHeldBy)
  } finally {
    rmSync(path, { force: true })
  }
}
