/** Puts every wrapped key under a new master key. The keys themselves stay, so nothing else changes (S-126). */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { readMasterKey } from '../../platform/keys/keys.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { OperationError } from '../operation-error.ts'

const lockKeys = statement<{ name: string; wrapped: Buffer }>(
  'operate.keys.lock',
  'select name, wrapped from wrapped_key order by name for update',
)
const rewrap = statement<never, [name: string, wrapped: Buffer]>(
  'operate.keys.rewrap',
  'update wrapped_key set wrapped = $2 where name = $1',
)

/** 32 bytes in base64url. Throws an OperationError for anything else. */
export function parseMasterKey(text: string | undefined): Buffer {
  if (text === undefined || !/^[A-Za-z0-9_-]{43}=?$/.test(text.trim()))
    throw new OperationError(
      'KERF_MASTER_KEY_NEW must be 32 random bytes in base64url: openssl rand -base64 32 | tr +/ -_',
    )
  return Buffer.from(text.trim(), 'base64url')
}

/**
 * All or none. A running server keeps working: it unwrapped its keys when it started. Where the master key is the file in
 * DATA_DIR (development), the file is replaced too. Returns how many keys were wrapped anew.
 */
export async function rotateMasterKey(
  db: Database,
  config: Config,
  newKey: Buffer,
  operator: string,
): Promise<number> {
  const before = deriveKey(await readMasterKey(config.masterKey, config.dataDir), 'wrapping')
  const after = deriveKey(newKey, 'wrapping')
  if (before.equals(after)) throw new OperationError('KERF_MASTER_KEY_NEW is the present master key.')
  const file = config.masterKey === undefined ? join(config.dataDir, 'master.key') : undefined
  const draft = file && `${file}.new`
  // Written before the commit: from then on the new key must not be lost.
  if (draft) await writeFile(draft, newKey.toString('base64url'), { mode: 0o600 })
  try {
    const rotated = await db.transaction(async tx => {
      const rows = await lockKeys(tx)
      for (const { name, wrapped } of rows) {
        await rewrap(tx, name, encrypt(after, openKey(before, wrapped, name), name))
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

function openKey(wrapping: Buffer, wrapped: Buffer, name: string): Buffer {
  try {
    return decrypt(wrapping, wrapped, name)
  } catch {
    throw new OperationError(`KERF_MASTER_KEY does not open the key "${name}": nothing was changed.`)
  }
}
