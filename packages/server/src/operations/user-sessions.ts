/** Where an account is signed in, for an operator; looking is on record (S-119), ending all of them is mailed (S-019). */
import { deleteAllSessions, findAccount, type LiveSession, listSessions } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Database } from '../platform/db/database.ts'
import { lockAccount, noSuchAccount, resolveUid } from './find-account.ts'
import { createNotifyAccount, type Site } from './notify-account.ts'

export interface ShownSession {
  /** public handle; never the token */
  readonly session: string
  readonly ip: string
  readonly place: string
  readonly application: string
  readonly platform: string
  /** unix seconds */
  readonly firstLogin: number
  readonly lastSeen: number
}

const shown = (row: LiveSession): ShownSession => ({
  session: row.handle,
  ip: row.ip ?? '',
  place: row.place,
  application: row.application,
  platform: row.platform,
  firstLogin: row.first_login,
  lastSeen: row.last_seen,
})

/** Live ones, the latest used first. */
export async function userSessions(
  db: Database,
  who: string,
  operator: string,
): Promise<{ uid: string; sessions: ShownSession[] }> {
  return db.transaction(async tx => {
    const uid = await resolveUid(tx, who)
    const [account] = uid === undefined ? [] : await findAccount(tx, uid)
    if (!account) throw noSuchAccount()
    await writeAudit(tx, { event: 'user.sessions', outcome: 'ok', uid: account.uid, operator })
    return { uid: account.uid, sessions: (await listSessions(tx, account.uid)).map(shown) }
  })
}

export async function endUserSessions(
  site: Site,
  who: string,
  operator: string,
): Promise<{ uid: string; ended: number }> {
  const tell = await createNotifyAccount(site)
  return site.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { length: ended } = await deleteAllSessions(tx, uid)
    await writeAudit(tx, { event: 'user.sessions_ended', outcome: 'ok', uid, operator, detail: { ended } })
    if (ended > 0) await tell(tx, account, { template: 'operator_sessions_ended', count: ended })
    return { uid, ended }
  })
}
