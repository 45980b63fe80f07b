/** A backup sealed under one master key, with keys in it that are wrapped under another, would open for nobody. */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { ArchiveError } from './archive-format.ts'

const wrappedKeys = statement<{ name: string; wrapped: Buffer }>(
  'backup.wrapped_keys',
  'select name, wrapped from wrapped_key',
)

/** Throws an ArchiveFault. */
export async function assertKeysDecrypt(on: Queryable, master: Buffer): Promise<void> {
  const wrapping = deriveKey(master, 'wrapping')
  for (const { name, wrapped } of await wrappedKeys(on)) {
    try {
      decrypt(wrapping, wrapped, name)
    } catch {
      throw new ArchiveError(
        `KERF_MASTER_KEY does not open the key "${name}": it must be the present master key.`,
      )
    }
  }
}
