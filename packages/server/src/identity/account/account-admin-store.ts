/** Statements on `account` and `sign_in_identifier` that only operators use. */
import { statement } from '../../platform/db/database.ts'

export type IdentifierKind = 'email' | 'account'
export type AccountStatus = 'active' | 'restricted' | 'banned'

/** `value`: canonical email address, or enterprise account ID in lower case. */
export const findUidByIdentifier = statement<{ uid: string }, { kind: IdentifierKind; value: string }>(
  'account_admin.find_uid',
  'select uid from sign_in_identifier where kind = $kind and value = $value',
)

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

/** Decides the race for an enterprise account ID. No row: another account has it. `id`: in lower case. */
export const claimEnterpriseId = statement<{ uid: string }, { uid: string; id: string }>(
  'account_admin.claim_enterprise_id',
  `insert into sign_in_identifier (kind, value, uid) values ('account', $id, $uid)
   on conflict do nothing returning uid`,
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

/** After `claimEnterpriseId`, in the same transaction. */
export const insertEnterpriseAccount = statement<never, NewEnterpriseAccount>(
  'account_admin.insert_enterprise',
  `insert into account (uid, kind, email, email_verified_at, enterprise_id, user_name, lang, password_hash, default_password)
   values ($uid, 'enterprise', $email, now(), $account, $name, $lang, $hash, true)`,
)
