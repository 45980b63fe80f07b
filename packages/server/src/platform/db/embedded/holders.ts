import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess, isAlive, type ProcessIdentity } from './process-identity.ts'

// One file for each user of the running database: the server, a `kerf` command beside it, a second server
// process. The last one that leaves stops PostgreSQL; those that were killed are not counted.

const holdersFolder = (control: string) => join(control, 'holders')

/** Notes this process as a user of the database; returns what takes the note back. */
export function registerHolder(control: string): () => void {
  const folder = holdersFolder(control)
  mkdirSync(folder, { recursive: true })
  const note = join(folder, randomUUID())
  writeFileSync(note, JSON.stringify(identifyProcess(process.pid)))
  return () => rmSync(note, { force: true })
}

function isHolderAlive(note: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(note, 'utf8')) as ProcessIdentity)
  } catch {
    return false
  }
}

/** How many users are alive; call under the lock. The notes of dead ones are removed. */
export function countHolders(control: string): number {
  const folder = holdersFolder(control)
  mkdirSync(folder, { recursive: true })
  const notes = readdirSync(folder).map(name => join(folder, name))
  const living = notes.filter(isHolderAlive)
  for (const note of notes) if (!living.includes(note)) rmSync(note, { force: true })
  return living.length
}
