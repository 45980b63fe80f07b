/** Sign-in with a password. An unknown account and a wrong password get the same answer (S-006, S-007). */
import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findIdentifierOwner, type Identifier } from '../account/account-store.ts'
import {
  type Credentials,
  findAccount,
  markDefaultPasswordUsed,
  NO_UID,
  upgradePasswordHash,
} from '../account/credential-store.ts'
import { signInSubject } from '../account/guessing-limits.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from '../password/password-hash.ts'
import { type PasswordTries, withdrawIfBusy } from '../password/password-tries.ts'
import type { SignInOutcome } from '../session/session-claims.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import type { StartSignIn } from './start-sign-in.ts'

export interface SignInDependencies extends Pick<PlatformServices, 'db' | 'keys'> {
  readonly passwordTries: PasswordTries
  readonly startSignIn: StartSignIn
}

export interface PasswordSignIn {
  /** An email address signs in to a personal account, an enterprise account ID to an enterprise account. */
  readonly identifier: Identifier
  readonly password: string
  readonly remember: boolean
  readonly agreement?: SignInAgreement
  /** of the human check, if the server asked for one */
  readonly ticket?: string | undefined
}

export function createSignInByPassword({ db, keys, passwordTries, startSignIn }: SignInDependencies) {
  /** An unknown identifier costs the same queries and the same hash as a known one. */
  const findCredentials = (identifier: Identifier, caller: Caller) =>
    db.withConnection(async on => {
      const [owner] = await findIdentifierOwner(on, identifier)
      const uid = owner?.uid ?? NO_UID
      const subject = signInSubject(keys.receiver, owner?.uid, `${identifier.kind} ${identifier.value}`)
      const [[account], isKnown, counts] = await Promise.all([
        findAccount(on, { uid }),
        isKnownBrowser(on, uid, caller.browserHash),
        passwordTries.readCounts(subject, caller, on),
      ])
      return { account, attempt: { subject, isKnownBrowser: isKnown, counts } }
    })

  return async function signInByPassword(input: PasswordSignIn, caller: Caller): Promise<SignInOutcome> {
    const { identifier, password, remember, agreement, ticket } = input
    const method = identifier.kind === 'email' ? 'password' : 'enterprise'
    const { account, attempt: found } = await findCredentials(identifier, caller)
    await using attempt = await passwordTries.start({ ...found, ticket }, caller)
    const isCorrect = await withdrawIfBusy(attempt, () =>
      verifyPassword(acceptedHash(account, identifier), password),
    )
    if (!account || !isCorrect) {
      await writeAudit(db, {
        event: 'login.password',
        outcome: 'refused',
        uid: account?.uid ?? null,
        ...auditContext(caller),
        detail: { method },
      })
      await attempt.failed()
      throw new ApiError('incorrect_account')
    }
    const { uid, email, lang, password_hash: storedHash } = account
    const isOutdated = storedHash !== null && isOutdatedHash(storedHash)
    // A parallel sign-in may upgrade an outdated hash: that does not change the password.
    const passwordHash = isOutdated ? null : storedHash
    const signedIn = await startSignIn(
      { uid, email, lang, method, remember, passwordHash, agreement },
      account,
      caller,
    )
    await attempt.succeeded()
    if (account.default_password) await markDefaultPasswordUsed(db, { uid, passwordHash: storedHash })
    if (isOutdated)
      await upgradePasswordHash(db, {
        uid,
        previousHash: storedHash,
        passwordHash: await hashPassword(password),
      })
    return signedIn
  }
}

/** The hash to compare with. None for an account of the other kind and for an expired default password. */
function acceptedHash(account: Credentials | undefined, { kind }: Identifier): string | null {
  if (!account || account.default_password_expired) return null
  const accountKind = kind === 'email' ? 'personal' : 'enterprise'
  return account.kind === accountKind ? account.password_hash : null
}

export type SignInByPassword = ReturnType<typeof createSignInByPassword>
