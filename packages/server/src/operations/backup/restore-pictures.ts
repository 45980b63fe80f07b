/** The second reading of a backup: the pictures that somebody still has. */

import { HEADPIC_MEDIA_TYPE, headpicStorageKey, isHeadpicName } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { ArchiveReader } from './read-archive.ts'

const isWanted = statement<{ name: string }, [name: string]>(
  'restore.picture',
  'select name from headpic_file where name = $1',
)

/**
 * Puts those that are not there, and has `check` say whether all may be kept. When anything fails they are removed again, since
 * no row would ever lead to them. Returns how many pictures of the backup are in the store now. Closes the archive.
 */
export async function restorePictures(
  tx: Queryable,
  files: FileStore,
  archive: ArchiveReader,
  check: () => Promise<void>,
): Promise<number> {
  const added: string[] = []
  let there = 0
  try {
    for await (const { head, body } of archive.parts()) {
      if (typeof head.picture !== 'string' || !isHeadpicName(head.picture)) continue
      if ((await isWanted(tx, head.picture)).length === 0) continue
      const file = headpicStorageKey(head.picture)
      there++
      if (await files.get(file)) continue
      added.push(file)
      await files.put(file, body, HEADPIC_MEDIA_TYPE)
    }
    await check()
    return there
  } catch (error) {
    for (const file of added) await files.remove(file).catch(() => undefined)
    throw error
  } finally {
    archive.close()
  }
}
