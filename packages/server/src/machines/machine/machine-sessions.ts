import { deleteSession } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { forgetSessions, listMachineSessions } from './machine-session-store.ts'

interface NotedSession {
  readonly uid: string
  readonly session: string | null
}

/** In the transaction that ended the roles. */
export async function endSessionsOfRoles(tx: Queryable, roles: readonly NotedSession[]): Promise<void> {
  for (const { uid, session } of roles)
    if (session !== null) await deleteSession(tx, { uid, handle: session })
}

/** In a transaction that has locked the machine. */
export async function endMachineSessions(tx: Queryable, machine: string): Promise<void> {
  const noted = await listMachineSessions(tx, { machine })
  await forgetSessions(tx, { machine })
  await endSessionsOfRoles(tx, noted)
}
