/** The maker's devices: their register, their lines' keys, and whether a password is theirs. */

import type { LightSource } from '@kerf/contract/endpoints/welder'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import {
  addLineKey,
  DEFAULT_LINE,
  deriveMachineKey,
  ensureLineKey,
  findCounter,
  findKeyVersion,
  findMachine,
  hashSerialNumber,
  insertMachines,
  LOOK_AHEAD_MAX,
  listLineKeyVersions,
  loadLineKey,
  unlockPasswordAt,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { OperationError } from '../operation-error.ts'

type DeviceKeys = Pick<Keys, 'unlock' | 'wrapping'>

export interface Import {
  /** one serial number each */
  readonly lines: readonly string[]
  /** product line */
  readonly line: string
  /** of the line's key that was put into these devices; undefined: the present one */
  readonly keyVersion: number | undefined
  readonly operator: string
}

const CHUNK = 10_000

function assertLineName(line: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(line))
    throw new OperationError('A product line takes 1 to 32 small letters, digits and "-", a letter first.')
}

function parseSerialNumber(typed: string): string {
  const fault = serialNumberError(typed)
  if (fault) throw new OperationError('The SN is not valid: it has 23 capitals and digits.')
  return normalizeSerialNumber(typed)
}

/** All or none; what is known already stays as it is. Throws an OperationError. */
export async function importMachines(
  db: Database,
  keys: DeviceKeys,
  { lines, line, keyVersion, operator }: Import,
): Promise<{ imported: number; known: number; line: string; keyVersion: number }> {
  assertLineName(line)
  const sns = new Set<string>()
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    if (serialNumberError(text))
      throw new OperationError(`Line ${index + 1} is no SN: it has 23 capitals and digits.`)
    sns.add(normalizeSerialNumber(text))
  }
  if (sns.size === 0) throw new OperationError('There is no SN to import.')
  const current = await ensureLineKey(db, keys.wrapping, line)
  const version = keyVersion ?? current
  if (version < 1 || version > current)
    throw new OperationError(`The line ${line} has key versions 1 to ${current}.`)
  const all = [...sns]
  const imported = await db.transaction(async tx => {
    let count = 0
    for (let from = 0; from < all.length; from += CHUNK)
      count += (await insertMachines(tx, { serialNumbers: all.slice(from, from + CHUNK), line, version }))
        .length
    const detail = { line, version, imported: count, known: all.length - count }
    await writeAudit(tx, { event: 'device.import', outcome: 'ok', operator, detail })
    return count
  })
  return { imported, known: all.length - imported, line, keyVersion: version }
}

async function locate(db: Database, keys: DeviceKeys, typed: string) {
  const sn = parseSerialNumber(typed)
  const [device] = await findMachine(db, { serialNumber: sn })
  if (device?.registered && device.line === null) throw new OperationError('This SN was not imported.')
  const line = device?.line ?? DEFAULT_LINE
  const version = device?.key_version ?? (await findKeyVersion(db, keys.wrapping, line, sn))
  return { sn, line, version, lineKey: await loadLineKey(db, keys.wrapping, line, version) }
}

/** Whether a device would take the password, as one that has taken none yet and follows what was given out. */
export async function verifyUnlockPassword(
  db: Database,
  keys: DeviceKeys,
  asked: {
    readonly sn: string
    readonly lightSource: LightSource
    readonly password: string
    readonly operator: string
  },
): Promise<{ valid: boolean; counter: number | null }> {
  const { lightSource, operator } = asked
  const password = asked.password.replace(/[\s-]/g, '')
  const { sn, lineKey } = await locate(db, keys, asked.sn)
  const hash = hashSerialNumber(keys.unlock, sn)
  const [issued] = await findCounter(db, { serialNumberHash: hash, lightSource })
  const key = deriveMachineKey(lineKey, sn, lightSource)
  // The device may have taken any of those given out, and looks ahead from there.
  const last = Number(issued?.counter ?? 0) + LOOK_AHEAD_MAX
  let counter: number | null = null
  for (let at = last; at >= 1 && counter === null; at--)
    if (unlockPasswordAt(key, at) === password) counter = at
  const valid = counter !== null
  const detail = { sn: hash.toString('hex'), lightSource, valid }
  await writeAudit(db, { event: 'device.verify', outcome: 'ok', operator, detail })
  return { valid, counter }
}

/** Makes the next version of a line's key. Devices that have an earlier one keep it. Throws an OperationError. */
export async function rotateLineKey(
  db: Database,
  keys: DeviceKeys,
  asked: { readonly line: string; readonly fromSn: string | undefined; readonly operator: string },
): Promise<{ line: string; keyVersion: number; fromSn: string | null }> {
  const { line, operator } = asked
  assertLineName(line)
  const fromSn = asked.fromSn === undefined ? undefined : parseSerialNumber(asked.fromSn)
  await ensureLineKey(db, keys.wrapping, line)
  const [device] = await findMachine(db, { serialNumber: fromSn ?? '' })
  if (!device?.registered && fromSn === undefined)
    throw new OperationError(
      'No serials were imported: name the first SN that gets the new key, so that devices in use keep theirs.',
    )
  const before = (await listLineKeyVersions(db, { line })).at(-1)?.from_sn ?? ''
  if (fromSn !== undefined && fromSn <= before)
    throw new OperationError('The first SN must lie above that of the key before.')
  return db.transaction(async tx => {
    // Above every SN where only imported devices count.
    const keyVersion = await addLineKey(tx, keys.wrapping, line, fromSn ?? '~')
    const detail = { line, version: keyVersion, fromSn: fromSn !== undefined }
    await writeAudit(tx, { event: 'device.rotate_key', outcome: 'ok', operator, detail })
    return { line, keyVersion, fromSn: fromSn ?? null }
  })
}

/** The keys that are put into one device when it is made: secrets. Throws an OperationError. */
export async function provisionMachine(
  db: Database,
  keys: DeviceKeys,
  asked: { readonly sn: string; readonly operator: string },
): Promise<{ sn: string; line: string; keyVersion: number; keys: Record<LightSource, string> }> {
  const { sn, line, version, lineKey } = await locate(db, keys, asked.sn)
  const keyOf = (lightSource: LightSource) => deriveMachineKey(lineKey, sn, lightSource).toString('hex')
  await writeAudit(db, {
    event: 'device.provision',
    outcome: 'ok',
    operator: asked.operator,
    detail: { sn: hashSerialNumber(keys.unlock, sn).toString('hex'), line, version },
  })
  return { sn, line, keyVersion: version, keys: { '1200W': keyOf('1200W'), '800W': keyOf('800W') } }
}
