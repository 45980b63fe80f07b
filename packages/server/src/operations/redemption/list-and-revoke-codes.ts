/** Lists, exports and revokes redemption codes. */
import { REDEMPTION_CODE_LENGTH } from '@kerf/contract/limits'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import {
  type BatchCodeRow,
  type CodeBatchRow,
  countRevokedCodes,
  countUnredeemedCodes,
  findBatch,
  hashRedemptionCode,
  listBatchCodes,
  listBatches as listBatchRows,
  revokeBatch as revokeBatchRow,
  revokeCodes as revokeCodeRows,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { OperationError } from '../input/operation-error.ts'

export type ListedBatch = CodeBatchRow
export type ListedCode = BatchCodeRow

const UPDATE_CHUNK = 5_000
const unknownBatch = (batch: string) => new OperationError('batch_unknown', { batch })

/** `benefit`: only batches of this benefit. */
export async function listBatches(
  db: Database,
  benefit: string | undefined,
  operator: string,
): Promise<readonly ListedBatch[]> {
  const rows = await listBatchRows(db, { benefit: benefit ?? null })
  await writeAudit(db, { event: 'codes.list', outcome: 'ok', operator, detail: { batches: rows.length } })
  return rows
}

/** The state of each code of a batch by its number. The codes themselves are not stored. Throws an OperationError. */
export async function exportCodes(
  db: Database,
  batch: string,
  operator: string,
): Promise<readonly ListedCode[]> {
  const [known] = await findBatch(db, { batch })
  if (!known) throw unknownBatch(batch)
  const rows: ListedCode[] = []
  for (;;) {
    const more = await listBatchCodes(db, { batch, after: rows.at(-1)?.number ?? 0 })
    if (more.length === 0) break
    rows.push(...more)
  }
  await writeAudit(db, {
    event: 'codes.export',
    outcome: 'ok',
    operator,
    detail: { batch, codes: rows.length },
  })
  return rows
}

/** Codes that a revocation of the batch would end. Throws an OperationError. */
export async function countUsableCodes(db: Database, batch: string): Promise<number> {
  const [known] = await findBatch(db, { batch })
  if (!known) throw unknownBatch(batch)
  return (await countUnredeemedCodes(db, { batch }))[0]?.codes ?? 0
}

/** Revokes a batch. `revoked`: number of codes that were not redeemed. Throws an OperationError. */
export async function revokeBatch(
  db: Database,
  batch: string,
  operator: string,
): Promise<{ revoked: number }> {
  return db.transaction(async tx => {
    const [known] = await findBatch(tx, { batch })
    if (!known) throw unknownBatch(batch)
    await revokeBatchRow(tx, { batch })
    const [unused = { codes: 0 }] = await countUnredeemedCodes(tx, { batch })
    await writeAudit(tx, {
      event: 'codes.revoke',
      outcome: 'ok',
      operator,
      detail: { batch, codes: unused.codes },
    })
    return { revoked: unused.codes }
  })
}

/** Revokes single codes, all or none. Redeemed codes stay redeemed. Throws an OperationError that names lines, never codes. */
export async function revokeCodes(
  db: Database,
  keys: Pick<Keys, 'redemption'>,
  lines: readonly string[],
  operator: string,
): Promise<{ revoked: number }> {
  const hashes: Buffer[] = []
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    const code = parseRedemptionCode(text)
    if (code === undefined)
      throw new OperationError('code_line_invalid', { line: index + 1, length: REDEMPTION_CODE_LENGTH })
    hashes.push(hashRedemptionCode(keys.redemption, code))
  }
  return db.transaction(async tx => {
    let revoked = 0
    for (let from = 0; from < hashes.length; from += UPDATE_CHUNK) {
      const chunk = hashes.slice(from, from + UPDATE_CHUNK)
      await revokeCodeRows(tx, { hashes: chunk })
      revoked += (await countRevokedCodes(tx, { hashes: chunk }))[0]?.codes ?? 0
    }
    await writeAudit(tx, { event: 'codes.revoke', outcome: 'ok', operator, detail: { codes: revoked } })
    return { revoked }
  })
}
