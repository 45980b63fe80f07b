/** Second reading of a backup: puts pictures back that accounts still use. */
import { HEADPIC_MEDIA_TYPE, headpicStorageKey, isHeadpicName } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { findPictures } from './backup-store.ts'
import type { ArchiveReader } from './read-archive.ts'

/**
 * Stores the pictures that the file store lacks, then runs `check`. If anything fails, removes the added pictures again,
 * because no row would lead to them. Returns how many pictures of the backup the store has now. Closes the archive.
 */
export async function restorePictures(
  tx: Queryable,
  files: FileStore,
  archive: ArchiveReader,
  check: () => Promise<void>,
): Promise<number> {
  const added: string[] = []
  let restored = 0
  try {
    for await (const { head, body } of archive.parts()) {
      const { picture } = head
      if (typeof picture !== 'string' || !isHeadpicName(picture)) continue
      if ((await findPictures(tx, { names: [picture] })).length === 0) continue
      const file = headpicStorageKey(picture)
      restored++
      if (await files.get(file)) continue
      added.push(file)
      await files.put(file, body, HEADPIC_MEDIA_TYPE)
    }
    await check()
    return restored
  } catch (error) {
    for (const file of added) await files.remove(file).catch(() => undefined)
    throw error
  } finally {
    archive.close()
  }
}
