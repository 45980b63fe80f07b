/** Completes a connection step: by the account's password, by a code to its mailbox, or by a code to a new mailbox. */
import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Mailbox } from '../../platform/config/parse-mailbox.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { insertPersonalAccount } from '../account/account-store.ts'
import type { Credentials } from '../account/credential-store.ts'
import { requireNewMailbox } from '../account/email-address.ts'
import { accountSubject } from '../account/guessing-limits.ts'
import { verifyPassword } from '../password/password-hash.ts'
import { type PasswordTries, withdrawIfBusy } from '../password/password-tries.ts'
import type { SignInOutcome } from '../session/session-claims.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import { accountReceiver, mailboxReceiver } from '../verification/receiver-hash.ts'
import type { CodeAttempt, VerificationCodes } from '../verification/verification-codes.ts'
import { type ConnectionStep, findStepOwner, readConnectionStep } from './connection-step.ts'
import { linkPendingIdentity } from './link-identity.ts'
import { createSignInByIdentity } from './sign-in-by-identity.ts'
import type { SignInOrLinkDependencies } from './sign-in-or-link.ts'
import { consumeFlow } from './social-flow-store.ts'
import { linkIdentity } from './social-link-store.ts'

export interface ConnectDependencies extends SignInOrLinkDependencies, Pick<PlatformServices, 'keys'> {
  readonly codes: VerificationCodes
  readonly passwordTries: PasswordTries
}

export type ConnectInput =
  | {
      readonly flow: string
      readonly password: string
      readonly agreement?: SignInAgreement
      readonly ticket?: string | undefined
    }
  | {
      readonly flow: string
      readonly captcha: string
      readonly nonce: string
      readonly email?: string
      readonly agreement?: SignInAgreement
      readonly ticket?: string | undefined
    }
  | { readonly flow: string; readonly agreement: true }

export type ConnectedSession = SignInOutcome & { readonly created: boolean }

type ConnectableAccount = Pick<
  Credentials,
  'uid' | 'email' | 'lang' | 'status' | 'password_hash' | 'second_factor' | 'second_factor_demanded'
>

