/** What accounts sign in with: found, replaced. */
import { statement } from '../../platform/db/database.ts'

export interface Credentials {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly password_hash: string | null
  readonly default_password: boolean
  /** the default password of an enterprise account is dead: nobody used it in time */
  readonly default_password_expired: boolean
}

/** SQL over `account a`: the default password was not used within the thirty days it may wait. */
export const DEFAULT_PASSWORD_EXPIRED = `a.default_password and a.default_first_used_at is null
    and coalesce(a.default_set_at, a.created_at) < now() - interval '30 days'`

const COLUMNS = `a.uid, a.kind, a.status, a.email, a.lang, a.password_hash, a.default_password,
  ${DEFAULT_PASSWORD_EXPIRED} as default_password_expired`
const CREDENTIALS = `select ${COLUMNS} from account a`

export const findByIdentifier = statement<Credentials, [kind: 'email' | 'account', value: string]>(
  'account.by_identifier',
  `${CREDENTIALS} join sign_in_identifier i on i.uid = a.uid where i.kind = $1 and i.value = $2`,
)

/** The same, and whether it was signed in to from this browser before. */
export const findForSignIn = statement<
  Credentials & { readonly known_device: boolean },
  [kind: 'email' | 'account', value: string, deviceHash: Buffer | null]
>(
  'account.for_sign_in',
  `select ${COLUMNS},
          exists (select from known_device d where d.uid = a.uid and d.device_hash = $3) as known_device
     from account a join sign_in_identifier i on i.uid = a.uid where i.kind = $1 and i.value = $2`,
)

export const findAccount = statement<Credentials, [uid: string]>(
  'account.by_uid',
  `${CREDENTIALS} where a.uid = $1`,
)

export const setPassword = statement<{ uid: string }, [uid: string, hash: string]>(
  'account.set_password',
  'update account set password_hash = $2, default_password = false where uid = $1 returning uid',
)

/** The same, unless the password was changed since `before` was read. */
export const replacePassword = statement<{ uid: string }, [uid: string, before: string | null, hash: string]>(
  'account.change_password',
  `update account set password_hash = $3, default_password = false
    where uid = $1 and password_hash is not distinct from $2 returning uid`,
)

/** Replaces a hash made with weaker parameters, unless the password was changed meanwhile. */
export const upgradePasswordHash = statement<never, [uid: string, before: string, after: string]>(
  'account.replace_hash',
  'update account set password_hash = $3 where uid = $1 and password_hash = $2',
)

/** Begins the seven days in which a default password may be put off; not those of another one given meanwhile. */
export const markDefaultPasswordUsed = statement<never, [uid: string, hash: string | null]>(
  'account.default_used',
  `update account set default_first_used_at = coalesce(default_first_used_at, now())
    where uid = $1 and password_hash = $2`,
)

/**
 * Gives an enterprise account a default password: its thirty days begin, and so do, at its first use, the seven and the
 * three times it may be put off. No row: there is no such enterprise account.
 */
export const setDefaultPassword = statement<{ uid: string }, [uid: string, hash: string]>(
  'account.set_default_password',
  `update account set password_hash = $2, default_password = true, default_set_at = now(),
          default_first_used_at = null, default_postponed = 0, default_postponed_at = null
    where uid = $1 and kind = 'enterprise' returning uid`,
)
