/** Table `redemption`: which codes an account has redeemed. Times are unix seconds. */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** Locks the account against erasure until the transaction ends. No row: it was erased, or it is not active. */
export const lockActiveAccount = statement<{ uid: string }, { uid: string }>(
  'redemption.lock_account',
  `select uid from account where uid = $uid and status = 'active' for key share`,
)

export interface NewRedemption {
  readonly uid: string
  readonly benefit: string
  /** encrypted */
  readonly code: Buffer
  readonly at: Date
  /** null: never */
  readonly expiresAt: Date | null
}

export const insertRedemption = statement<{ id: string }, NewRedemption>(
  'redemption.insert',
  `insert into redemption (uid, benefit_id, code, at, expires_at) values ($uid, $benefit, $code, $at, $expiresAt)
   returning id::text`,
)

export interface RedemptionRow {
  readonly id: string
  readonly name_en: string
  readonly name_zh: string
  /** encrypted */
  readonly code: Buffer
  readonly at: number
  /** 0: the benefit never expires */
  readonly expires_at: number
  readonly expired: boolean
}

/** Newest first, with ids below `before`. */
export const listRedemptions = statement<RedemptionRow, { uid: string; before: string; limit: number }>(
  'redemption.list',
  `select r.id, f.name_en, f.name_zh, r.code, ${epochSeconds('r.at')} as at,
          coalesce(${epochSeconds('r.expires_at')}, 0) as expires_at,
          coalesce(r.expires_at <= now(), false) as expired
     from redemption r join benefit f on f.id = r.benefit_id
    where r.uid = $uid and r.id < $before
    order by r.id desc limit $limit`,
)

/** Above it, the ones that were redeemed first are left out. */
const ACTIVE_BENEFITS_MAX = 100

/** What the account has redeemed and may still use. Times are unix seconds; null: without end. */
export const listActiveBenefits = statement<{ id: string; expires_at: number | null }, { uid: string }>(
  'redemption.active_benefits',
  `select benefit_id as id, ${epochSeconds('expires_at')} as expires_at from redemption
    where uid = $uid and (expires_at is null or expires_at > now())
    order by redemption.id desc limit ${ACTIVE_BENEFITS_MAX}`,
)

/** A redemption as operators see it. Times are unix seconds. */
export interface OperatorRedemptionRow {
  readonly id: string
  readonly benefit: string
  readonly nameEn: string
  readonly nameZh: string
  readonly at: number
  /** null: without end */
  readonly expiresAt: number | null
}

/** Newest first. */
export const listRedemptionsOf = statement<OperatorRedemptionRow, { uid: string; limit: number }>(
  'redemption.of',
  `select r.id::text, r.benefit_id as benefit, f.name_en as "nameEn", f.name_zh as "nameZh", ${epochSeconds('r.at')} as at,
          ${epochSeconds('r.expires_at')} as "expiresAt"
     from redemption r join benefit f on f.id = r.benefit_id where r.uid = $uid order by r.id desc limit $limit`,
)

export const findRedemption = statement<
  OperatorRedemptionRow & { readonly apps: readonly string[] },
  { uid: string; id: string }
>(
  'redemption.find',
  `select r.id::text, r.benefit_id as benefit, f.name_en as "nameEn", f.name_zh as "nameZh", ${epochSeconds('r.at')} as at,
          ${epochSeconds('r.expires_at')} as "expiresAt", f.apps
     from redemption r join benefit f on f.id = r.benefit_id where r.uid = $uid and r.id = $id::bigint`,
)

/** Ends a benefit now. No row: it has ended already. */
export const endRedemption = statement<{ at: Date }, { uid: string; id: string }>(
  'redemption.end',
  `update redemption set expires_at = now()
    where uid = $uid and id = $id::bigint and (expires_at is null or expires_at > now()) returning expires_at as at`,
)

/** Removes a redemption. `at`, `expires_at`: as they were. No row: somebody else was faster. */
export const deleteRedemption = statement<
  { code: Buffer; at: Date; expires_at: Date | null },
  { uid: string; id: string }
>(
  'redemption.delete',
  'delete from redemption where uid = $uid and id = $id::bigint returning code, at, expires_at',
)

/** Redemptions of a benefit at one time, which are stored in milliseconds. */
export const findRedemptionsAt = statement<
  { uid: string; id: string; code: Buffer },
  { benefit: string; at: string }
>(
  'redemption.at',
  `select uid, id::text, code from redemption
    where benefit_id = $benefit and at = date_trunc('milliseconds', $at::timestamptz)`,
  { scope: 'every shard', because: 'operator' },
)

/** Benefits of active accounts that end between two times, were redeemed before a third, and of which no reminder was sent. */
export const listEndingBenefits = statement<
  { uid: string; id: string; name_en: string; name_zh: string; expires_at: number },
  { from: Date; until: Date; redeemedBefore: Date; limit: number }
>(
  'redemption.ending',
  `select r.uid, r.id, f.name_en, f.name_zh, ${epochSeconds('r.expires_at')} as expires_at
     from redemption r join benefit f on f.id = r.benefit_id join account a on a.uid = r.uid
    where a.status = 'active' and r.reminded_at is null and r.expires_at > $from and r.expires_at <= $until and r.at <= $redeemedBefore
    order by r.expires_at limit $limit`,
  { scope: 'every shard', because: 'job' },
)

/** Marks the benefit as reminded. No row: it was marked before. */
export const markReminded = statement<{ id: string }, { uid: string; id: string; at: Date }>(
  'redemption.reminded',
  'update redemption set reminded_at = $at where uid = $uid and id = $id and reminded_at is null returning id',
)
