/** Second factors of accounts: authenticator apps, recovery codes, and browsers that need no second step. */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface TotpFactor {
  /** encrypted; null: never confirmed */
  readonly secret: Buffer | null
  /** encrypted; null: no set-up is in progress */
  readonly pending_secret: Buffer | null
  /** times in unix seconds */
  readonly pending_at: number | null
  readonly confirmed_at: number | null
  /** since when the account has an authenticator app; a replaced app keeps it */
  readonly protected_since: number | null
  readonly last_used_at: number | null
}

export const findTotp = statement<TotpFactor, { uid: string }>(
  'factor.totp',
  `select secret, pending_secret, ${epochSeconds('pending_at')} as pending_at,
          ${epochSeconds('confirmed_at')} as confirmed_at,
          ${epochSeconds('coalesce(protected_since, confirmed_at)')} as protected_since,
          ${epochSeconds('last_used_at')} as last_used_at
     from totp_factor where uid = $uid`,
)

export const storePendingTotp = statement<never, { uid: string; pendingSecret: Buffer; at: Date }>(
  'factor.totp_pending',
  `insert into totp_factor (uid, pending_secret, pending_at) values ($uid, $pendingSecret, $at)
   on conflict (uid) do update set pending_secret = excluded.pending_secret, pending_at = excluded.pending_at`,
)

/** Returns no row if another set-up was started, or this one confirmed, in the meantime. */
export const confirmTotp = statement<
  { uid: string },
  { uid: string; pendingSecret: Buffer; step: number; at: Date }
>(
  'factor.totp_confirm',
  `update totp_factor set secret = pending_secret, pending_secret = null, pending_at = null,
          protected_since = coalesce(protected_since, confirmed_at, $at), confirmed_at = $at, last_step = $step,
          last_used_at = null
    where uid = $uid and pending_secret = $pendingSecret returning uid`,
)

/** Accepts the code of a time step once: of two calls with the same code, one gets a row (RFC 6238, section 5.2). */
export const acceptTotpStep = statement<
  { uid: string },
  { uid: string; secret: Buffer; step: number; at: Date }
>(
  'factor.totp_use',
  `update totp_factor set last_step = $step, last_used_at = $at
    where uid = $uid and secret = $secret and last_step < $step returning uid`,
)

export const deleteTotp = statement<{ uid: string }, { uid: string }>(
  'factor.totp_delete',
  'delete from totp_factor where uid = $uid returning uid',
)

export const insertRecoveryCodes = statement<never, { uid: string; hashes: readonly Buffer[] }>(
  'factor.recovery_insert',
  'insert into recovery_code (uid, hash) select $uid, unnest($hashes::bytea[])',
)

export const deleteRecoveryCodes = statement<never, { uid: string }>(
  'factor.recovery_delete',
  'delete from recovery_code where uid = $uid',
)

/** Accepts the code once. */
export const acceptRecoveryCode = statement<{ uid: string }, { uid: string; hash: Buffer; at: Date }>(
  'factor.recovery_use',
  'update recovery_code set used_at = $at where uid = $uid and hash = $hash and used_at is null returning uid',
)

export const countRecoveryCodes = statement<{ unused: number }, { uid: string }>(
  'factor.recovery_count',
  'select count(*)::int as unused from recovery_code where uid = $uid and used_at is null',
)

/** The account's sign-ins need a second step from now on, or no longer. */
export const setSecondFactor = statement<{ uid: string }, { uid: string; isOn: boolean }>(
  'factor.set',
  'update account set second_factor = $isOn where uid = $uid returning uid',
)

/** Of a browser that the sign-in stored as known. */
export const rememberSecondStep = statement<never, { uid: string; browserHash: Buffer; seconds: number }>(
  'factor.remember',
  `update known_device set second_step_until = now() + make_interval(secs => $seconds)
    where uid = $uid and device_hash = $browserHash`,
)

export const isSecondStepRemembered = statement<{ uid: string }, { uid: string; browserHash: Buffer }>(
  'factor.is_remembered',
  'select uid from known_device where uid = $uid and device_hash = $browserHash and second_step_until > now()',
)

export const countRememberedBrowsers = statement<{ remembered: number }, { uid: string }>(
  'factor.count_remembered',
  'select count(*)::int as remembered from known_device where uid = $uid and second_step_until > now()',
)
