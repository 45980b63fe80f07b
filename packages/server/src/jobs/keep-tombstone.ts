import type { Task } from 'graphile-worker'
import { keepTombstone } from '../account/tombstones.ts'
import type { FileStore } from '../ports/files.ts'

export const keepTombstoneTask =
  (files: FileStore): Task =>
  payload =>
    keepTombstone(files, (payload as { uid: string }).uid)
