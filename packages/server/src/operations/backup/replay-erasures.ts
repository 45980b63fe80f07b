/** Brings a recovered database in line with the file store: erases deleted accounts and removes pictures without an owner. */
import { eraseAccount, headpicStorageKey, isHeadpicName, listErasureRecords } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { removeFilesLater } from '../../platform/files/remove-files-later.ts'
import { findPictures } from './backup-store.ts'

/** Names in one query and one job. */
const BATCH_SIZE = 500

export interface ReplayedErasures {
  /** accounts that had to be erased again */
  readonly erased: number
  /** erasure records in the file store */
  readonly deletions: number
}

/** Erases every account that has an erasure record (S-080). */
export async function replayErasures(tx: Queryable, files: FileStore): Promise<ReplayedErasures> {
  const records = await listErasureRecords(files)
  let erased = 0
  for (const uid of records) if (await eraseAccount(tx, uid)) erased++
  return { erased, deletions: records.length }
}

/**
 * Schedules the removal of pictures that were uploaded in the lost time: without a row no deletion would ever reach them.
 * An upload writes its row before its file, so a picture whose upload is in progress has a row.
 */
export async function removeStrayPictures(tx: Queryable, files: FileStore): Promise<void> {
  const stored = (await files.list('headpic')).filter(isHeadpicName)
  for (let at = 0; at < stored.length; at += BATCH_SIZE) {
    const names = stored.slice(at, at + BATCH_SIZE)
    const used = new Set((await findPictures(tx, { names })).map(({ name }) => name))
    await removeFilesLater(tx, names.filter(name => !used.has(name)).map(headpicStorageKey))
  }
}
