import type { Task } from 'graphile-worker'
import { keepMissingTombstones, keepTombstone } from '../account/tombstones.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../ports/files.ts'

export const KEEP_TOMBSTONES_JOB = 'keep_tombstones'

export const keepTombstoneTask =
  (files: FileStore): Task =>
  payload =>
    keepTombstone(files, (payload as { uid: string }).uid)

export const keepTombstonesTask =
  (db: Database, files: FileStore): Task =>
  async () => {
    await keepMissingTombstones(db, files)
  }
