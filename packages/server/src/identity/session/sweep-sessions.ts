/**
 * Deletes expired sessions. `last_seen` has no index, because every request would have to update it: the job walks the table
 * by its primary key instead.
 */
import type { Task } from 'graphile-worker'
import type { EndedSession } from '../../outbound/webhook/publish-account-event.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { NO_UID } from '../account/credential-store.ts'
import { endOfSessions } from './session-store.ts'
import {
  deleteExpiredSessions,
  listSessions,
  type SessionPosition,
  SLICE_MAX,
} from './store/session-sweep-store.ts'
import {
  deleteSessionRoutes,
  listExistingTokens,
  listSessionRoutes,
  ROUTES_SLICE_MAX,
} from './store/session-token-store.ts'

export const SWEEP_SESSIONS_JOB = 'sweep_sessions'

const START: SessionPosition = { uid: NO_UID, handle: '' }

/** Returns how many sessions were deleted. */
export async function sweepSessions(db: Database, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  let from = START
  while (!signal?.aborted) {
    const slice = await listSessions(db, from)
    const to = slice.at(-1)
    if (to === undefined) break
    const expired = slice.filter(session => session.expired)
    if (expired.length > 0)
      deleted += await db.transaction(async tx => {
        const keys = { uids: expired.map(({ uid }) => uid), handles: expired.map(({ handle }) => handle) }
        const ended = await deleteExpiredSessions(tx, keys)
        await publishEndedOfMany(tx, ended)
        return ended.length
      })
    from = to
    if (slice.length < SLICE_MAX) break
  }
  return deleted
}

/** Sessions of any number of accounts. */
export async function publishEndedOfMany(
  tx: Queryable,
  ended: readonly (EndedSession & { readonly uid: string })[],
): Promise<void> {
  for (const [uid, sessions] of Map.groupBy(ended, session => session.uid))
    await endOfSessions(tx, uid, sessions)
}

/** Deletes the routes of sessions that have ended. Returns how many there were. */
export async function sweepSessionRoutes(db: Database, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  let after: Buffer = Buffer.alloc(0)
  while (!signal?.aborted) {
    const slice = await listSessionRoutes(db, { after })
    const last = slice.at(-1)
    if (last === undefined) break
    const existing = await listExistingTokens(db, {
      uids: [...new Set(slice.map(({ uid }) => uid))],
      hashes: slice.map(({ token_hash }) => token_hash),
    })
    const kept = new Set(existing.map(({ token_hash }) => token_hash.toString('hex')))
    const ended = slice.filter(({ token_hash }) => !kept.has(token_hash.toString('hex')))
    if (ended.length > 0)
      deleted += (await deleteSessionRoutes(db, { hashes: ended.map(({ token_hash }) => token_hash) })).length
    if (slice.length < ROUTES_SLICE_MAX) break
    after = last.token_hash
  }
  return deleted
}

export const sweepSessionsTask =
  (db: Database, log: JobLog): Task =>
  async (_payload, { abortSignal }) => {
    const deleted = await sweepSessions(db, abortSignal)
    if (deleted > 0) log.info({ deleted }, 'expired sessions deleted')
    const routes = await sweepSessionRoutes(db, abortSignal)
    if (routes > 0) log.info({ deleted: routes }, 'routes of ended sessions deleted')
  }
