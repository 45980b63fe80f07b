/** Creates and imports batches of redemption codes. Only keyed hashes of the codes are stored (S-086, S-092). */
import { DAY_SECONDS, REDEMPTION_CODE_LENGTH } from '@kerf/contract/limits'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import {
  countUnapprovedCodes,
  findBenefit,
  generateCodes,
  hashRedemptionCode,
  insertBatch,
  insertCodes,
  lockBatches,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, isUniqueViolation, type Queryable } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomHandle, sha256 } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { type ApprovalRow, withApproval } from '../operator/approvals.ts'
import { SECOND_OPERATOR_ABOVE_CODES } from '../operator/operation-table.ts'

export interface NewBatch {
  readonly benefit: string
  /** last day, YYYY-MM-DD in UTC, on which the codes can be redeemed; undefined: no end */
  readonly expires: string | undefined
  readonly operator: string
}

export interface Batch {
  readonly batch: string
  readonly codes: readonly string[]
}

const BATCH_CODES_MAX = 1_000_000
const INSERT_CHUNK = 5_000

/** When the codes expire: the end of the day, in UTC. Throws an OperationError. */
export function parseExpiry(day: string | undefined): Date | null {
  if (day === undefined) return null
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new OperationError('expiry_invalid')
  return new Date(at.getTime() + DAY_SECONDS * 1000)
}

function validateSize(count: number): void {
  if (!Number.isInteger(count) || count < 1 || count > BATCH_CODES_MAX)
    throw new OperationError('batch_size_invalid', { max: BATCH_CODES_MAX })
}

/** Above 10,000 codes of an operator within 24 hours another operator approves first. */
async function storeBatch(
  db: Database,
  key: Buffer,
  origin: 'created' | 'imported',
  codes: readonly string[],
  order: NewBatch,
): Promise<Batch> {
  const { benefit, operator } = order
  validateSize(codes.length)
  const expires = parseExpiry(order.expires)
  const batch = `bat_${randomHandle()}`
  const hashes = codes.map(code => hashRedemptionCode(key, code))
  const store = async (tx: Queryable, approval?: ApprovalRow): Promise<void> => {
    await findUsableBenefit(tx, benefit)
    await insertBatch(tx, {
      ...{ id: batch, benefit, origin, count: codes.length, expires, operator },
      confirmedBy: approval?.decidedBy ?? null,
    })
    for (let from = 0; from < codes.length; from += INSERT_CHUNK)
      await insertCodes(tx, { batch, hashes: hashes.slice(from, from + INSERT_CHUNK), first: from + 1 })
    const detail = {
      ...{ batch, benefit, count: codes.length },
      ...(approval && { approval: approval.id, confirmedBy: approval.decidedBy }),
    }
    await writeAudit(tx, { event: `codes.${origin}`, outcome: 'ok', operator, detail })
  }
  const isStored = await db.transaction(async tx => {
    await lockBatches(tx, { operator })
    const [before] = await countUnapprovedCodes(tx, { operator })
    if ((before?.codes ?? 0) + codes.length > SECOND_OPERATOR_ABOVE_CODES) return false
    await store(tx)
    return true
  })
  if (isStored) return { batch, codes }
  const { name_en: name } = await findUsableBenefit(db, benefit)
  const count = codes.length
  // Created codes are random: another run has others.
  const content = origin === 'created' ? null : sha256(Buffer.concat(hashes)).toString('hex')
  await withApproval(
    db,
    {
      operation: origin === 'created' ? 'codes create' : 'codes import',
      parameters: { benefit, count, expires: order.expires ?? null, content },
      summary: `${count} codes for ${benefit} (${name}), ${expires ? `valid through ${order.expires}` : 'without an end'}`,
      operator,
    },
    store,
  )
  return { batch, codes }
}

async function findUsableBenefit(on: Queryable, id: string) {
  const [known] = await findBenefit(on, { id })
  if (!known) throw new OperationError('benefit_unknown', { benefit: id })
  if (known.retired_at) throw new OperationError('benefit_retired', { benefit: id })
  return known
}

/** Only this answer contains the codes. Throws an OperationError. */
export async function createCodes(
  db: Database,
  keys: Pick<Keys, 'redemption'>,
  order: NewBatch & { readonly count: number },
): Promise<Batch> {
  validateSize(order.count)
  return storeBatch(db, keys.redemption, 'created', generateCodes(order.count), order)
}

/** Imports all codes or none. `lines`: one code each. Throws an OperationError that names lines, never codes. */
export async function importCodes(
  db: Database,
  keys: Pick<Keys, 'redemption'>,
  order: NewBatch & { readonly lines: readonly string[] },
): Promise<Batch> {
  const codes: string[] = []
  const seen = new Map<string, number>()
  for (const [index, text] of order.lines.entries()) {
    const line = index + 1
    if (text.trim() === '') continue
    const code = parseRedemptionCode(text)
    if (code === undefined)
      throw new OperationError('code_line_invalid', { line, length: REDEMPTION_CODE_LENGTH })
    const hash = hashRedemptionCode(keys.redemption, code).toString('latin1')
    const earlier = seen.get(hash)
    if (earlier !== undefined) throw new OperationError('code_line_twice', { line, earlier })
    seen.set(hash, line)
    codes.push(code)
  }
  try {
    return await storeBatch(db, keys.redemption, 'imported', codes, order)
  } catch (error) {
    if (isUniqueViolation(error)) throw new OperationError('codes_exist')
    throw error
  }
}
