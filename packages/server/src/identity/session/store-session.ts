/** Stores a session with everything that belongs to a sign-in, in one transaction and one statement a table. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  deleteOldestSessions,
  endOfSessions,
  insertSession,
  lockForSignIn,
  lockSession,
  type NewSession,
  type SessionKey,
  type SessionOrigin,
} from './session-store.ts'
import { insertAccountApp } from './store/account-app-store.ts'
import { deleteOldestBrowsers, upsertKnownBrowser } from './store/known-browser-store.ts'
import { publishSessionsEnded } from './store/sessions-ended-store.ts'
import { insertSignInRecord } from './store/sign-in-record-store.ts'

export interface GeneratedSessionRow extends NewSession {
  readonly network: string | null
  readonly app: string
  readonly requestId: string
  /** of the app and of the portal that called, '' if unknown */
  readonly appVersion: string
  readonly passportVersion: string
  /** social sign-in: the OAuth client at the provider; '' otherwise */
  readonly clientId: string
  /** handle of the session that a ticket was created in; null: the person signed in */
  readonly parentHandle: string | null
  /** the hash that the password was verified against; null: signed in without a password */
  readonly passwordHash: string | null
  /** the account may need a second step: it was passed, or is not needed in this browser */
  readonly hasSecondStep: boolean
}

export interface StoredSession {
  /** the account was never signed in to from this browser before */
  readonly isNewBrowser: boolean
  /** sessions that ended because the account has more than it may */
  readonly endedCount: number
}

/**
 * Stores the browser as known and returns whether it is new. Only an authentication does so, because a known browser has
 * rate limits of its own: a page that has read a token can open tickets with any number of invented browser cookies.
 */
async function rememberBrowser(tx: Queryable, session: GeneratedSessionRow): Promise<boolean> {
  if (session.companionHash === null) return false
  const [browser] = await upsertKnownBrowser(tx, session)
  return browser?.is_new ?? false
}

/**
 * Inserts the rows of a sign-in, all sent at once. Returns whether the browser is new. The account must be created in
 * this transaction: otherwise use `storeSession`.
 */
export async function insertSignInRows(
  tx: Queryable,
  session: GeneratedSessionRow,
  parent?: SessionOrigin,
): Promise<boolean> {
  const { uid, handle, method, network, app, requestId, appVersion, passportVersion, clientId } = session
  const root = parent?.root ?? null
  const authenticatedAt = parent?.authenticated_at ?? null
  const [isNewBrowser] = await Promise.all([
    rememberBrowser(tx, session),
    insertSession(tx, {
      ...session,
      ...(parent && { acr: parent.acr, amr: parent.amr }),
      root,
      authenticatedAt,
    }),
    insertSignInRecord(tx, session),
    app === '' ? [] : insertAccountApp(tx, { uid, app }),
    writeAudit(tx, {
      event: `login.${method}`,
      outcome: 'ok',
      uid,
      network,
      app,
      requestId,
      detail: {
        session: handle,
        ...(appVersion && { appVersion }),
        ...(passportVersion && { passportVersion }),
        ...(clientId && { clientId }),
      },
    }),
  ])
  return isNewBrowser
}

/** The account may not sign in at this moment, or the parent session has ended. The transaction must be rolled back. */
export class SignInRefusedError extends Error {}

/**
 * Throws `SignInRefusedError`. The locks decide the race with a ban, a password change or a logout at the same moment (S-012).
 * The rows are sent together with the lock, without waiting for its result: the rollback removes those of a refused sign-in.
 */
export async function storeSession(tx: Queryable, session: GeneratedSessionRow): Promise<StoredSession> {
  const { uid, parentHandle, passwordHash, hasSecondStep } = session
  const locked = lockForSignIn(tx, { uid, passwordHash, hasSecondStep })
  // A lost connection rejects every statement that was sent, and only one error can be thrown.
  locked.catch(() => undefined)
  const parent = parentHandle === null ? undefined : await lockParent(tx, { uid, handle: parentHandle })
  const stored = Promise.all([insertSignInRows(tx, session, parent), deleteOldestSessions(tx, { uid })])
  // Rows of an account that does not exist are rejected too.
  stored.catch(() => undefined)
  const [account] = await locked
  if (!account) throw new SignInRefusedError()
  const [isNewBrowser, ended] = await stored
  if (isNewBrowser) await deleteOldestBrowsers(tx, session)
  if (ended.length > 0) await publishSessionsEnded(tx, { uid })
  await endOfSessions(tx, uid, ended)
  return { isNewBrowser, endedCount: ended.length }
}

async function lockParent(tx: Queryable, key: SessionKey): Promise<SessionOrigin> {
  const [parent] = await lockSession(tx, key)
  if (!parent) throw new SignInRefusedError()
  return parent
}
