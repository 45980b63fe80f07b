/** Tables `code_batch` and `redemption_code`. A code can be redeemed once because it is one row. */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** Times are unix seconds; null: unset. */
export interface NewCodeBatch {
  readonly id: string
  readonly benefit: string
  readonly origin: 'created' | 'imported'
  readonly count: number
  /** null: never */
  readonly expires: Date | null
  readonly operator: string
  readonly confirmedBy: string | null
}

export const insertBatch = statement<never, NewCodeBatch>(
  'code_batch.insert',
  `insert into code_batch (id, benefit_id, origin, count, expires_at, operator, confirmed_by)
   values ($id, $benefit, $origin, $count, $expires, $operator, $confirmedBy)`,
)

/** One batch of an operator at a time is added up. */
export const lockBatches = statement<never, { operator: string }>(
  'code_batch.lock',
  `select pg_advisory_xact_lock(hashtextextended('code_batch ' || $operator, 0))`,
  { scope: 'coordinator' },
)

/** Codes of the operator within a day that no other operator has approved. */
export const countUnapprovedCodes = statement<{ codes: number }, { operator: string }>(
  'code_batch.count_unapproved',
  `select coalesce(sum(count), 0)::float8 as codes from code_batch
    where operator = $operator and confirmed_by is null and created_at > now() - interval '24 hours'`,
)

/** Numbers the codes from `first` in the order of `hashes`. */
export const insertCodes = statement<never, { batch: string; hashes: readonly Buffer[]; first: number }>(
  'redemption_code.insert',
  `insert into redemption_code (batch_id, hash, number)
   select $batch, hash, $first::int + place::int - 1 from unnest($hashes::bytea[]) with ordinality as t(hash, place)`,
)

export interface RedeemedCode {
  readonly batch: string
  readonly benefit: string
  readonly name_en: string
  readonly name_zh: string
  /** 0: the benefit never expires */
  readonly days: number
  /** codes of the apps that honor it; empty: all */
  readonly apps: readonly string[]
  readonly redeemed_at: Date
}

/**
 * Marks a code as redeemed. This conditional update decides every race for the code: of concurrent calls, one gets the row (S-088).
 * No row: the code is unknown, used, revoked or expired.
 */
export const redeemUnusedCode = statement<RedeemedCode, { hash: Buffer }>(
  'redemption.consume',
  `update redemption_code c set redeemed_at = now()
     from code_batch b join benefit f on f.id = b.benefit_id
    where c.hash = $hash and c.redeemed_at is null and c.revoked_at is null
      and b.id = c.batch_id and b.revoked_at is null and (b.expires_at is null or b.expires_at > now())
   returning b.id as batch, f.id as benefit, f.name_en, f.name_zh, f.days, f.apps, c.redeemed_at`,
)

/** Makes a redeemed code unused again. No row: it is not redeemed. */
export const releaseCode = statement<{ batch: string; number: number }, { hash: Buffer }>(
  'redemption_code.release',
  `update redemption_code set redeemed_at = null
    where hash = $hash and redeemed_at is not null returning batch_id as batch, number`,
)

/** Likewise, and it can never be redeemed again. */
export const voidCode = statement<{ batch: string; number: number }, { hash: Buffer }>(
  'redemption_code.void',
  `update redemption_code set redeemed_at = null, revoked_at = now()
    where hash = $hash and redeemed_at is not null returning batch_id as batch, number`,
)

/** Why a code cannot be redeemed. No row: there is no such code. */
export const findCodeState = statement<{ used: boolean; expired: boolean }, { hash: Buffer }>(
  'redemption_code.state',
  `select c.redeemed_at is not null as used,
          c.revoked_at is not null or b.revoked_at is not null or coalesce(b.expires_at <= now(), false) as expired
     from redemption_code c join code_batch b on b.id = c.batch_id
    where c.hash = $hash`,
)

export interface CodeBatchRow {
  readonly batch: string
  readonly benefit: string
  readonly nameEn: string
  readonly nameZh: string
  readonly origin: 'created' | 'imported'
  readonly count: number
  readonly redeemed: number
  /** null: never */
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly operator: string
  readonly confirmedBy: string | null
  readonly createdAt: number
}

