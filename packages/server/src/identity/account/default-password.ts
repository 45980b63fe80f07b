/** How long the default password of an enterprise account works. */

/** Days after which a default password that was never used is refused. */
const DEFAULT_PASSWORD_UNUSED_DAYS = 30
/** "Later" at the security alert for a default password is accepted this often (D-7) … */
export const DEFAULT_PASSWORD_POSTPONE_MAX = 3
/** … and this long after the first sign-in with that password. */
export const DEFAULT_PASSWORD_POSTPONE_DAYS = 7

/** SQL condition over `account a`: the default password was not used in time. */
export const DEFAULT_PASSWORD_EXPIRED = `a.default_password and a.default_first_used_at is null
    and coalesce(a.default_set_at, a.created_at) < now() - interval '${DEFAULT_PASSWORD_UNUSED_DAYS} days'`
