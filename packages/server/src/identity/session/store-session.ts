/** Stores a session with everything that belongs to a sign-in, in one transaction and one statement a table. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { insertAccountApp } from './account-app-store.ts'
import { upsertKnownBrowser } from './known-browser-store.ts'
import {
  deleteOldestSessions,
  insertSession,
  lockForSignIn,
  lockSession,
  type NewSession,
} from './session-store.ts'
import { insertSignInRecord } from './sign-in-record-store.ts'

export interface PreparedSignIn extends NewSession {
  readonly network: string | null
  readonly app: string
  readonly requestId: string
  /** handle of the session that a ticket was created in; null: the person signed in */
  readonly parentHandle: string | null
  /** the hash that the password was verified against; null: signed in without a password */
  readonly passwordHash: string | null
}

export interface StoredSession {
  /** the account was never signed in to from this browser before */
  readonly isNewBrowser: boolean
  /** sessions that ended because the account has more than it may */
  readonly endedCount: number
}

/**
 * Returns `undefined`, and stores nothing, if the account may not sign in at this moment or the parent session has ended.
 * The locks decide the race with a ban, a password change or a logout at the same moment (S-012); they are sent at once, and
 * so is everything that follows them.
 */
export async function storeSession(
  tx: Queryable,
  session: PreparedSignIn,
): Promise<StoredSession | undefined> {
  const { uid, handle, parentHandle, passwordHash, method, network, app, requestId } = session
  const [[account], [parent]] = await Promise.all([
    lockForSignIn(tx, { uid, passwordHash }),
    parentHandle === null ? [] : lockSession(tx, { uid, handle: parentHandle }),
  ])
  if (!account || (parentHandle !== null && !parent)) return undefined
  const [, , [browser], , , ended] = await Promise.all([
    insertSession(tx, {
      ...session,
      root: parent?.root ?? null,
      authenticatedAt: parent?.authenticated_at ?? null,
    }),
    insertSignInRecord(tx, session),
    upsertKnownBrowser(tx, session),
    app === '' ? [] : insertAccountApp(tx, { uid, app }),
    writeAudit(tx, {
      event: `login.${method}`,
      outcome: 'ok',
      uid,
      network,
      app,
      requestId,
      detail: { session: handle },
    }),
    deleteOldestSessions(tx, { uid }),
  ])
  return { isNewBrowser: browser?.is_new ?? false, endedCount: ended.length }
}
