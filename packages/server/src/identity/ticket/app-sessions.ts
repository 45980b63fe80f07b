/** Sign-ins that an app learned by handover, named `uid.handle`. */

import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { DatabaseClock } from '../../platform/db/database-clock.ts'
import type { RegisteredApp } from '../app/app-registry.ts'
import { requireLive } from '../session/find-session.ts'
import { deleteSession, findSessionName, listSessionNames } from '../session/session-store.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UUID_LENGTH = 36

export const sessionName = (uid: string, handle: string): string => `${uid}.${handle}`

/** Malformed names are ignored. */
const parseSessionNames = (names: readonly string[]): { readonly uid: string; readonly handle: string }[] =>
  names
    .map(name => ({ uid: name.slice(0, UUID_LENGTH), handle: name.slice(UUID_LENGTH + 1) }))
    .filter(({ uid, handle }) => UUID.test(uid) && handle !== '')

/** Those that are live and that the app itself learned of. Throws `system` if a doubtful time has ended one (S-179). */
export async function listLiveAppSessions(
  db: Queryable,
  clock: Pick<DatabaseClock, 'isTrusted'>,
  names: readonly string[],
  { clientId }: Pick<RegisteredApp, 'clientId'>,
): Promise<string[]> {
  const parsed = parseSessionNames(names)
  const rows = await listSessionNames(db, {
    uids: parsed.map(({ uid }) => uid),
    handles: parsed.map(({ handle }) => handle),
    clientId,
  })
  return namesOfLive(clock, rows)
}

async function namesOfLive(
  clock: Pick<DatabaseClock, 'isTrusted'>,
  rows: readonly { readonly name: string; readonly live: boolean }[],
): Promise<string[]> {
  const live = await Promise.all(rows.map(row => requireLive(clock, row)))
  return live.flatMap(row => row?.name ?? [])
}

/** Like `listLiveAppSessions`, with a statement of one shard each, sent at once. */
export async function findLiveAppSessions(
  db: Database,
  clock: Pick<DatabaseClock, 'isTrusted'>,
  names: readonly string[],
  { clientId }: Pick<RegisteredApp, 'clientId'>,
): Promise<string[]> {
  const found = await db.withConnection(on =>
    Promise.all(parseSessionNames(names).map(key => findSessionName(on, { ...key, clientId }))),
  )
  return namesOfLive(clock, found.flat())
}

/** Ends the live sign-ins after the person signed out of the app. Returns the number of sessions that ended. */
export async function endAppSessions(db: Database, live: readonly string[], caller: Caller): Promise<number> {
  let ended = 0
  for (const { uid, handle } of parseSessionNames(live)) {
    await db.transaction(async tx => {
      const rows = await deleteSession(tx, { uid, handle })
      if (rows.length === 0) return
      ended += rows.length
      await writeAudit(tx, {
        event: 'login.logout',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { by: 'app' },
      })
    })
  }
  return ended
}
