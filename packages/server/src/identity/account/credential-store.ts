/** What accounts sign in with: status, password, and the default password of an enterprise account. */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { findIdentifierOwner, type Identifier } from './account-store.ts'
import {
  DEFAULT_PASSWORD_EXPIRED,
  DEFAULT_PASSWORD_POSTPONE_DAYS,
  DEFAULT_PASSWORD_POSTPONE_MAX,
} from './default-password.ts'

export interface Credentials {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly password_hash: string | null
  /** the password is still the one that an operator set */
  readonly default_password: boolean
  /** the default password was never used within its 30 days and is refused */
  readonly default_password_expired: boolean
  /** a sign-in with one factor needs a second step */
  readonly second_factor: boolean
  /** an operator demands a second factor */
  readonly second_factor_demanded: boolean
}

export const findAccount = statement<Credentials, { uid: string }>(
  'account.find',
  `select a.uid, a.kind, a.status, a.email, a.lang, a.password_hash, a.default_password, a.second_factor,
          a.second_factor_demanded,
          ${DEFAULT_PASSWORD_EXPIRED} as default_password_expired
     from account a where a.uid = $uid`,
)

/** No account has this uid. */
export const NO_UID = '00000000-0000-0000-0000-000000000000'

/**
 * Finds an account by its identifier, and by uid afterwards. Both statements are sent for an unknown identifier too, so
 * that the time of the answer does not tell whether it exists (S-006).
 */
export async function findAccountByIdentifier(
  on: Queryable,
  identifier: Identifier,
): Promise<Credentials | undefined> {
  const [owner] = await findIdentifierOwner(on, identifier)
  const [account] = await findAccount(on, { uid: owner?.uid ?? NO_UID })
  return account
}

/** Whether sign-ins need a second step, and whether an operator demands it. */
export const findSecondFactor = statement<{ second_factor: boolean; demanded: boolean }, { uid: string }>(
  'factor.is_set',
  'select second_factor, second_factor_demanded as demanded from account where uid = $uid',
)

export const setPassword = statement<{ uid: string }, { uid: string; passwordHash: string }>(
  'account.set_password',
  'update account set password_hash = $passwordHash, default_password = false where uid = $uid returning uid',
)

/** Sets a password unless it was changed since `previousHash` was read. Returns no row in that case. */
export const replacePassword = statement<
  { uid: string },
  { uid: string; previousHash: string | null; passwordHash: string }
>(
  'account.replace_password',
  `update account set password_hash = $passwordHash, default_password = false
    where uid = $uid and password_hash is not distinct from $previousHash returning uid`,
)

/** Stores a hash of the same password with today's parameters, unless the password was changed meanwhile. */
export const upgradePasswordHash = statement<
  never,
  { uid: string; previousHash: string; passwordHash: string }
>(
  'account.upgrade_password_hash',
  'update account set password_hash = $passwordHash where uid = $uid and password_hash = $previousHash',
)

/** The account has no password until its owner sets one by a reset. */
export const clearPassword = statement<{ uid: string }, { uid: string }>(
  'account.clear_password',
  `update account set password_hash = null, default_password = false
    where uid = $uid and password_hash is not null returning uid`,
)

/** Starts the days in which a default password may be postponed, unless an operator has set another one meanwhile. */
export const markDefaultPasswordUsed = statement<never, { uid: string; passwordHash: string | null }>(
  'account.default_password_used',
  `update account set default_first_used_at = now()
    where uid = $uid and password_hash = $passwordHash and default_first_used_at is null`,
)

/**
 * Gives an enterprise account a default password. Its 30 days start now; the days and the count of postponements start
 * at its first use. Returns no row if there is no such enterprise account.
 */
export const setDefaultPassword = statement<{ uid: string }, { uid: string; passwordHash: string }>(
  'account.set_default_password',
  `update account set password_hash = $passwordHash, default_password = true, default_set_at = now(),
          default_first_used_at = null, default_postponed = 0, default_postponed_at = null
    where uid = $uid and kind = 'enterprise' returning uid`,
)

/** Counts one postponement. Returns no row if the account has no default password or may not postpone it any more. */
export const countPostponement = statement<{ postponed: number }, { uid: string }>(
  'account.postpone_default_password',
  `update account set default_postponed = default_postponed + 1, default_postponed_at = now()
    where uid = $uid and default_password and default_postponed < ${DEFAULT_PASSWORD_POSTPONE_MAX}
      and (default_first_used_at is null
           or default_first_used_at > now() - interval '${DEFAULT_PASSWORD_POSTPONE_DAYS} days')
   returning default_postponed as postponed`,
)

/**
 * Deletes the sign-ins that wait for their second step (`sign-in/waiting-sign-in-store.ts`): after a new password, "this was not me", or
 * a change of the factors, what was proven before counts no longer.
 */
export const deleteSignInFlows = statement<{ uid: string }, { uid: string }>(
  'sign_in_flow.delete',
  'delete from sign_in_flow where uid = $uid returning uid',
  { scope: 'every shard', because: 'credential change' },
)

/** Likewise the logins from a new country that the owner has allowed. */
export const deleteLoginAllowances = statement<never, { uid: string }>(
  'login_allowance.delete',
  'delete from login_allowance where uid = $uid',
)
