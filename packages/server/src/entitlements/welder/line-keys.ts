/** Keys of product lines. Each version is random and stored encrypted by the master key (S-102, S-106). */
import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import {
  findWrappedKey,
  insertLineKeyVersion,
  insertWrappedKey,
  listLineKeyVersions,
  lockLine,
} from './welder-store.ts'

/** Product line of machines that are not imported. */
export const DEFAULT_LINE = 'welder'

const KEY_BYTES = 32

/** Name of the row in `wrapped_key`. */
const keyName = (line: string, version: number): string => `unlock:${line}:${version}`

const findLatestVersion = async (on: Queryable, line: string): Promise<number | undefined> =>
  (await listLineKeyVersions(on, { line })).at(-1)?.version

/** Creates the next version of a line's key. Locks the line until the transaction ends. `wrappingKey`: `keys.wrapping`. */
export async function addLineKey(
  tx: Queryable,
  wrappingKey: Buffer,
  line: string,
  fromSerialNumber: string,
): Promise<number> {
  await lockLine(tx, { line })
  const version = ((await findLatestVersion(tx, line)) ?? 0) + 1
  const name = keyName(line, version)
  await insertWrappedKey(tx, { name, wrapped: encrypt(wrappingKey, randomBytes(KEY_BYTES), name) })
  await insertLineKeyVersion(tx, { line, version, fromSerialNumber })
  return version
}

/** The latest key version of a line. Creates the first one when the line has none. */
export async function ensureLineKey(db: Database, wrappingKey: Buffer, line: string): Promise<number> {
  const latest = await findLatestVersion(db, line)
  if (latest !== undefined) return latest
  return db.transaction(async tx => {
    await lockLine(tx, { line })
    return (await findLatestVersion(tx, line)) ?? addLineKey(tx, wrappingKey, line, '')
  })
}

/** The key version of a machine that is not imported, by the first serial number of each version. */
export async function findKeyVersion(
  db: Database,
  wrappingKey: Buffer,
  line: string,
  serialNumber: string,
): Promise<number> {
  const latest = await ensureLineKey(db, wrappingKey, line)
  const versions = await listLineKeyVersions(db, { line })
  return versions.findLast(({ from_sn }) => from_sn <= serialNumber)?.version ?? latest
}

/** Throws when the version does not exist, or when the master key was changed after this process started. */
export async function loadLineKey(
  on: Queryable,
  wrappingKey: Buffer,
  line: string,
  version: number,
): Promise<Buffer> {
  const name = keyName(line, version)
  const [row] = await findWrappedKey(on, { name })
  if (!row) throw new Error(`the key ${name} does not exist`)
  return decrypt(wrappingKey, row.wrapped, name)
}
