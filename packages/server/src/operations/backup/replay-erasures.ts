/** What a database that was put back does not know: who was deleted since, and which pictures nobody has any more. */
import { eraseAccount, headpicStorageKey, isHeadpicName, listErasureRecords } from '../../identity/index.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { removeFilesLater } from '../../platform/files/remove-later.ts'

/** Names in one query and one job. */
const BATCH = 500

export interface ReplayedErasures {
  /** accounts that were there all the same */
  readonly erased: number
  /** deletions that the file store knows of */
  readonly deletions: number
}

/** Erases every account that has a tombstone. */
export async function replayErasures(tx: Queryable, files: FileStore): Promise<ReplayedErasures> {
  const deletions = await listErasureRecords(files)
  let erased = 0
  for (const uid of deletions) if (await eraseAccount(tx, uid)) erased++
  return { erased, deletions: deletions.length }
}

const strays = statement<{ name: string }, [names: readonly string[]]>(
  'restore.strays',
  `select name from unnest($1::text[]) as name where not exists (select from headpic_file f where f.name = name.name)`,
)

/**
 * Pictures of the time that was lost have no row, so no deletion would ever reach them: they go with this transaction. An upload
 * writes its row before its file, so that none under way is taken for one.
 */
export async function removeStrayPictures(tx: Queryable, files: FileStore): Promise<void> {
  const names = (await files.list('headpic')).filter(isHeadpicName)
  for (let at = 0; at < names.length; at += BATCH) {
    const stray = await strays(tx, names.slice(at, at + BATCH))
    await removeFilesLater(
      tx,
      stray.map(({ name }) => headpicStorageKey(name)),
    )
  }
}
