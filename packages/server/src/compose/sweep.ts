/** Deletes what has had its time, in batches that lock little and end soon. */
import type { Task } from 'graphile-worker'
import { isLiveSession } from '../identity/session/live-session.ts'
import { type Database, statement } from '../platform/db/database.ts'
import type { JobLog } from '../platform/jobs/job-log.ts'

export const SWEEP_JOB = 'sweep'
export const SWEEP_SESSIONS_JOB = 'sweep_sessions'

const BATCH = 1_000
/** Batches a table and run: what is left waits for the next run. */
const BATCHES_MAX = 50
/** The sign-in history is kept this long (S-119). */
const SIGN_IN_RECORD_DAYS = 180
/** A message that has ended is shown to nobody; its sender may still look it up. */
const ENDED_MESSAGE_DAYS = 30

type Batch = (db: Database) => Promise<unknown[]>

const aged = (table: string, condition: string): Batch =>
  statement(
    `sweep.${table}`,
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked)) returning 1`,
  )

/** Each condition is served by an index of its own. */
const TABLES: readonly (readonly [table: string, batch: Batch])[] = [
  // An hour's grace: a code that is just over still answers "no longer valid", not "unknown".
  ['verification', aged('verification', `expires_at < now() - interval '1 hour'`)],
  ['verification_gate', aged('verification_gate', `sent_at < now() - interval '1 day'`)],
  ['one_time', aged('one_time', 'expires_at < now()')],
  ['ticket', aged('ticket', `expires_at < now() - interval '1 hour'`)],
  ['oauth_request', aged('oauth_request', `expires_at < now() - interval '1 hour'`)],
  ['oauth_flow', aged('oauth_flow', `expires_at < now() - interval '1 hour'`)],
  ['idempotent_call', aged('idempotent_call', `at < now() - interval '1 day'`)],
  ['watch', aged('watch', `beat_at < now() - interval '1 day'`)],
  ['visitor_watch', aged('visitor_watch', `expires_at < now() - interval '1 hour'`)],
  ['unlock_issue', aged('unlock_issue', 'expires_at < now()')],
  ['unlock_asked', aged('unlock_asked', 'expires_at < now()')],
  ['rate_limit', aged('rate_limit', 'expire < (extract(epoch from now()) * 1000)::bigint')],
  ['message_request', aged('message_request', `created_at < now() - interval '1 day'`)],
  ['account_message', aged('account_message', `ends_at < now() - interval '${ENDED_MESSAGE_DAYS} days'`)],
  ['sign_in_record', aged('sign_in_record', `at < now() - interval '${SIGN_IN_RECORD_DAYS} days'`)],
]

/** Deletes the expired rows of every table that ages. Returns how many of each went. */
export async function sweep(db: Database, signal?: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const gone: Record<string, number> = {}
  for (const [table, batch] of TABLES) {
    for (let round = 0; round < BATCHES_MAX && !signal?.aborted; round++) {
      const { length } = await batch(db)
      if (length > 0) gone[table] = (gone[table] ?? 0) + length
      if (length < BATCH) break
    }
  }
  return gone
}

interface Position {
  readonly uid: string
  readonly handle: string
}

/** `last_seen` has no index, since every call would have to move its entry: the table is walked by its key instead. */
const nextSlice = statement<Position, [uid: string, handle: string]>(
  'sweep.session.slice',
  `select uid, handle from session where (uid, handle) > ($1::uuid, $2) order by uid, handle limit ${BATCH}`,
)
const deleteDead = statement<never, [fromUid: string, fromHandle: string, toUid: string, toHandle: string]>(
  'sweep.session.delete',
  `delete from session where (uid, handle) > ($1::uuid, $2) and (uid, handle) <= ($3::uuid, $4)
     and not ${isLiveSession('session')} returning 1`,
)

/** Walks all sessions and deletes the dead: 24 h without a call, a year for remembered ones. Returns how many. */
export async function sweepSessions(db: Database, signal?: AbortSignal): Promise<number> {
  let gone = 0
  let from: Position = { uid: '00000000-0000-0000-0000-000000000000', handle: '' }
  while (!signal?.aborted) {
    const slice = await nextSlice(db, from.uid, from.handle)
    const to = slice.at(-1)
    if (to === undefined) break
    const dead = await deleteDead(db, from.uid, from.handle, to.uid, to.handle)
    gone += dead.length
    from = to
    if (slice.length < BATCH) break
  }
  return gone
}

export const sweepTask =
  (db: Database, log: JobLog): Task =>
  async (_payload, { abortSignal }) => {
    const gone = await sweep(db, abortSignal)
    if (Object.keys(gone).length > 0) log.info({ gone }, 'expired rows deleted')
  }

export const sweepSessionsTask =
  (db: Database, log: JobLog): Task =>
  async (_payload, { abortSignal }) => {
    const gone = await sweepSessions(db, abortSignal)
    if (gone > 0) log.info({ gone }, 'dead sessions deleted')
  }
