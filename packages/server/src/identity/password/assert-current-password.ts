import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount } from '../account/credential-store.ts'
import { accountSubject } from '../account/guessing-limits.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import { verifyPassword } from './password-hash.ts'
import { type PasswordTries, withdrawIfBusy } from './password-tries.ts'

export interface CurrentPasswordDependencies extends Pick<PlatformServices, 'db'> {
  readonly passwordTries: PasswordTries
}

/** Verifies the account's current password under the rate limits of a sign-in. Throws `incorrect_password`. */
export async function assertCurrentPassword(
  { db, passwordTries }: CurrentPasswordDependencies,
  uid: string,
  { password, field, ticket }: { password: string; field: string; ticket?: string | undefined },
  caller: Caller,
): Promise<void> {
  const [account] = await findAccount(db, { uid })
  // Only a browser that a sign-in stored counts on its own: a new cookie for every try would be a new counter each.
  const isKnown = await isKnownBrowser(db, uid, caller.browserHash)
  const subject = accountSubject(uid)
  await using attempt = await passwordTries.start({ subject, isKnownBrowser: isKnown, ticket }, caller)
  if (await withdrawIfBusy(attempt, () => verifyPassword(account?.password_hash, password)))
    return attempt.succeeded()
  await attempt.failed()
  throw new ApiError('incorrect_password', { fields: { [field]: 'invalid' } })
}
