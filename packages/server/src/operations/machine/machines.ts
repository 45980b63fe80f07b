/** Register of machines with an unlock password, the keys of their product lines, and the check of a password. */

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
import { claimCardOf, deriveMachineKeys, type MachineKeyLabel } from '../../machines/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { OperationError } from '../input/operation-error.ts'

type MachineKeys = Pick<Keys, 'unlock' | 'wrapping'>

export interface MachineImport {
  /** one serial number each */
  readonly lines: readonly string[]
  /** product line */
  readonly line: string
  /** version of the line's key that was put into these machines; undefined: the current one */
  readonly keyVersion: number | undefined
  /** false: they can have owners, but no unlock passwords; default true */
  readonly unlock?: boolean
  readonly operator: string
}

const INSERT_CHUNK = 10_000

export function assertLineName(line: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(line)) throw new OperationError('line_invalid')
}

function parseSerialNumber(typed: string): string {
  if (serialNumberError(typed)) throw new OperationError('serial_number_invalid')
  return normalizeSerialNumber(typed)
}

/** Imports all serial numbers or none. Known machines stay unchanged. Throws an OperationError. */
export async function importMachines(
  db: Database,
  keys: MachineKeys,
  { lines, line, keyVersion, unlock = true, operator }: MachineImport,
): Promise<{ imported: number; known: number; line: string; keyVersion: number }> {
  assertLineName(line)
  const sns = new Set<string>()
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    if (serialNumberError(text)) throw new OperationError('serial_number_line', { line: index + 1 })
    sns.add(normalizeSerialNumber(text))
  }
  if (sns.size === 0) throw new OperationError('serial_numbers_none')
  const current = await ensureLineKey(db, keys.wrapping, line)
  const version = keyVersion ?? current
  if (version < 1 || version > current) throw new OperationError('key_version_unknown', { line, current })
  const all = [...sns]
  const imported = await db.transaction(async tx => {
    let count = 0
    for (let from = 0; from < all.length; from += INSERT_CHUNK)
      count += (
        await insertMachines(tx, {
          serialNumbers: all.slice(from, from + INSERT_CHUNK),
          ...{ line, version, unlock },
        })
      ).length
    const detail = { line, version, unlock, imported: count, known: all.length - count }
    await writeAudit(tx, { event: 'device.import', outcome: 'ok', operator, detail })
    return count
  })
  return { imported, known: all.length - imported, line, keyVersion: version }
}

async function findKey(db: Database, keys: MachineKeys, typed: string) {
  const sn = parseSerialNumber(typed)
  const [machine] = await findMachine(db, { serialNumber: sn })
  if (machine?.registered && machine.line === null) throw new OperationError('serial_number_not_imported')
  const line = machine?.line ?? DEFAULT_LINE
  const version = machine?.key_version ?? (await findKeyVersion(db, keys.wrapping, line, sn))
  const generation = machine?.generation ?? 0
  return { sn, line, version, generation, lineKey: await loadLineKey(db, keys.wrapping, line, version) }
}

/** Checks a password as a machine does that has accepted none of the issued passwords yet. Throws an OperationError. */
export async function verifyUnlockPassword(
  db: Database,
  keys: MachineKeys,
  order: {
    readonly sn: string
    readonly lightSource: LightSource
    readonly password: string
    readonly operator: string
  },
): Promise<{ valid: boolean; counter: number | null }> {
  const { lightSource, operator } = order
  const password = order.password.replace(/[\s-]/g, '')
  const { sn, lineKey } = await findKey(db, keys, order.sn)
  const hash = hashSerialNumber(keys.unlock, sn)
  const [issued] = await findCounter(db, { serialNumberHash: hash, lightSource })
  const key = deriveMachineKey(lineKey, sn, lightSource)
  // The machine may have accepted any issued password, and looks ahead from there.
  const last = Number(issued?.counter ?? 0) + LOOK_AHEAD_MAX
  let counter: number | null = null
  for (let at = last; at >= 1 && counter === null; at--)
    if (unlockPasswordAt(key, at) === password) counter = at
  const valid = counter !== null
  const detail = { sn: hash.toString('hex'), lightSource, valid }
  await writeAudit(db, { event: 'device.verify', outcome: 'ok', operator, detail })
  return { valid, counter }
}

/** Creates the next version of a line's key. Existing machines keep their version. Throws an OperationError. */
export async function rotateLineKey(
  db: Database,
  keys: MachineKeys,
  order: { readonly line: string; readonly fromSn: string | undefined; readonly operator: string },
): Promise<{ line: string; keyVersion: number; fromSn: string | null }> {
  const { line, operator } = order
  assertLineName(line)
  const fromSn = order.fromSn === undefined ? undefined : parseSerialNumber(order.fromSn)
  await ensureLineKey(db, keys.wrapping, line)
  const [machine] = await findMachine(db, { serialNumber: fromSn ?? '' })
  if (!machine?.registered && fromSn === undefined) throw new OperationError('first_serial_number_missing')
  const before = (await listLineKeyVersions(db, { line })).at(-1)?.from_sn ?? ''
  if (fromSn !== undefined && fromSn <= before) throw new OperationError('first_serial_number_low')
  return db.transaction(async tx => {
    // Without --from-sn only imported machines count: "~" sorts after every SN.
    const keyVersion = await addLineKey(tx, keys.wrapping, line, fromSn ?? '~')
    const detail = { line, version: keyVersion, fromSn: fromSn !== undefined }
    await writeAudit(tx, { event: 'device.rotate_key', outcome: 'ok', operator, detail })
    return { line, keyVersion, fromSn: fromSn ?? null }
  })
}

export interface ProvisionedMachine {
  readonly sn: string
  readonly line: string
  readonly keyVersion: number
  readonly keys: Readonly<Record<LightSource, string>>
  /** number of the keys for claims and passes; 0: the machine was made before there were any, and has none */
  readonly generation: number
  /** hex */
  readonly machineKeys: Readonly<Record<MachineKeyLabel, string>> | null
  /** for the box, under a scratch field */
  readonly card: string | null
}

/** The secret keys that go into one machine when it is made. Throws an OperationError. */
export async function provisionMachine(
  db: Database,
  keys: MachineKeys,
  order: { readonly sn: string; readonly operator: string },
): Promise<ProvisionedMachine> {
  const { sn, line, version, generation, lineKey } = await findKey(db, keys, order.sn)
  const keyOf = (lightSource: LightSource) => deriveMachineKey(lineKey, sn, lightSource).toString('hex')
  await writeAudit(db, {
    event: 'device.provision',
    outcome: 'ok',
    operator: order.operator,
    detail: { sn: hashSerialNumber(keys.unlock, sn).toString('hex'), line, version },
  })
  const unlock = { '1200W': keyOf('1200W'), '800W': keyOf('800W') }
  const made = { sn, line, keyVersion: version, keys: unlock, generation }
  if (generation === 0) return { ...made, machineKeys: null, card: null }
  const { claim, card, pass, client } = deriveMachineKeys(lineKey, { sn, generation })
  const hex = { claim: claim.toString('hex'), card: card.toString('hex'), pass: pass.toString('hex') }
  return { ...made, machineKeys: { ...hex, client: client.toString('hex') }, card: claimCardOf(card) }
}
