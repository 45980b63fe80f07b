/** Begins a session: the only way to a token (S-012, S-037, S-038). */
import type { Language } from '@kerf/contract/language'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { findAccount } from '../account/credential-store.ts'
import { clientLabels } from './client-labels.ts'
import { notifySessionsEnded } from './notify-sessions-ended.ts'
import { deleteOldestSessions, type Issued, type NewSession, storeSession } from './session-store.ts'

export type SignInMethod =
  | 'password'
  | 'captcha'
  | 'register'
  | 'reset'
  | 'enterprise'
  | 'ticket'
  | `social.${string}`

export interface SessionDependencies {
  readonly db: Database
  readonly mail: MailDependencies
  readonly prepareSession: PrepareSession
}

export interface SignIn {
  readonly uid: string
  readonly email: string
  readonly lang: Language
  readonly method: SignInMethod
  readonly remember: boolean
  /** what the password given was checked against: the account must still have it */
  readonly passwordHash?: string | null
  /** handle of the session a ticket was made in: both end together */
  readonly parentHandle?: string
}

/** Why none was begun; `ended`: the session it would have grown from. */
const FAULTS = { banned: 'account_ban', replaced: 'incorrect_account', ended: 'expired' } as const

function reasonOf({ passwordHash, parentHandle }: SignIn, banned: boolean): keyof typeof FAULTS {
  if (!banned && passwordHash != null) return 'replaced'
  return !banned && parentHandle !== undefined ? 'ended' : 'banned'
}

/** What a session that begins now will be; nothing of it is stored yet. */
export interface PreparedSession {
  readonly row: NewSession
  readonly signedIn: IssuedSession
  /** begins it, if its account may sign in at that moment */
  store(on: Queryable): Promise<Issued>
}

export function createPrepareSession({ placeOf }: Pick<MailDependencies, 'placeOf'>) {
  return async function prepareSession(signIn: SignIn, caller: Caller): Promise<PreparedSession> {
    const { uid, method, remember } = signIn
    const utoken = randomToken()
    const newBrowser = caller.browserHash ? undefined : randomToken()
    const row: NewSession = {
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
      }),
      userAgent: caller.userAgent.slice(0, 300),
      browserHash: caller.browserHash ?? sha256(newBrowser ?? ''),
      ...auditContext(caller),
      parentHandle: signIn.parentHandle ?? null,
      passwordHash: signIn.passwordHash ?? null,
    }
    return { row, signedIn: { utoken, uid, remember, newBrowser }, store: on => storeSession(on, row) }
  }
}

export type PrepareSession = ReturnType<typeof createPrepareSession>

export function createIssueSession({ db, mail, prepareSession }: SessionDependencies) {
  /**
   * Throws 'account_ban' when the account is banned at this moment, 'incorrect_account' when its password is another by now, 'expired' when the
   * session it grows from has ended.
   * `on`: the transaction that the session belongs to.
   */
  return async function issueSession(
    signIn: SignIn,
    caller: Caller,
    on: Queryable = db,
  ): Promise<IssuedSession> {
    const { row, signedIn, store } = await prepareSession(signIn, caller)
    const stored = await store(on)
    if (!stored.issued) {
      const [account] = await findAccount(db, signIn.uid)
      const because = reasonOf(signIn, account?.status === 'banned')
      // Outside the transaction, which the fault rolls back.
      await writeAudit(db, {
        event: `login.${signIn.method}`,
        outcome: 'refused',
        uid: signIn.uid,
        ...auditContext(caller),
        detail: { [because]: true },
      })
      throw new ApiError(FAULTS[because])
    }
    if (stored.crowded) {
      const dropped = await deleteOldestSessions(on, signIn.uid)
      if (dropped.length > 0) await notifySessionsEnded(on, mail, signIn, dropped.length, caller)
    }
    if (stored.fresh && stored.known && signIn.method !== 'reset' && signIn.parentHandle === undefined)
      await notifyOwner(on, mail, signIn, caller, {
        template: 'new_device',
        application: row.application,
        platform: row.platform,
        ip: caller.ip,
      })
    return signedIn
  }
}

export type IssueSession = ReturnType<typeof createIssueSession>
