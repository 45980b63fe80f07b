/** Ends what apps may do when sessions end, in the same transaction, and queues the logout tokens of the apps that want them. */
import type { GrantEnd } from '@kerf/contract/openid/grant-end'
import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
import { listLogoutClients } from '../app/app-store.ts'
import { deleteAllGrants, deleteGrantsOfSessions, deleteOtherGrants, type EndedGrant } from './grant-store.ts'

export const LOGOUT_JOB = 'openid_logout'

/** `session`: handle. The token names it by an id that only this app knows. */
export interface LogoutJobPayload {
  readonly uid: string
  readonly clientId: string
  readonly session: string
}

/** Tries of about two hours: an app that was away longer has lost its own sessions, or finds the tokens ended. */
const ATTEMPTS_MAX = 10

/** OpenID Connect Back-Channel Logout 1.0: a job sends the logout tokens, so that no app can delay a logout. */
export async function queueLogouts(tx: Queryable, uid: string, ended: readonly EndedGrant[]): Promise<void> {
  if (ended.length === 0) return
  const rows = await listLogoutClients(tx, { clientIds: [...new Set(ended.map(grant => grant.client_id))] })
  const wanting = new Set(rows.map(row => row.client_id))
  for (const { client_id: clientId, session } of ended) {
    if (!wanting.has(clientId)) continue
    const payload: LogoutJobPayload = { uid, clientId, session }
    await enqueueJob(tx, { task: LOGOUT_JOB, payload, attemptsMax: ATTEMPTS_MAX })
  }
}

/** Offline access goes on: the person allowed it for the time after the session. */
export async function endGrantsOfSessions(
  tx: Queryable,
  uid: string,
  sessions: readonly string[],
): Promise<void> {
  await queueLogouts(tx, uid, await deleteGrantsOfSessions(tx, uid, sessions))
}

/** After a new password, a sign-out everywhere, a ban: offline access ends too. */
export async function endAllGrants(tx: Queryable, uid: string, reason: GrantEnd): Promise<void> {
  await queueLogouts(tx, uid, await deleteAllGrants(tx, uid, reason))
}

/** All except those that are bound to the given session. */
export async function endOtherGrants(
  tx: Queryable,
  uid: string,
  session: string,
  reason: GrantEnd,
): Promise<void> {
  await queueLogouts(tx, uid, await deleteOtherGrants(tx, uid, session, reason))
}
