/** Statements on accounts that only operators use. */
import { statement } from '../../platform/db/database.ts'

export type AccountStatus = 'active' | 'restricted' | 'banned'

export interface LockedAccount {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: AccountStatus
  readonly email: string
  readonly lang: 'en' | 'zh'
  /** enterprise account ID, or null */
  readonly account: string | null
  /** of a ban; null: an operator lifts it, or there is none */
  readonly bannedUntil: Date | null
  readonly banReason: string
}

/**
 * Locks the account until the transaction ends. A sign-in in progress commits its session first and later ones wait, so
 * the statements after this one see every session. No row: there is no such account.
 */
export const lockAccountForChange = statement<LockedAccount, { uid: string }>(
  'account_admin.lock',
  `select uid, kind, status, email, lang, enterprise_id as account, banned_until as "bannedUntil", ban_reason as "banReason"
     from account where uid = $uid for update`,
)

/** `bannedUntil` and `banReason` belong to a ban; null and '' otherwise. */
export const setAccountStatus = statement<
  never,
  { uid: string; status: AccountStatus; bannedUntil: Date | null; banReason: string }
>(
  'account_admin.set_status',
  `update account set status = $status, banned_until = $bannedUntil, ban_reason = $banReason where uid = $uid`,
)

/** Accounts whose ban has ended, earliest first. */
export const findEndedBans = statement<{ uid: string }, { limit: number }>(
  'account_admin.find_ended_bans',
  'select uid from account where banned_until <= now() order by banned_until limit $limit',
  { scope: 'every shard', because: 'job' },
)

/** Lifts a ban that has ended. Returns no row if an operator changed it meanwhile. */
export const liftEndedBan = statement<{ uid: string }, { uid: string }>(
  'account_admin.lift_ended_ban',
  `update account set status = 'active', banned_until = null, ban_reason = ''
    where uid = $uid and status = 'banned' and banned_until <= now() returning uid`,
)

/** Changes what is not null. Returns the name before. */
export const updateEnterprise = statement<
  { former_name: string },
  { uid: string; email: string | null; name: string | null }
>(
  'account_admin.update_enterprise',
  `with old as (select user_name from account where uid = $uid for update)
   update account a set email = coalesce($email, a.email), user_name = coalesce($name, a.user_name),
          updated_at = now()
     from old where a.uid = $uid
   returning old.user_name as former_name`,
)

/** Whether an operator demands a second factor of the account. Returns whether one was demanded. */
export const setSecondFactorDemanded = statement<
  { was_demanded: boolean },
  { uid: string; isDemanded: boolean }
>(
  'account_admin.demand_second_factor',
  `with old as (select second_factor_demanded from account where uid = $uid for update)
   update account a set second_factor_demanded = $isDemanded from old
    where a.uid = $uid returning old.second_factor_demanded as was_demanded`,
)

export interface NewEnterpriseAccount {
  readonly uid: string
  /** enterprise account ID in the letter case it is shown in */
  readonly account: string
  readonly email: string
  readonly name: string
  readonly lang: 'en' | 'zh'
  /** of the default password */
  readonly hash: string
}

/** After `claimIdentifier` of its account ID, in the same transaction. */
export const insertEnterpriseAccount = statement<never, NewEnterpriseAccount>(
  'account_admin.insert_enterprise',
  `insert into account (uid, kind, email, email_verified_at, enterprise_id, user_name, lang, password_hash, default_password)
   values ($uid, 'enterprise', $email, now(), $account, $name, $lang, $hash, true)`,
)
