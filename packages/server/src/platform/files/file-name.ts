/**
 * Names that a file store accepts. Names come out of database rows and jobs, and a name like `../../.ssh/id` in one of them
 * must not reach a file of the server's user: an attacker who can write SQL could read, replace or delete it.
 */
import type { FileStore } from './file-store.ts'

const FOLDERS = 'headpic|deleted|machine-losses'
const FOLDER = new RegExp(`^(?:${FOLDERS})$`)
const FILE = new RegExp(`^(?:${FOLDERS})/[\\w-]{1,64}(?:\\.[a-z]{1,8})?$`)
const REMOVABLE_FILE = /^headpic\/[\w-]{16}\.webp$/

/** Files that a job may remove: pictures. Records of deletions and of lost rights are never removed by a job, since a restoration would undo both. */
export const isRemovableFile = (name: unknown): name is string =>
  typeof name === 'string' && REMOVABLE_FILE.test(name)

function assertName(pattern: RegExp, name: unknown): asserts name is string {
  if (typeof name !== 'string' || !pattern.test(name))
    throw new Error('the file store does not accept this name')
}

/** The store, which rejects every other name before it touches a file. */
export const withCheckedNames = (store: FileStore): FileStore => ({
  async put(name, bytes, type) {
    assertName(FILE, name)
    return store.put(name, bytes, type)
  },
  async get(name) {
    assertName(FILE, name)
    return store.get(name)
  },
  async remove(name) {
    assertName(FILE, name)
    return store.remove(name)
  },
  async list(folder) {
    assertName(FOLDER, folder)
    return store.list(folder)
  },
})
