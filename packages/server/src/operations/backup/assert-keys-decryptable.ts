import type { Queryable } from '../../platform/db/database.ts'
import { findUndecryptableKeys } from '../installation/find-undecryptable-keys.ts'
import { listWrappedKeys } from '../installation/wrapped-key-store.ts'
import { ArchiveError } from './archive-format.ts'

/** A backup whose keys need another master key than the archive could never be used. Throws an ArchiveError. */
export async function assertKeysDecryptable(on: Queryable, masterKey: Buffer): Promise<void> {
  const [name] = findUndecryptableKeys(await listWrappedKeys(on), masterKey)
  if (name !== undefined)
    throw new ArchiveError(
      `KERF_MASTER_KEY does not decrypt the key "${name}": it must be the current master key.`,
    )
}
