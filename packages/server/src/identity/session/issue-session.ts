/** Starts sessions. Every token is created here (S-012, S-037, S-038). */
import type { SignInAgreement } from '@kerf/contract/fields'
import type { Language } from '@kerf/contract/language'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { clientLabels } from '../../platform/audit/client-labels.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { createSessionToken } from '../../platform/keys/session-token.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { settleAgreement } from '../account/agreement-store.ts'
import { findAccount } from '../account/credential-store.ts'
import { ACR, type Authentication, authenticationOf, type SignInMethod } from './authentication.ts'
import { mailNewBrowser } from './mail-new-browser.ts'
import { notifySessionsEnded } from './notify-sessions-ended.ts'
import type { IssuedSession } from './session-claims.ts'
import { createCompanion } from './session-companion.ts'
import { type GeneratedSessionRow, SignInRefusedError, storeSession } from './store-session.ts'

export interface SessionDependencies extends Pick<PlatformServices, 'db' | 'mail' | 'limiter'> {
  readonly generateSession: GenerateSession
}

export interface SignIn {
  readonly uid: string
  readonly email: string
  readonly lang: Language
  readonly method: SignInMethod
  readonly remember: boolean
  /** the hash that the password was verified against: the account must still have it */
  readonly passwordHash?: string | null
  /** handle of the session that a ticket was created in: both end together */
  readonly parentHandle?: string
  /** undefined where the session continues another one, or the account agreed when it was created */
  readonly agreement?: SignInAgreement
  /** social sign-in: the OAuth client at the provider */
  readonly clientId?: string | undefined
  /** default: that of the method alone */
  readonly authentication?: Authentication
  /** the account needs a second step, and this browser had it before */
  readonly isSecondStepDone?: boolean
}

const USER_AGENT_MAX = 300

/** Why no session was started, with the error that the caller gets. `ended`: the parent session. */
const REFUSALS = {
  banned: 'account_ban',
  replaced: 'incorrect_account',
  ended: 'expired',
  secondStepMissing: 'second_factor_required',
} as const

function refusalReason(
  { passwordHash, parentHandle }: SignIn,
  isBanned: boolean,
  lacksSecondStep: boolean,
): keyof typeof REFUSALS {
  if (!isBanned && lacksSecondStep) return 'secondStepMissing'
  if (!isBanned && passwordHash != null) return 'replaced'
  return !isBanned && parentHandle !== undefined ? 'ended' : 'banned'
}

/** A session with its token. Nothing is stored yet. */
export interface GeneratedSession {
  readonly row: GeneratedSessionRow
  readonly issued: IssuedSession
}

export interface GenerateSessionDependencies extends Pick<MailDependencies, 'placeOf'> {
  /** seconds until tokens name their account: a former version that serves beside this one does not know them */
  readonly secondsUntilRoutable: number
}

export function createGenerateSession({ placeOf, secondsUntilRoutable }: GenerateSessionDependencies) {
  const routableAt = performance.now() + secondsUntilRoutable * 1000
  return async function generateSession(signIn: SignIn, caller: Caller): Promise<GeneratedSession> {
    const { uid, method, remember } = signIn
    const utoken = performance.now() < routableAt ? randomToken() : createSessionToken(uid)
    const newBrowser = caller.browserHash ? undefined : randomToken()
    // A ticket proves nothing about the person who uses it.
    const companion = method === 'ticket' ? undefined : createCompanion()
    const authentication = signIn.authentication ?? authenticationOf(method)
    const row: GeneratedSessionRow = {
      uid,
      handle: randomHandle(),
      tokenHash: sha256(utoken),
      remember,
      method,
      ip: caller.ip,
      place: await placeOf(caller.ip),
      ...clientLabels({
        userAgent: caller.userAgent,
        appPlatform: caller.app.platform,
        appCode: caller.app.code,
        appVersion: caller.app.version,
      }),
      userAgent: caller.userAgent.slice(0, USER_AGENT_MAX),
      browserHash: caller.browserHash ?? sha256(newBrowser ?? ''),
      companionHash: companion?.hash ?? null,
      ...authentication,
      hasSecondStep:
        signIn.isSecondStepDone === true || method === 'ticket' || authentication.acr === ACR.multipleFactors,
      ...auditContext(caller),
      appVersion: caller.app.version,
      passportVersion: caller.app.passportVersion,
      clientId: signIn.clientId ?? '',
      parentHandle: signIn.parentHandle ?? null,
      passwordHash: signIn.passwordHash ?? null,
    }
    return { row, issued: { utoken, uid, remember, newBrowser, companion: companion?.value } }
  }
}

export type GenerateSession = ReturnType<typeof createGenerateSession>

export function createIssueSession({ db, mail, limiter, generateSession }: SessionDependencies) {
  /** Outside the sign-in's transaction, which the error rolls back. */
  const auditRefusal = ({ uid, method }: SignIn, caller: Caller, reason: string) =>
    writeAudit(db, {
      event: `login.${method}`,
      outcome: 'refused',
      uid,
      ...auditContext(caller),
      detail: { [reason]: true },
    })

  const refuse = async (
    signIn: SignIn,
    { hasSecondStep }: GeneratedSessionRow,
    caller: Caller,
  ): Promise<never> => {
    const [account] = await findAccount(db, { uid: signIn.uid })
    const reason = refusalReason(
      signIn,
      account?.status === 'banned',
      (account?.second_factor || account?.second_factor_demanded) === true && !hasSecondStep,
    )
    await auditRefusal(signIn, caller, reason)
    throw new ApiError(REFUSALS[reason])
  }

  const start = async (tx: Queryable, { row, issued }: GeneratedSession, signIn: SignIn, caller: Caller) => {
    const stored = await storeSession(tx, row)
    // After the lock, so that a banned account gets that answer. The rollback removes the session of an account that has to be asked.
    await settleAgreement(tx, signIn.uid, signIn.agreement)
    if (stored.endedCount > 0) await notifySessionsEnded(tx, mail, signIn, stored.endedCount, caller)
    await mailNewBrowser(tx, { mail, limiter }, row, stored, signIn, caller)
    return issued
  }

  /**
   * Throws `second_factor_required` if the account got a second factor meanwhile, `account_ban` if the account is banned at this
   * moment, `incorrect_account` if its password was changed since it was verified, `expired` if the parent session has
   * ended, `agreement_required` if the person has to be asked first.
   * `tx`: the transaction that the session belongs to; without it, the session has one of its own.
   */
  return async function issueSession(signIn: SignIn, caller: Caller, tx?: Queryable): Promise<IssuedSession> {
    const generated = await generateSession(signIn, caller)
    const issued = tx
      ? start(tx, generated, signIn, caller)
      : db.transaction(own => start(own, generated, signIn, caller))
    return issued.catch(async (error: unknown) => {
      if (error instanceof SignInRefusedError) return refuse(signIn, generated.row, caller)
      if (error instanceof ApiError && error.errorName === 'agreement_required')
        await auditRefusal(signIn, caller, 'agreementMissing')
      throw error
    })
  }
}

export type IssueSession = ReturnType<typeof createIssueSession>
