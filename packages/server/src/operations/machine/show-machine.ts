/** What is known about a machine by its serial number. */
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import {
  findCounter,
  findMachine,
  hashSerialNumber,
  listAccountsOfMachine,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { OperationError } from '../input/operation-error.ts'

export interface ShownMachine {
  readonly sn: string
  /** null: it is not imported */
  readonly line: string | null
  readonly keyVersion: number | null
  /** whether serial numbers are imported at all; if so, others are invalid */
  readonly isRegisterUsed: boolean
  /** unlock passwords that were given out, by light source */
  readonly passwords: Readonly<Record<'1200W' | '800W', number>>
  /** accounts that asked for one */
  readonly accounts: readonly string[]
}

/** Throws an OperationError. */
export async function showMachine(
  db: Database,
  keys: Pick<Keys, 'unlock'>,
  typed: string,
  operator: string,
): Promise<ShownMachine> {
  if (serialNumberError(typed)) throw new OperationError('serial_number_invalid')
  const sn = normalizeSerialNumber(typed)
  const [machine] = await findMachine(db, { serialNumber: sn })
  const serialNumberHash = hashSerialNumber(keys.unlock, sn)
  const counterOf = async (lightSource: '1200W' | '800W'): Promise<number> =>
    Number((await findCounter(db, { serialNumberHash, lightSource }))[0]?.counter ?? 0)
  const passwords = { '1200W': await counterOf('1200W'), '800W': await counterOf('800W') }
  const accounts = (await listAccountsOfMachine(db, { machineHash: serialNumberHash })).map(({ uid }) => uid)
  await writeAudit(db, {
    event: 'device.show',
    outcome: 'ok',
    operator,
    detail: { sn: `…${sn.slice(-4)}`, accounts: accounts.length },
  })
  return {
    sn,
    line: machine?.line ?? null,
    keyVersion: machine?.key_version ?? null,
    isRegisterUsed: machine?.registered ?? false,
    passwords,
    accounts,
  }
}
