/** Keys of product lines: random, wrapped by the master key, one for each version (S-102, S-106). */
import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { findLineKey, insertLineKey, insertWrapped, listLineKeyVersions, lockLine } from './welder-store.ts'

/** The line of devices that nobody imported. */
export const DEFAULT_LINE = 'welder'

const nameOf = (line: string, version: number): string => `unlock:${line}:${version}`

/** Makes the next version of a line's key; `tx` holds the line until it ends. */
export async function addLineKey(
  tx: Queryable,
  wrapping: Buffer,
  line: string,
  fromSn: string,
): Promise<number> {
  await lockLine(tx, line)
  const version = ((await listLineKeyVersions(tx, line)).at(-1)?.version ?? 0) + 1
  const name = nameOf(line, version)
  await insertWrapped(tx, name, encrypt(wrapping, randomBytes(32), name))
  await insertLineKey(tx, line, version, fromSn)
  return version
}

/** The version a line has now; its first is made when it is first wanted. */
export async function ensureLineKey(db: Database, wrapping: Buffer, line: string): Promise<number> {
  const known = (await listLineKeyVersions(db, line)).at(-1)
  if (known) return known.version
  return db.transaction(async tx => {
    await lockLine(tx, line)
    return (await listLineKeyVersions(tx, line)).at(-1)?.version ?? addLineKey(tx, wrapping, line, '')
  })
}

/** For a device nobody imported: by the SN from which each version counts. */
export async function findKeyVersion(
  db: Database,
  wrapping: Buffer,
  line: string,
  sn: string,
): Promise<number> {
  const latest = await ensureLineKey(db, wrapping, line)
  const versions = await listLineKeyVersions(db, line)
  return versions.findLast(({ from_sn }) => from_sn <= sn)?.version ?? latest
}

/** Throws where there is no such version, or the master key has been another since this process began. */
export async function loadLineKey(
  on: Queryable,
  wrapping: Buffer,
  line: string,
  version: number,
): Promise<Buffer> {
  const name = nameOf(line, version)
  const [row] = await findLineKey(on, name)
  if (!row) throw new Error(`there is no key ${name}`)
  return decrypt(wrapping, row.wrapped, name)
}
