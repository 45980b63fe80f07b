/** What became of codes, and how they are withdrawn. */
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import { hashRedemptionCode } from '../entitlements/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { OperationError } from './operation-error.ts'

/** Times are unix seconds. */
export interface ListedBatch {
  readonly batch: string
  readonly benefit: string
  readonly nameEn: string
  readonly origin: 'created' | 'imported'
  readonly count: number
  readonly redeemed: number
  /** null: no end */
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly operator: string
  readonly confirmedBy: string | null
  readonly createdAt: number
}

export interface ListedCode {
  /** place in the batch, from 1, in the order the codes were told or imported */
  readonly number: number
  readonly status: 'unused' | 'redeemed' | 'expired' | 'revoked'
  readonly redeemedAt: number | null
}

const seconds = (column: string): string => `floor(extract(epoch from ${column}))::float8`

const list = statement<ListedBatch, [benefit: string | null]>(
  'operate.codes.list',
  `select b.id as batch, b.benefit_id as benefit, f.name_en as "nameEn", b.origin, b.count,
          (select count(*) from redemption_code c where c.batch_id = b.id and c.redeemed_at is not null)::int as redeemed,
          ${seconds('b.expires_at')} as "expiresAt", ${seconds('b.revoked_at')} as "revokedAt",
          b.operator, b.confirmed_by as "confirmedBy", ${seconds('b.created_at')} as "createdAt"
     from code_batch b join benefit f on f.id = b.benefit_id
    where $1::text is null or b.benefit_id = $1
    order by b.created_at, b.id`,
)

const page = statement<ListedCode, [batch: string, after: number]>(
  'operate.codes.export',
  `select c.number, ${seconds('c.redeemed_at')} as "redeemedAt",
          case when c.redeemed_at is not null then 'redeemed'
               when c.revoked_at is not null or b.revoked_at is not null then 'revoked'
               when b.expires_at <= now() then 'expired' else 'unused' end as status
     from redemption_code c join code_batch b on b.id = c.batch_id
    where c.batch_id = $1 and c.number > $2 order by c.number limit 10000`,
)
const findBatch = statement<{ id: string }, [batch: string]>(
  'operate.codes.find_batch',
  'select id from code_batch where id = $1',
)
const revoke = statement<{ unused: number }, [batch: string]>(
  'operate.codes.revoke_batch',
  `with revoked as (
     update code_batch set revoked_at = coalesce(revoked_at, now()) where id = $1 returning id
   )
   select (select count(*) from redemption_code where batch_id = id and redeemed_at is null)::int as unused from revoked`,
)
const revokeSome = statement<{ hash: Buffer }, [hashes: Buffer[]]>(
  'operate.codes.revoke',
  `update redemption_code set revoked_at = coalesce(revoked_at, now())
    where hash = any($1) and redeemed_at is null returning hash`,
)

const CHUNK = 5_000
const noBatch = (batch: string) => new OperationError(`There is no batch ${batch}.`)

/** `benefit`: of that one only. */
export async function listBatches(
  db: Database,
  benefit: string | undefined,
  operator: string,
): Promise<readonly ListedBatch[]> {
  const rows = await list(db, benefit ?? null)
  await writeAudit(db, { event: 'codes.list', outcome: 'ok', operator, detail: { batches: rows.length } })
  return rows
}

/** The state of each code of a batch, without the codes: those are known to nobody but who was told them. */
export async function exportCodes(
  db: Database,
  batch: string,
  operator: string,
): Promise<readonly ListedCode[]> {
  const [known] = await findBatch(db, batch)
  if (!known) throw noBatch(batch)
  const rows: ListedCode[] = []
  for (;;) {
    const more = await page(db, batch, rows.at(-1)?.number ?? 0)
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
    const [row] = await revoke(tx, batch)
    if (!row) throw noBatch(batch)
    await writeAudit(tx, {
      event: 'codes.revoke',
      outcome: 'ok',
      operator,
      detail: { batch, codes: row.unused },
    })
    return { revoked: row.unused }
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
    for (let from = 0; from < hashes.length; from += CHUNK)
      revoked += (await revokeSome(tx, hashes.slice(from, from + CHUNK))).length
    await writeAudit(tx, { event: 'codes.revoke', outcome: 'ok', operator, detail: { codes: revoked } })
    return { revoked }
  })
}
