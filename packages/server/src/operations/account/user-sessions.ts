/** Lists and ends the sessions of an account. */
import {
  deleteAllSessions,
  deleteSession,
  findAccount,
  type LiveSession,
  listSessions,
} from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { accountNotFound, findUid, lockAccount } from './find-account.ts'
import { createNotifyAccount, type OperationTarget } from './notify-account.ts'

/** Times are unix seconds. */
export interface ShownSession {
  /** public handle, never the token */
  readonly session: string
  readonly ip: string
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly firstLogin: number
  readonly lastSeen: number
}

const toShownSession = (row: LiveSession): ShownSession => ({
  session: row.handle,
  ip: row.ip ?? '',
  place: row.place,
  application: row.application,
  platform: row.platform,
  firstLogin: row.first_login,
  lastSeen: row.last_seen,
})

/** Active sessions, most recently used first. Writes an audit event (S-119). Throws an OperationError. */
export async function listUserSessions(
  db: Database,
  who: string,
  operator: string,
): Promise<{ uid: string; sessions: ShownSession[] }> {
  return db.transaction(async tx => {
    const found = await findUid(tx, who)
    const [account] = found === undefined ? [] : await findAccount(tx, { uid: found })
    if (!account) throw accountNotFound()
    const { uid } = account
    await writeAudit(tx, { event: 'user.sessions', outcome: 'ok', uid, operator })
    return { uid, sessions: (await listSessions(tx, { uid })).map(toShownSession) }
  })
}

/** Ends every session and, if there were any, mails the owner (S-019). Throws an OperationError. */
export async function endUserSessions(
  target: OperationTarget,
  who: string,
  operator: string,
): Promise<{ uid: string; ended: number }> {
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { length: ended } = await deleteAllSessions(tx, { uid })
    await writeAudit(tx, { event: 'user.sessions_ended', outcome: 'ok', uid, operator, detail: { ended } })
    if (ended > 0) await notifyAccount(tx, account, { template: 'operator_sessions_ended', count: ended })
    return { uid, ended }
  })
}

/** Ends one session, and those that were created from it, and mails the owner. Throws an OperationError. */
export async function endUserSession(
  target: OperationTarget,
  order: { readonly who: string; readonly handle: string; readonly operator: string },
): Promise<{ uid: string; ended: number }> {
  const { who, handle, operator } = order
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { length: ended } = await deleteSession(tx, { uid, handle })
    if (ended === 0) throw new OperationError('session_unknown', { session: handle })
    await writeAudit(tx, {
      event: 'user.session_ended',
      outcome: 'ok',
      uid,
      operator,
      detail: { session: handle, ended, changed: { session: { from: handle, to: null } } },
    })
    await notifyAccount(tx, account, { template: 'operator_sessions_ended', count: ended })
    return { uid, ended }
  })
}
