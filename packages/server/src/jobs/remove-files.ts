import type { Task } from 'graphile-worker'
import type { RemoveFilesPayload } from '../files/remove-later.ts'
import type { FileStore } from '../ports/files.ts'

/** Removing what is gone already is no fault: a try may be repeated. */
export const removeFilesTask =
  (store: FileStore): Task =>
  async payload => {
    for (const name of (payload as RemoveFilesPayload).files) await store.remove(name)
  }
