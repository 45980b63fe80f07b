import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess, isAlive, type ProcessIdentity } from './process-identity.ts'

// Each process that uses the running database has one file: the server, a `kerf` command, a second server process.
// The last process that removes its file stops PostgreSQL. Files of killed processes are not counted.

const holdersFolder = (control: string) => join(control, 'holders')

/** Registers this process as a user of the database. The returned function removes the registration. */
export function registerHolder(control: string): () => void {
  const folder = holdersFolder(control)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, randomUUID())
  writeFileSync(file, JSON.stringify(identifyProcess(process.pid)))
  return () => rmSync(file, { force: true })
}

function isHolderAlive(file: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity)
  } catch {
    return false
  }
}

/**
 * Returns the number of running processes that use the database, and removes the files of ended ones.
 * The caller must hold the lock.
 */
export function countHolders(control: string): number {
  const folder = holdersFolder(control)
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(folder).map(name => join(folder, name))
  const alive = files.filter(isHolderAlive)
  for (const file of files) if (!alive.includes(file)) rmSync(file, { force: true })
  return alive.length
}
