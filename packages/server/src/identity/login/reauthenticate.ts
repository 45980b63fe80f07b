/** Proves anew who sits there, before a sensitive change (decisions 4, S-048). */
import { REAUTHENTICATION_TTL_SECONDS } from '@kerf/contract/limits'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { findAccount } from '../account/credential-store.ts'
import { isKnownBrowser } from '../session/known-browser-store.ts'
import { markReauthenticated } from '../session/prove-session.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'
import { verifyPassword } from './password-hash.ts'
import { signInRateLimits } from './sign-in-limits.ts'

export interface ReauthenticationDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: Limiter
  readonly codes: VerificationCodes
}

export type Reauthentication =
  | { readonly password: string }
  | { readonly captcha: string; readonly nonce: string }

/** Throws 20107 unless the session proved itself within the last ten minutes. */
export function assertRecentAuthentication(session: Pick<SessionClaims, 'authentication_age'>): void {
  if (session.authentication_age > REAUTHENTICATION_TTL_SECONDS) throw new ApiError('proof_required')
}

/** Checks the account's present password with the brakes of a sign-in. Throws 20112. */
export function createAssertCurrentPassword({
  db,
  keys,
  limiter,
}: Pick<ReauthenticationDependencies, 'db' | 'keys' | 'limiter'>) {
  return async function checkPassword(
    uid: string,
    password: string,
    caller: Caller,
    field: string,
  ): Promise<void> {
    const [account] = await findAccount(db, uid)
    // Known by a sign-in, not because it says so: a made-up device for every try would be a counter for every try.
    const known = await isKnownBrowser(db, uid, caller.browserHash)
    await using attempt = await signInRateLimits(keys.receiver, `uid ${uid}`, caller).begin(limiter, known)
    if (await verifyPassword(account?.password_hash, password)) return attempt.succeeded()
    await attempt.failed()
    throw new ApiError('incorrect_password', { fields: { [field]: 'invalid' } })
  }
}

export function createReauthenticate(of: ReauthenticationDependencies) {
  const { db, keys, codes } = of
  const checkPassword = createAssertCurrentPassword(of)
  return async function proveFresh(
    session: SessionClaims,
    proof: Reauthentication,
    caller: Caller,
  ): Promise<void> {
    const { uid, handle } = session
    const audit = { event: 'login.proof', uid, ...auditContext(caller) } as const
    if ('password' in proof) {
      await checkPassword(uid, proof.password, caller, 'password').catch(async (error: unknown) => {
        await writeAudit(db, { ...audit, outcome: 'refused' })
        throw error
      })
      await db.transaction(async tx => {
        await markReauthenticated(tx, uid, handle)
        await writeAudit(tx, { ...audit, outcome: 'ok', detail: { by: 'password' } })
      })
      return
    }
    const code = {
      nonce: proof.nonce,
      verificationCode: proof.captcha,
      receiver: accountReceiver(keys.receiver, uid),
      scene: 'verify',
    } as const
    await codes.assertUnderLimit(code)
    const right = await db.transaction(async tx => {
      const right = await codes.tryCode(tx, code)
      if (right) await markReauthenticated(tx, uid, handle)
      await writeAudit(tx, { ...audit, outcome: right ? 'ok' : 'refused', detail: { by: 'code' } })
      return right
    })
    if (!right) await codes.rejectWrongCode(code)
  }
}