export function createConnectAccount(deps: ConnectDependencies) {
  const { db, keys, codes, passwordTries, issueSession, startSignIn, mail } = deps
  const signInByIdentity = createSignInByIdentity(deps)

  /** Consumes the step, links the identity and issues a session. Within a transaction. */
  const finishConnection = async (
    tx: Queryable,
    flow: string,
    { channel, identity }: ConnectionStep,
    account: ConnectableAccount,
    caller: Caller,
    {
      created,
      passwordHash,
      agreement,
    }: {
      readonly created: boolean
      readonly passwordHash: string | null
      readonly agreement: SignInAgreement
    },
  ): Promise<ConnectedSession> => {
    const [consumed] = await consumeFlow(tx, { hash: sha256(flow), kind: 'step' })
    if (!consumed) throw new ApiError('expired')
    const { uid, email, lang, status } = account
    if (status === 'restricted') throw new ApiError('restricted')
    const signIn = {
      uid,
      email,
      lang,
      method: `social.${channel}`,
      remember: true,
      passwordHash,
      agreement,
      clientId: identity.clientId,
    } as const
    if (created) {
      if (!(await linkIdentity(tx, uid, channel, identity))) throw new ApiError('social_already_bound')
      await writeAudit(tx, {
        event: 'account.register',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { channel },
      })
      return { ...(await issueSession(signIn, caller, tx)), created }
    }
    // A stranger with the mailbox alone must get no other way in: the password, or the second step, comes first (S-146).
    const isMailboxOnly = passwordHash === null && account.password_hash !== null
    if (isMailboxOnly && !account.second_factor && status !== 'banned')
      throw new ApiError('proof_required', { data: { missing: 'password' } })
    const link = { channel, identity }
    const outcome = await startSignIn(signIn, account, caller, { tx, link })
    if (!('flow' in outcome)) await linkPendingIdentity(tx, mail, account, link, caller)
    return { ...outcome, created }
  }

  const connectByPassword = async (
    { flow, password, ticket, agreement }: Extract<ConnectInput, { password: string }>,
    caller: Caller,
  ): Promise<ConnectedSession> => {
    const step = await readConnectionStep(db, keys, flow)
    const account = await findStepOwner(db, step)
    const isKnown = await isKnownBrowser(db, account.uid, caller.browserHash)
    const subject = accountSubject(account.uid)
    await using attempt = await passwordTries.start({ subject, isKnownBrowser: isKnown, ticket }, caller)
    if (!(await withdrawIfBusy(attempt, () => verifyPassword(account.password_hash, password)))) {
      await writeAudit(db, {
        event: 'social.bound',
        outcome: 'refused',
        uid: account.uid,
        ...auditContext(caller),
      })
      await attempt.failed()
      throw new ApiError('incorrect_account')
    }
    await attempt.succeeded()
    return db.transaction(tx =>
      finishConnection(tx, flow, step, account, caller, {
        created: false,
        passwordHash: account.password_hash,
        agreement: effectiveAgreement(step, agreement),
      }),
    )
  }

  const registerAccount = async (
    tx: Queryable,
    { address: email, canonical }: Mailbox,
    agreement: SignInAgreement,
    caller: Caller,
  ): Promise<ConnectableAccount> => {
    if (agreement === 'ask') throw new ApiError('agreement_required')
    const uid = crypto.randomUUID()
    const { lang } = caller
    const account = { uid, canonicalEmail: canonical, email, lang, passwordHash: null }
    if (!(await insertPersonalAccount(tx, account))) throw new ApiError('has_account')
    return {
      ...{ uid, email, lang, status: 'active', password_hash: null },
      ...{ second_factor: false, second_factor_demanded: false },
    }
  }

  const connectByCode = async (
    { flow, captcha, nonce, email, ticket, ...input }: Extract<ConnectInput, { captcha: string }>,
    caller: Caller,
  ): Promise<ConnectedSession> => {
    const step = await readConnectionStep(db, keys, flow)
    const agreement = effectiveAgreement(step, input.agreement)
    const needsEmail = step.uid === null && !step.needsAgreement
    if (needsEmail !== (email !== undefined))
      throw new ApiError('bad_request', { fields: { email: 'email_required' } })
    const mailbox = email === undefined ? undefined : requireNewMailbox(email)
    const attempt: CodeAttempt = {
      nonce,
      verificationCode: captcha,
      ticket,
      uid: step.uid ?? undefined,
      ...(mailbox
        ? { receiver: mailboxReceiver(keys.receiver, mailbox.canonical), scene: 'bind' }
        : { receiver: accountReceiver(keys.receiver, step.uid ?? ''), scene: 'login' }),
    }
    await using codeTry = await codes.startTry(attempt, caller)
    const connected = await db.transaction(async tx => {
      if (!(await codeTry.tryCode(tx))) return undefined
      const account =
        mailbox === undefined
          ? await findStepOwner(tx, step)
          : await registerAccount(tx, mailbox, agreement, caller)
      return finishConnection(tx, flow, step, account, caller, {
        created: needsEmail,
        passwordHash: null,
        agreement,
      })
    })
    return connected ?? codeTry.rejectWrongCode()
  }

  /** The agreement was all that was missing: continues as the callback would have. */
  const signInWithAgreement = async (flow: string, caller: Caller): Promise<ConnectedSession> => {
    const step = await readConnectionStep(db, keys, flow)
    const [consumed] = step.needsAgreement ? await consumeFlow(db, { hash: sha256(flow), kind: 'step' }) : []
    if (!consumed) throw new ApiError('expired')
    const outcome = await signInByIdentity(step.channel, step.identity, true, caller)
    if (outcome.error === 'second_factor_required') return { ...outcome, created: false }
    // The email address was taken in the meantime: the next attempt leads to a connection step.
    if (outcome.error !== undefined || !outcome.signedIn) throw new ApiError(outcome.error ?? 'expired')
    return { ...outcome.signedIn, created: outcome.created }
  }

  /**
   * Throws `incorrect_account`, `incorrect_code` and `code_expired` (the proof), `has_account` (the email address was taken
   * in the meantime), `proof_required` (a code alone, where the account has a password), `expired`, `social_already_bound`,
   * `restricted`, `account_ban`, `agreement_required`.
   */
  return (input: ConnectInput, caller: Caller): Promise<ConnectedSession> => {
    if ('password' in input) return connectByPassword(input, caller)
    return 'captcha' in input ? connectByCode(input, caller) : signInWithAgreement(input.flow, caller)
  }
}

/** A box that was ticked before the provider was visited counts. */
const effectiveAgreement = (step: ConnectionStep, given: SignInAgreement): SignInAgreement =>
  step.agreement === true ? true : given

export type ConnectAccount = ReturnType<typeof createConnectAccount>
