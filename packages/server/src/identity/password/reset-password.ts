/**
 * Password reset: a code proves the mailbox, a new password replaces the old one, all sessions end, passkeys that are new are
 * removed, and a new session starts (S-028).
 */
import type { SignInAgreement } from '@kerf/contract/fields'
import type { PasswordPolicy } from '@kerf/contract/password/password-rules'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Identifier } from '../account/account-store.ts'
import {
  type Credentials,
  deleteLoginAllowances,
  deleteSignInFlows,
  findAccountByIdentifier,
  NO_UID,
  setPassword,
} from '../account/credential-store.ts'
import { requireCanonicalEmail } from '../account/email-address.ts'
import { accountSubject, guessingKeys } from '../account/guessing-limits.ts'
import type { FactorTries } from '../factors/factor-tries.ts'
import { type AdditionDependencies, NEW_SECONDS, removeNewSignIns } from '../factors/remove-additions.ts'
import { stopMailboxChange } from '../mailbox/mailbox-change.ts'
import { cancelSecondEmail, resolveSecondReceiver } from '../mailbox/second-email.ts'
import type { SignIn } from '../session/issue-session.ts'
import type { SignInOutcome } from '../session/session-claims.ts'
import { deleteAllSessions } from '../session/session-store.ts'
import { deleteKnownBrowsers } from '../session/store/known-browser-store.ts'
import { accountReceiver, mailboxReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { deletePendingCodes } from '../verification/verification-store.ts'
import type { AssertNotBreached } from './breached-passwords.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordAllowed, assertPasswordLength } from './password-policy.ts'

export interface ResetPasswordDependencies
  extends AdditionDependencies,
    Pick<PlatformServices, 'db' | 'keys' | 'limiter'> {
  readonly codes: VerificationCodes
  /** `createStartSignIn` */
  readonly startSignIn: (
    signIn: SignIn,
    account: Credentials,
    caller: Caller,
    options: { readonly tx: Queryable },
  ) => Promise<SignInOutcome>
  readonly policy: PasswordPolicy
  readonly assertNotBreached: AssertNotBreached
  readonly tries: FactorTries
}

export interface PasswordReset extends SubmittedCode {
  /** of a personal account; exactly one of `email` and `account` is given */
  readonly email?: string | undefined
  /** the second address of that account, where the code was mailed */
  readonly secondEmail?: string | undefined
  /** ID of an enterprise account */
  readonly account?: string | undefined
  readonly password: string
  readonly agreement: SignInAgreement
}

export function createResetPassword(deps: ResetPasswordDependencies) {
  const { db, keys, codes, limiter, startSignIn, policy, mail, assertNotBreached, tries } = deps

  return async function resetPassword(input: PasswordReset, caller: Caller): Promise<SignInOutcome> {
    const { nonce, verificationCode, ticket, password, agreement } = input
    assertPasswordLength(password, policy)
    const identifier = identifierOf(input)
    const named = await findAccountByIdentifier(db, identifier)
    // Only against what the caller typed: a check against the account's own address would reveal it before the proof.
    assertPasswordAllowed(password, policy, {
      ...(input.email !== undefined && { email: input.email }),
      ...(input.account !== undefined && { account: input.account }),
    })
    const second =
      input.secondEmail === undefined
        ? undefined
        : await resolveSecondReceiver(
            db,
            { clock: mail.clock, key: keys.receiver },
            named?.uid ?? NO_UID,
            input.secondEmail,
          )
    const account = second && !second.isOwn ? undefined : named
    const receiver =
      second?.receiver ??
      (identifier.kind === 'email'
        ? mailboxReceiver(keys.receiver, identifier.value)
        : accountReceiver(keys.receiver, account?.uid ?? `nobody ${identifier.value}`))
    const attempt = {
      nonce,
      verificationCode,
      ticket,
      receiver,
      scene: 'findpwd',
      uid: account?.uid,
    } as const
    await using codeTry = await codes.startTry(attempt, caller)
    await assertNotBreached(password)
    const passwordHash = await hashPassword(password)
    const audit = { event: 'password.reset', uid: account?.uid ?? null, ...auditContext(caller) } as const
    const reset = await db.transaction(async tx => {
      const isCorrect = await codeTry.tryCode(tx)
      if (!isCorrect || !account) {
        await writeAudit(tx, { ...audit, outcome: 'refused' })
        return undefined
      }
      const { uid, email, lang } = account
      assertPasswordAllowed(password, policy, { email })
      await setPassword(tx, { uid, passwordHash })
      await publishAccountUpdated(tx, uid, ['password'])
      const ended = await deleteAllSessions(tx, { uid }, 'password_changed')
      await deleteKnownBrowsers(tx, { uid })
      await deleteSignInFlows(tx, { uid })
      await deleteLoginAllowances(tx, { uid })
      await deletePendingCodes(tx, { uid, receiver })
      const detail = { sessionsEnded: ended.length, ...(second && { by: 'second email' }) }
      await writeAudit(tx, { ...audit, outcome: 'ok', detail })
      await notifyOwner(tx, mail, account, caller, { template: 'password_reset' })
      const since = (await mail.clock.now()) / 1_000 - NEW_SECONDS
      await removeNewSignIns(tx, deps, account, since, caller)
      await cancelSecondEmail(tx, mail, uid, caller)
      // A code to the second mailbox does not show that the first one is not lost.
      if (!second) await stopMailboxChange(tx, mail, { uid, by: 'code' }, auditContext(caller))
      const outcome = await startSignIn(
        { uid, email, lang, method: 'reset', remember: false, agreement },
        account,
        caller,
        { tx },
      )
      return { uid, outcome }
    })
    if (!reset) return codeTry.rejectWrongCode()
    await limiter.clearUnder(guessingKeys(accountSubject(reset.uid)))
    await tries.clearAfterReset(reset.uid)
    return reset.outcome
  }
}

export type ResetPassword = ReturnType<typeof createResetPassword>

function identifierOf({ email, account, secondEmail }: PasswordReset): Identifier {
  if (secondEmail !== undefined && email === undefined)
    throw new ApiError('bad_request', { fields: { secondEmail: 'invalid' } })
  if ((email === undefined) === (account === undefined))
    throw new ApiError('bad_request', { fields: { email: 'email_required' } })
  return email === undefined
    ? { kind: 'account', value: (account ?? '').toLowerCase() }
    : { kind: 'email', value: requireCanonicalEmail(email) }
}