/** Oldest first. `benefit` null: the batches of all benefits. */
export const listBatches = statement<CodeBatchRow, { benefit: string | null }>(
  'code_batch.list',
  `select b.id as batch, b.benefit_id as benefit, f.name_en as "nameEn", f.name_zh as "nameZh", b.origin, b.count, count(c.hash)::int as redeemed,
          ${epochSeconds('b.expires_at')} as "expiresAt", ${epochSeconds('b.revoked_at')} as "revokedAt",
          b.operator, b.confirmed_by as "confirmedBy", ${epochSeconds('b.created_at')} as "createdAt"
     from code_batch b join benefit f on f.id = b.benefit_id
     left join redemption_code c on c.batch_id = b.id and c.redeemed_at is not null
    where $benefit::text is null or b.benefit_id = $benefit
    group by b.id, f.id
    order by b.created_at, b.id`,
  { scope: 'every shard', because: 'operator' },
)

export interface BatchCodeRow {
  /** number within the batch, from 1, in the order of creation or import */
  readonly number: number
  readonly status: 'unused' | 'redeemed' | 'expired' | 'revoked'
  readonly redeemedAt: number | null
}

/** The codes of a batch after a number, at most 10,000. */
export const listBatchCodes = statement<BatchCodeRow, { batch: string; after: number }>(
  'redemption_code.list',
  `select c.number, ${epochSeconds('c.redeemed_at')} as "redeemedAt",
          case when c.redeemed_at is not null then 'redeemed'
               when c.revoked_at is not null or b.revoked_at is not null then 'revoked'
               when b.expires_at <= now() then 'expired' else 'unused' end as status
     from redemption_code c join code_batch b on b.id = c.batch_id
    where c.batch_id = $batch and c.number > $after order by c.number limit 10000`,
  { scope: 'every shard', because: 'operator' },
)

export const findBatch = statement<{ id: string }, { batch: string }>(
  'code_batch.find',
  'select id from code_batch where id = $batch',
)

/** Keeps the time of an earlier revocation. */
export const revokeBatch = statement<never, { batch: string }>(
  'code_batch.revoke',
  'update code_batch set revoked_at = now() where id = $batch and revoked_at is null',
)

export const countUnredeemedCodes = statement<{ codes: number }, { batch: string }>(
  'redemption_code.count_unredeemed',
  'select count(*)::int as codes from redemption_code where batch_id = $batch and redeemed_at is null',
  { scope: 'every shard', because: 'operator' },
)

/** Revokes the codes that are not redeemed. Keeps the time of an earlier revocation. */
export const revokeCodes = statement<never, { hashes: readonly Buffer[] }>(
  'redemption_code.revoke',
  `update redemption_code set revoked_at = now()
    where hash = any($hashes) and redeemed_at is null and revoked_at is null`,
  { scope: 'every shard', because: 'operator' },
)

export const countRevokedCodes = statement<{ codes: number }, { hashes: readonly Buffer[] }>(
  'redemption_code.count_revoked',
  `select count(*)::int as codes from redemption_code
    where hash = any($hashes) and redeemed_at is null and revoked_at is not null`,
  { scope: 'every shard', because: 'operator' },
)

export interface ShownCodeRow extends BatchCodeRow {
  readonly batch: string
  readonly benefit: string
  readonly nameEn: string
  readonly nameZh: string
  /** of the batch */
  readonly operator: string
}

/** `redeemedExactly`: the time as text, without rounding. */
export const findShownCode = statement<
  ShownCodeRow & { readonly redeemedExactly: string | null },
  { hash: Buffer }
>(
  'redemption_code.show',
  `select c.number, b.id as batch, b.benefit_id as benefit, f.name_en as "nameEn", f.name_zh as "nameZh", b.operator,
          ${epochSeconds('c.redeemed_at')} as "redeemedAt", c.redeemed_at::text as "redeemedExactly",
          case when c.redeemed_at is not null then 'redeemed'
               when c.revoked_at is not null or b.revoked_at is not null then 'revoked'
               when b.expires_at <= now() then 'expired' else 'unused' end as status
     from redemption_code c join code_batch b on b.id = c.batch_id join benefit f on f.id = b.benefit_id
    where c.hash = $hash`,
)
