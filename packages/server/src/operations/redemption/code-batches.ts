/** Redemption codes: made or taken in by the batch, told once, kept as keyed hashes (S-086, S-092). */
import { REDEMPTION_CODE_LENGTH } from '@kerf/contract/limits'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import {
  findBenefit,
  generateCodes,
  hashRedemptionCode,
  insertBatch,
  insertCodes,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, isUniqueViolation, type Queryable } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { OperationError } from '../operation-error.ts'

export interface NewBatch {
  readonly benefit: string
  /** the day, in UTC, on which the codes can be redeemed for the last time; undefined: no end */
  readonly expires: string | undefined
  readonly operator: string
  /** name of a second operator: needed above 10,000 codes */
  readonly confirmedBy: string | undefined
}

export interface Batch {
  readonly batch: string
  readonly codes: readonly string[]
}

export const ALONE_MAX = 10_000
export const BATCH_MAX = 1_000_000
const CHUNK = 5_000

/** The moment a code is dead: the end of its last day, in UTC. */
export function parseExpiry(day: string | undefined): Date | null {
  if (day === undefined) return null
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new OperationError('The expiry is a day, YYYY-MM-DD.')
  return new Date(at.getTime() + 24 * 3600 * 1000)
}

function check(count: number, { operator, confirmedBy }: NewBatch): void {
  if (!Number.isInteger(count) || count < 1 || count > BATCH_MAX)
    throw new OperationError(`A batch has 1 to ${BATCH_MAX} codes.`)
  if (confirmedBy?.toLowerCase() === operator.toLowerCase())
    throw new OperationError('The second operator must be another one than the first.')
  if (count > ALONE_MAX && confirmedBy === undefined)
    throw new OperationError(`Above ${ALONE_MAX} codes a second operator must confirm (--confirmed-by).`)
}

async function keep(
  db: Database,
  key: Buffer,
  origin: 'created' | 'imported',
  codes: readonly string[],
  wanted: NewBatch,
): Promise<Batch> {
  const { benefit, operator, confirmedBy } = wanted
  check(codes.length, wanted)
  const expires = parseExpiry(wanted.expires)
  const batch = `bat_${randomHandle()}`
  await db.transaction(async tx => {
    const [known] = await findBenefit(tx, { id: benefit })
    if (!known) throw new OperationError(`There is no benefit ${benefit}.`)
    await insertBatch(tx, {
      ...{ id: batch, benefit, origin, count: codes.length, expires, operator },
      confirmedBy: confirmedBy ?? null,
    })
    for (let from = 0; from < codes.length; from += CHUNK)
      await insertCodes(tx, {
        batch,
        hashes: codes.slice(from, from + CHUNK).map(code => hashRedemptionCode(key, code)),
        first: from + 1,
      })
    await auditBatch(tx, `codes.${origin}`, wanted, batch, codes.length)
  })
  return { batch, codes }
}

const auditBatch = (
  tx: Queryable,
  event: string,
  { benefit, operator, confirmedBy }: NewBatch,
  batch: string,
  count: number,
): Promise<void> =>
  writeAudit(tx, {
    event,
    outcome: 'ok',
    operator,
    detail: { batch, benefit, count, ...(confirmedBy !== undefined && { confirmedBy }) },
  })

/** The codes are told this once. Throws an OperationError. */
export async function createCodes(
  db: Database,
  keys: Pick<Keys, 'redemption'>,
  wanted: NewBatch & { readonly count: number },
): Promise<Batch> {
  check(wanted.count, wanted)
  return keep(db, keys.redemption, 'created', generateCodes(wanted.count), wanted)
}

/** All or none. `lines`: one code each. Throws an OperationError that names lines, never a code. */
export async function importCodes(
  db: Database,
  keys: Pick<Keys, 'redemption'>,
  wanted: NewBatch & { readonly lines: readonly string[] },
): Promise<Batch> {
  const codes: string[] = []
  const seen = new Map<string, number>()
  for (const [index, text] of wanted.lines.entries()) {
    const line = index + 1
    if (text.trim() === '') continue
    const code = parseRedemptionCode(text)
    if (code === undefined)
      throw new OperationError(
        `Line ${line} is no code: ${REDEMPTION_CODE_LENGTH} letters or digits are one.`,
      )
    const hash = hashRedemptionCode(keys.redemption, code).toString('latin1')
    const earlier = seen.get(hash)
    if (earlier !== undefined)
      throw new OperationError(`Line ${line} means the same code as line ${earlier} (O is 0, I and L are 1).`)
    seen.set(hash, line)
    codes.push(code)
  }
  try {
    return await keep(db, keys.redemption, 'imported', codes, wanted)
  } catch (error) {
    if (isUniqueViolation(error))
      throw new OperationError('Some of these codes are known already: nothing was imported.')
    throw error
  }
}
