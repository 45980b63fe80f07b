import { decrypt } from '../../platform/keys/encryption.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import type { WrappedKeyRow } from './wrapped-key-store.ts'

/** Names of the keys that the master key does not decrypt. */
export function findUndecryptableKeys(keys: readonly WrappedKeyRow[], masterKey: Buffer): string[] {
  const wrapping = deriveKey(masterKey, 'wrapping')
  return keys.flatMap(({ name, wrapped }) => {
    try {
      decrypt(wrapping, wrapped, name)
      return []
    } catch {
      return [name]
    }
  })
}
