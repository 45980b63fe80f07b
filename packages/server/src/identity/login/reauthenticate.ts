/** Proves anew who sits there, before a sensitive change (decisions 4, S-048). */
import { REAUTHENTICATION_TTL_SECONDS } from '@kerf/contract/limits'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { findByUid } from '../account/credentials.ts'
import { isKnownBrowser } from '../session/known-browser.ts'
import { proveSession } from '../session/prove-session.ts'
import type { ConsumeCode } from '../verification/consume-code.ts'
import { accountHash } from '../verification/receiver.ts'
import { verifyPassword } from './passwords.ts'
import { signInRateLimits } from './sign-in-limits.ts'

export interface ProofDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: Limiter
  readonly codes: ConsumeCode
}

export type Proof = { readonly password: string } | { readonly captcha: string; readonly nonce: string }

/** Throws 20107 unless the session proved itself within the last ten minutes. */
export function assertRecentAuthentication(session: Pick<SessionClaims, 'proof_age'>): void {
  if (session.proof_age > REAUTHENTICATION_TTL_SECONDS) throw new ApiError('proof_required')
}

/** Checks the account's present password with the brakes of a sign-in. Throws 20112. */
export function createCheckPassword({
  db,
  keys,
  limiter,
}: Pick<ProofDependencies, 'db' | 'keys' | 'limiter'>) {
  return async function checkPassword(
    uid: string,
    password: string,
    caller: Caller,
    field: string,
  ): Promise<void> {
    const [account] = await findByUid(db, uid)
    // Known by a sign-in, not because it says so: a made-up device for every try would be a counter for every try.
    const known = await isKnownBrowser(db, uid, caller.browserHash)
    await using attempt = await signInRateLimits(keys.receiver, `uid ${uid}`, caller).begin(limiter, known)
    if (await verifyPassword(account?.password_hash, password)) return attempt.succeeded()
    await attempt.failed()
    throw new ApiError('incorrect_password', { fields: { [field]: 'invalid' } })
  }
}

export function createReauthenticate(of: ProofDependencies) {
  const { db, keys, codes } = of
  const checkPassword = createCheckPassword(of)
  return async function proveFresh(session: SessionClaims, proof: Proof, caller: Caller): Promise<void> {
    const { uid, handle } = session
    const audit = { event: 'login.proof', uid, ...auditContext(caller) } as const
    if ('password' in proof) {
      await checkPassword(uid, proof.password, caller, 'password').catch(async (error: unknown) => {
        await writeAudit(db, { ...audit, outcome: 'refused' })
        throw error
      })
      await db.transaction(async tx => {
        await proveSession(tx, uid, handle)
        await writeAudit(tx, { ...audit, outcome: 'ok', detail: { by: 'password' } })
      })
      return
    }
    const code = { ...proof, receiver: accountHash(keys.receiver, uid), scene: 'verify' } as const
    await codes.expectPatience(code)
    const right = await db.transaction(async tx => {
      const right = await codes.tryOn(tx, code)
      if (right) await proveSession(tx, uid, handle)
      await writeAudit(tx, { ...audit, outcome: right ? 'ok' : 'refused', detail: { by: 'code' } })
      return right
    })
    if (!right) await codes.refuse(code)
  }
}
