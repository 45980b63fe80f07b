/** Sign-in with a passkey. The assertion names the account, so nothing is typed, and a wrong one reveals no account. */
import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { uidFromBytes } from '../../platform/keys/uid-bytes.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount } from '../account/credential-store.ts'
import type { IssueSession } from '../session/issue-session.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import type { PasskeyCeremonies } from './passkey-ceremonies.ts'
import type { AssertedPasskey } from './verify-ceremony.ts'

export interface PasskeySignIn {
  readonly credential: AssertedPasskey
  readonly remember: boolean
  readonly agreement: SignInAgreement
}

/** Refused assertions of a network. Nothing can be guessed with them: the limit protects the server's work. */
export const REFUSED_ASSERTIONS = { limit: 100, seconds: 15 * 60 }

export interface PasskeySignInDependencies extends Pick<PlatformServices, 'db' | 'limiter' | 'refusals'> {
  readonly ceremonies: PasskeyCeremonies
  readonly issueSession: IssueSession
}

export function createSignInByPasskey({
  db,
  limiter,
  refusals,
  ceremonies,
  issueSession,
}: PasskeySignInDependencies) {
  /**
   * Throws `expired`, `passkey_unknown`, `passkey_rejected`, `too_many_requests` and the errors of `issueSession`. An error rolls the use back, so that the
   * same assertion is accepted once the person has agreed to the documents.
   */
  return async function signInByPasskey(
    { credential, remember, agreement }: PasskeySignIn,
    caller: Caller,
  ): Promise<IssuedSession> {
    const uid = uidFromBytes(Buffer.from(credential.response.userHandle ?? '', 'base64url'))
    await using attempt = await limiter.startAttempt({
      limits: addressLimits('passkey-refused', caller, REFUSED_ASSERTIONS),
    })
    const refused = async (reason: string) => {
      await refusals.record({
        event: 'login.passkey',
        // A user handle that a caller invents names nobody.
        uid: reason === 'passkey_unknown' ? null : (uid ?? null),
        isAimed: true,
        ...auditContext(caller),
        detail: { reason },
      })
      await attempt.failed()
    }
    const binding = { purpose: 'login', browserHash: caller.browserHash } as const
    const use = await ceremonies.verifyAsserted(credential, uid, binding).catch(async (error: unknown) => {
      if (error instanceof ApiError) await refused(error.errorName)
      throw error
    })
    await attempt.succeeded()
    const [account] = await findAccount(db, { uid: use.key.uid })
    if (!account) throw new ApiError('passkey_unknown')
    const { email, lang } = account
    const signedIn = await db.transaction(async tx => {
      if (!(await ceremonies.recordUse(tx, use, caller))) return undefined
      return issueSession(
        { uid: account.uid, email, lang, method: 'passkey', remember, agreement },
        caller,
        tx,
      )
    })
    if (signedIn) return signedIn
    await refused('counter')
    throw new ApiError('passkey_rejected', { target: account.uid })
  }
}
