/** What became of codes, and how they are withdrawn. */
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
import { OperationError } from '../operation-error.ts'

export type ListedBatch = CodeBatchRow
export type ListedCode = BatchCodeRow

const CHUNK = 5_000
const noBatch = (batch: string) => new OperationError(`There is no batch ${batch}.`)

/** `benefit`: of that one only. */
export async function listBatches(
  db: Database,
  benefit: string | undefined,
  operator: string,
): Promise<readonly ListedBatch[]> {
  const rows = await listBatchRows(db, { benefit: benefit ?? null })
  await writeAudit(db, { event: 'codes.list', outcome: 'ok', operator, detail: { batches: rows.length } })
  return rows
}

/** The state of each code of a batch, without the codes: those are known to nobody but who was told them. */
export async function exportCodes(
  db: Database,
  batch: string,
  operator: string,
): Promise<readonly ListedCode[]> {
  const [known] = await findBatch(db, { batch })
  if (!known) throw noBatch(batch)
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

/** Withdraws a batch: what is not redeemed yet never will be. Gives how many codes that are. */
export async function revokeBatch(
  db: Database,
  batch: string,
  operator: string,
): Promise<{ revoked: number }> {
  return db.transaction(async tx => {
    const [known] = await findBatch(tx, { batch })
    if (!known) throw noBatch(batch)
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

/** Withdraws single codes, all or none; those redeemed already stay so. Throws an OperationError that names lines. */
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
    if (code === undefined) throw new OperationError(`Line ${index + 1} is no code.`)
    hashes.push(hashRedemptionCode(keys.redemption, code))
  }
  return db.transaction(async tx => {
    let revoked = 0
    for (let from = 0; from < hashes.length; from += CHUNK) {
      const chunk = hashes.slice(from, from + CHUNK)
      await revokeCodeRows(tx, { hashes: chunk })
      revoked += (await countRevokedCodes(tx, { hashes: chunk }))[0]?.codes ?? 0
    }
    await writeAudit(tx, { event: 'codes.revoke', outcome: 'ok', operator, detail: { codes: revoked } })
    return { revoked }
  })
}
