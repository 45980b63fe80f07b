/** Confirms the identity of a signed-in person again, before a sensitive change (R-12, S-048). */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { findAccount } from '../account/credential-store.ts'
import { isKnownBrowser } from '../session/known-browser-store.ts'
import { createCompanion } from '../session/session-companion.ts'
import { markReauthenticated } from '../session/session-store.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import type { CodeAttempt, SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { verifyPassword } from './password-hash.ts'
import { createSignInRateLimits } from './sign-in-limits.ts'

export interface ReauthenticationDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: RateLimiter
  readonly codes: VerificationCodes
}

export type Reauthentication = { readonly password: string } | SubmittedCode

export function createAssertCurrentPassword({
  db,
  keys,
  limiter,
}: Pick<ReauthenticationDependencies, 'db' | 'keys' | 'limiter'>) {
  /** Verifies the account's current password under the rate limits of a sign-in. Throws `incorrect_password`. */
  return async function assertCurrentPassword(
    uid: string,
    password: string,
    caller: Caller,
    field: string,
  ): Promise<void> {
    const [account] = await findAccount(db, { uid })
    // Only a browser that a sign-in stored counts on its own: a new cookie for every try would be a new counter each.
    const isKnown = await isKnownBrowser(db, uid, caller.browserHash)
    const limits = createSignInRateLimits(keys.receiver, `uid ${uid}`, caller)
    await using attempt = await limits.start(limiter, isKnown)
    if (await verifyPassword(account?.password_hash, password)) return attempt.succeeded()
    await attempt.failed()
    throw new ApiError('incorrect_password', { fields: { [field]: 'invalid' } })
  }
}

export function createReauthenticate(deps: ReauthenticationDependencies) {
  const { db, keys, codes } = deps
  const assertCurrentPassword = createAssertCurrentPassword(deps)

  /** Returns the session's new companion. Throws `incorrect_password`, `incorrect_code`, `code_expired`. */
  return async function reauthenticate(
    { uid, handle }: SessionClaims,
    input: Reauthentication,
    caller: Caller,
  ): Promise<string> {
    const companion = createCompanion()
    const session = { uid, handle, companionHash: companion.hash }
    const audit = { event: 'login.proof', uid, ...auditContext(caller) } as const
    if ('password' in input) {
      await assertCurrentPassword(uid, input.password, caller, 'password').catch(async (error: unknown) => {
        await writeAudit(db, { ...audit, outcome: 'refused' })
        throw error
      })
      await db.transaction(async tx => {
        await markReauthenticated(tx, session)
        await writeAudit(tx, { ...audit, outcome: 'ok', detail: { by: 'password' } })
      })
      return companion.value
    }
    const attempt: CodeAttempt = { ...input, receiver: accountReceiver(keys.receiver, uid), scene: 'verify' }
    await codes.assertUnderLimit(attempt)
    const isCorrect = await db.transaction(async tx => {
      const accepted = await codes.tryCode(tx, attempt)
      if (accepted) await markReauthenticated(tx, session)
      await writeAudit(tx, { ...audit, outcome: accepted ? 'ok' : 'refused', detail: { by: 'code' } })
      return accepted
    })
    return isCorrect ? companion.value : codes.rejectWrongCode(attempt)
  }
}
