import type { Task } from 'graphile-worker'
import type { FileStore } from './file-store.ts'
import type { RemoveFilesPayload } from './remove-files-later.ts'

/** Ignores files that are already removed, so that a retry succeeds. */
export const removeFilesTask =
  (store: FileStore): Task =>
  async payload => {
    for (const name of (payload as RemoveFilesPayload).files) await store.remove(name)
  }
