/**
 * The keys of an installation. The master key (KERF_MASTER_KEY, in development a file in DATA_DIR) wraps one random
 * installation key, which is stored in the database. Every other key is derived from the installation key, so rotating the
 * master key rewraps one row.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '../db/database.ts'
import { StartupError } from '../errors/startup-error.ts'
import { decrypt, encrypt } from './encryption.ts'
import { findWrappedKey, insertWrappedKey } from './key-store.ts'
import { deriveKey } from './secrets.ts'

export interface Keys {
  /** hashes the receivers of verification codes and the identifiers in rate limits */
  readonly receiver: Buffer
  /** hashes one-time codes */
  readonly code: Buffer
  /** encrypts queued mail */
  readonly mail: Buffer
  /** signs human-check challenges */
  readonly challenge: Buffer
  /** encrypts links that work without a session */
  readonly link: Buffer
  /** signs challenges of passkey ceremonies */
  readonly passkey: Buffer
  /** encrypts pending social sign-ins */
  readonly social: Buffer
  /** hashes and encrypts redemption codes */
  readonly redemption: Buffer
  /** encrypts webhook secrets */
  readonly webhook: Buffer
  /** hashes serial numbers and addresses in the unlock log */
  readonly unlock: Buffer
  /** signs unlock requests */
  readonly activation: Buffer
  /** encrypts secrets of second factors and hashes recovery codes */
  readonly factor: Buffer
  /** proves that erasure records were written by this installation */
  readonly erasure: Buffer
  /** encrypts and derives what the OpenID provider stores and hands out */
  readonly openid: Buffer
  /** wraps the other stored keys */
  readonly wrapping: Buffer
}

const INSTALLATION = 'installation'

/**
 * 32 bytes from the environment, else from `DATA_DIR/master.key`, which the first start in development creates. With `on` it creates none
 * beside a database that has keys: a new one would open nothing there, and hide that the file is lost. Then it throws a StartupError.
 */
export async function readMasterKey(
  fromEnvironment: string | undefined,
  dataDir: string,
  on?: Queryable,
): Promise<Buffer> {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment, 'base64url')
  const file = join(dataDir, 'master.key')
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== undefined) return Buffer.from(found.trim(), 'base64url')
  if (on && (await findWrappedKey(on, { name: INSTALLATION })).length > 0)
    throw new StartupError(
      `${file} is missing, but the database has keys that it encrypts: put the file back, or set KERF_MASTER_KEY to the key of this database`,
    )
  await mkdir(dataDir, { recursive: true })
  // link() fails if the file exists: of two concurrent first starts, both use the key of one.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  await link(draft, file).catch(() => undefined)
  await rm(draft)
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
}

/** Throws a StartupError if the database belongs to another master key: nothing in it could be decrypted. */
export async function loadKeys(db: Queryable, master: Buffer): Promise<Keys> {
  const wrapping = deriveKey(master, 'wrapping')
  let [row] = await findWrappedKey(db, { name: INSTALLATION })
  if (!row) {
    const wrapped = encrypt(wrapping, randomBytes(32), INSTALLATION)
    await insertWrappedKey(db, { name: INSTALLATION, wrapped })
    row = (await findWrappedKey(db, { name: INSTALLATION }))[0]
  }
  if (!row) throw new Error('the installation key could not be stored')
  let key: Buffer
  try {
    key = decrypt(wrapping, row.wrapped, INSTALLATION)
  } catch {
    throw new StartupError('KERF_MASTER_KEY does not belong to this database: it was set up with another key')
  }
  return {
    receiver: deriveKey(key, 'receiver'),
    code: deriveKey(key, 'code'),
    mail: deriveKey(key, 'mail'),
    challenge: deriveKey(key, 'challenge'),
    link: deriveKey(key, 'link'),
    passkey: deriveKey(key, 'passkey'),
    social: deriveKey(key, 'social'),
    redemption: deriveKey(key, 'redemption'),
    webhook: deriveKey(key, 'webhook'),
    unlock: deriveKey(key, 'unlock'),
    activation: deriveKey(key, 'activation'),
    factor: deriveKey(key, 'factor'),
    erasure: deriveKey(key, 'erasure'),
    openid: deriveKey(key, 'openid'),
    wrapping,
  }
}
