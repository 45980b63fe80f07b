import type { Task } from 'graphile-worker'
import type { FileStore } from './file-store.ts'
import type { RemoveFilesPayload } from './remove-later.ts'

/** Removing what is gone already is no fault: a try may be repeated. */
export const removeFilesTask =
  (store: FileStore): Task =>
  async payload => {
    for (const name of (payload as RemoveFilesPayload).files) await store.remove(name)
  }
