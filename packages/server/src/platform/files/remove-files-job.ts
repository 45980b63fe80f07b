import type { Task } from 'graphile-worker'
import { isRemovableFile } from './file-name.ts'
import type { FileStore } from './file-store.ts'

/** Ignores files that are already removed, so that a retry succeeds. Names that are no picture are left out: the payload may be forged. */
export const removeFilesTask =
  (store: FileStore): Task =>
  async (payload, { logger }) => {
    const { files } = (payload ?? {}) as { readonly files?: unknown }
    const names: readonly unknown[] = Array.isArray(files) ? files : []
    const removable = names.filter(isRemovableFile)
    if (removable.length < names.length || !Array.isArray(files))
      logger.error('a job was to remove a file that is no picture: somebody may write SQL')
    for (const name of removable) await store.remove(name)
  }
