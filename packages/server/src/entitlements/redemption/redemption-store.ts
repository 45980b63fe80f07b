/** Rows of codes and redemptions. Times are unix seconds. */
import { statement } from '../../platform/db/database.ts'

export interface Granted {
  readonly batch: string
  readonly benefit: string
  readonly name_en: string
  readonly name_zh: string
  readonly at: number
  /** 0: without end */
  readonly expires_at: number
}

const seconds = (column: string): string => `coalesce(floor(extract(epoch from ${column})), 0)::float8`

/**
 * The one statement that decides (S-088): of any number at once, one finds the code unused. Benefit and history come with
 * it, and what apps are told. The account is held so that none is erased in between, and must be allowed to redeem.
 */
export const consumeCode = statement<Granted, [hash: Buffer, uid: string, sealedCode: Buffer]>(
  'redemption.consume',
  `with who as (
     select uid from account where uid = $2 and status = 'active' for key share
   ), used as (
     update redemption_code c set redeemed_at = now()
       from code_batch b join benefit f on f.id = b.benefit_id, who
      where c.hash = $1 and c.redeemed_at is null and c.revoked_at is null
        and b.id = c.batch_id and b.revoked_at is null and (b.expires_at is null or b.expires_at > now())
     returning b.id as batch, f.id as benefit, f.name_en, f.name_zh, f.days
   ), granted as (
     insert into redemption (uid, benefit_id, code, at, expires_at)
     select $2, benefit, $3, now(), case when days > 0 then now() + make_interval(days => days) end from used
     returning at, expires_at
   ), told as (
     insert into benefit_event (uid, benefit_id, at, expires_at)
     select $2, used.benefit, granted.at, granted.expires_at from used, granted
   )
   select used.batch, used.benefit, used.name_en, used.name_zh,
          ${seconds('granted.at')} as at, ${seconds('granted.expires_at')} as expires_at
     from used, granted`,
)

/** What became of a code; no row: there is none such. */
export const findCodeState = statement<{ used: boolean; over: boolean }, [hash: Buffer]>(
  'redemption.find_code',
  `select c.redeemed_at is not null as used,
          c.revoked_at is not null or b.revoked_at is not null or coalesce(b.expires_at <= now(), false) as over
     from redemption_code c join code_batch b on b.id = c.batch_id
    where c.hash = $1`,
)

export interface RedemptionRow {
  readonly id: string
  readonly name_en: string
  readonly name_zh: string
  readonly code: Buffer
  readonly at: number
  readonly expires_at: number
  readonly expired: boolean
}

/** Newest first, below `before`. */
export const listRedemptions = statement<RedemptionRow, [uid: string, before: string, limit: number]>(
  'redemption.list',
  `select r.id, f.name_en, f.name_zh, r.code, ${seconds('r.at')} as at, ${seconds('r.expires_at')} as expires_at,
          coalesce(r.expires_at <= now(), false) as expired
     from redemption r join benefit f on f.id = r.benefit_id
    where r.uid = $1 and r.id < $2
    order by r.id desc limit $3`,
)
