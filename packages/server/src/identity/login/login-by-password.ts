/** Sign-in with a password, personal or enterprise. A wrong account and a wrong password answer alike (S-006, S-007). */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { recordAgreement } from '../account/agreement-store.ts'
import {
  type Credentials,
  findForSignIn,
  markDefaultPasswordUsed,
  upgradePasswordHash,
} from '../account/credential-store.ts'
import type { IssueSession } from '../session/issue-session.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './password-hash.ts'
import { signInRateLimits } from './sign-in-limits.ts'

export interface LoginDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: Limiter
  readonly issueSession: IssueSession
}

export interface PasswordLogin {
  readonly by: 'email' | 'account'
  /** canonical e-mail, or enterprise account ID in lower case */
  readonly identifier: string
  readonly password: string
  readonly remember: boolean
  readonly agreement: boolean
}

export function createLoginByPassword({ db, keys, limiter, issueSession }: LoginDependencies) {
  return async function loginByPassword(input: PasswordLogin, caller: Caller): Promise<IssuedSession> {
    const brakes = signInRateLimits(keys.receiver, `${input.by} ${input.identifier}`, caller)
    const [[account], seen] = await Promise.all([
      findForSignIn(db, input.by, input.identifier, caller.browserHash ?? null),
      brakes.look(limiter),
    ])
    await using attempt = await brakes.begin(limiter, account?.known_device ?? false, seen)
    const matches = await verifyPassword(usableHash(account, input.by), input.password)
    if (!account || !matches) {
      await writeAudit(db, {
        event: 'login.password',
        outcome: 'refused',
        uid: account?.uid ?? null,
        ...auditContext(caller),
      })
      await attempt.failed()
      throw new ApiError('incorrect_account')
    }
    const method = input.by === 'email' ? 'password' : 'enterprise'
    const { uid, email, lang } = account
    const { remember } = input
    const outdated = account.password_hash !== null && isOutdatedHash(account.password_hash)
    // A hash of weaker parameters may be made anew by a sign-in beside this one: that is no change of the password.
    const passwordHash = outdated ? null : account.password_hash
    const signedIn = await issueSession({ uid, email, lang, method, remember, passwordHash }, caller)
    await attempt.succeeded()
    if (account.default_password) await markDefaultPasswordUsed(db, uid, account.password_hash)
    if (input.agreement) await recordAgreement(db, uid, TERMS_VERSION, PRIVACY_VERSION)
    if (outdated && account.password_hash)
      await upgradePasswordHash(db, uid, account.password_hash, await hashPassword(input.password))
    return signedIn
  }
}

/** The hash to compare with: none for an account of the other kind or a default password that has died. */
function usableHash(account: Credentials | undefined, by: 'email' | 'account'): string | null {
  if (!account || account.default_password_expired) return null
  const kind = by === 'email' ? 'personal' : 'enterprise'
  return account.kind === kind ? account.password_hash : null
}
