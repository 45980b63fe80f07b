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
}

/**
 * Locks the account until the transaction ends. A sign-in in progress commits its session first and later ones wait, so
 * the statements after this one see every session. No row: there is no such account.
 */
export const lockAccountForChange = statement<LockedAccount, { uid: string }>(
  'account_admin.lock',
  'select uid, kind, status, email, lang, enterprise_id as account from account where uid = $uid for update',
)

export const setAccountStatus = statement<never, { uid: string; status: AccountStatus }>(
  'account_admin.set_status',
  'update account set status = $status where uid = $uid',
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
