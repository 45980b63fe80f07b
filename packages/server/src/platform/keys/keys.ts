/**
 * The keys of an installation. The master key (KERF_MASTER_KEY, in development a file in DATA_DIR) wraps one random
 * installation key kept in the database; every other key is derived from that one. Rotating the master key re-wraps only.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Queryable, statement } from '../db/database.ts'
import { StartupError } from '../errors/startup-error.ts'
import { decrypt, encrypt } from './encryption.ts'
import { deriveKey } from './secrets.ts'

export interface Keys {
  /** receivers of codes, identifiers in limits */
  readonly receiver: Buffer
  /** one-time codes */
  readonly code: Buffer
  /** mails waiting to be sent */
  readonly mail: Buffer
  /** human-check challenges */
  readonly challenge: Buffer
  /** links that act without a session */
  readonly link: Buffer
  /** social sign-ins under way */
  readonly social: Buffer
  /** redemption codes, at rest and as asked for */
  readonly redemption: Buffer
  /** secrets that messages to apps are signed with */
  readonly webhook: Buffer
  /** serial numbers and addresses in the record of unlock passwords */
  readonly unlock: Buffer
  /** signs requests for unlock passwords */
  readonly activation: Buffer
  /** opens the keys that lie beside the installation's own */
  readonly wrapping: Buffer
}

/** 32 bytes: from the environment, else from `DATA_DIR/master.key`, made on first use (development). */
export async function readMasterKey(fromEnvironment: string | undefined, dataDir: string): Promise<Buffer> {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment, 'base64url')
  const file = join(dataDir, 'master.key')
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== undefined) return Buffer.from(found.trim(), 'base64url')
  await mkdir(dataDir, { recursive: true })
  // Linked into place, so that of two first starts one wins whole and the other reads what it wrote.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  await link(draft, file).catch(() => undefined)
  await rm(draft)
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
}

const INSTALLATION = 'installation'

const insertKey = statement<never, [name: string, wrapped: Buffer]>(
  'key.insert',
  'insert into wrapped_key (name, wrapped) values ($1, $2) on conflict do nothing',
)
const findKey = statement<{ wrapped: Buffer }, [name: string]>(
  'key.find',
  'select wrapped from wrapped_key where name = $1',
)

/** Throws when the database was made under another master key: nothing could be read, so nothing must start. */
export async function loadKeys(db: Queryable, master: Buffer): Promise<Keys> {
  const wrapping = deriveKey(master, 'wrapping')
  let [row] = await findKey(db, INSTALLATION)
  if (!row) {
    await insertKey(db, INSTALLATION, encrypt(wrapping, randomBytes(32), INSTALLATION))
    row = (await findKey(db, INSTALLATION))[0]
  }
  if (!row) throw new Error('the installation key could not be kept')
  let key: Buffer
  try {
    key = decrypt(wrapping, row.wrapped, INSTALLATION)
  } catch {
    throw new StartupError('KERF_MASTER_KEY does not open this database: it was set up under another key')
  }
  return {
    receiver: deriveKey(key, 'receiver'),
    code: deriveKey(key, 'code'),
    mail: deriveKey(key, 'mail'),
    challenge: deriveKey(key, 'challenge'),
    link: deriveKey(key, 'link'),
    social: deriveKey(key, 'social'),
    redemption: deriveKey(key, 'redemption'),
    webhook: deriveKey(key, 'webhook'),
    unlock: deriveKey(key, 'unlock'),
    activation: deriveKey(key, 'activation'),
    wrapping,
  }
}
