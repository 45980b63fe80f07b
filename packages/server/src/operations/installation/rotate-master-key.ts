/** Encrypts the installation's keys under a new master key. The keys themselves stay, so nothing else changes (S-126). */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { readMasterKey } from '../../platform/keys/keys.ts'
import { isWeakMasterKey, WEAK_MASTER_KEY } from '../../platform/keys/master-key-strength.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { CommandError } from '../input/command-error.ts'
import { lockWrappedKeys, replaceWrappedKey } from './wrapped-key-store.ts'

/** Decodes 32 bytes of base64url. Throws a CommandError for anything else, and for a key that is not random. */
export function parseMasterKey(text: string | undefined): Buffer {
  if (text === undefined || !/^[A-Za-z0-9_-]{43}=?$/.test(text.trim()))
    throw new CommandError(
      'KERF_MASTER_KEY_NEW must be 32 random bytes in base64url: openssl rand -base64 32 | tr +/ -_',
    )
  if (isWeakMasterKey(text.trim())) throw new CommandError(`KERF_MASTER_KEY_NEW ${WEAK_MASTER_KEY}`)
  return Buffer.from(text.trim(), 'base64url')
}

/**
 * Encrypts all keys or none; returns how many. Running servers keep working, because they decrypt their keys at start. In
 * development, where the master key is a file in DATA_DIR, replaces the file too. Throws a CommandError.
 */
export async function rotateMasterKey(
  db: Database,
  config: Config,
  newKey: Buffer,
  operator: string,
): Promise<number> {
  const oldWrapping = deriveKey(await readMasterKey(config.masterKey, config.dataDir, db), 'wrapping')
  const newWrapping = deriveKey(newKey, 'wrapping')
  if (oldWrapping.equals(newWrapping))
    throw new CommandError('KERF_MASTER_KEY_NEW is the current master key.')
  const file = config.masterKey === undefined ? join(config.dataDir, 'master.key') : undefined
  const draft = file && `${file}.new`
  // Written before the commit: after it, losing the new key would lose the installation.
  if (draft) await writeFile(draft, newKey.toString('base64url'), { mode: 0o600 })
  try {
    const rotated = await db.transaction(async tx => {
      const rows = await lockWrappedKeys(tx)
      for (const { name, wrapped } of rows) {
        const key = decryptKey(oldWrapping, wrapped, name)
        await replaceWrappedKey(tx, { name, wrapped: encrypt(newWrapping, key, name) })
      }
      await writeAudit(tx, {
        event: 'key.rotate',
        outcome: 'ok',
        operator,
        detail: { keys: rows.length },
      })
      return rows.length
    })
    if (draft && file) await rename(draft, file)
    return rotated
  } catch (error) {
    if (draft) await rm(draft, { force: true })
    throw error
  }
}

function decryptKey(wrapping: Buffer, wrapped: Buffer, name: string): Buffer {
  try {
    return decrypt(wrapping, wrapped, name)
  } catch {
    throw new CommandError(`KERF_MASTER_KEY does not decrypt the key "${name}": nothing was changed.`)
  }
}
