/** Rows of one-time tickets. */
import { statement } from '../../platform/db/database.ts'
import { isLiveSession } from '../session/live-session.ts'

export type TicketPurpose = 'handover' | 'sync' | 'bind'

export const insertTicket = statement<
  never,
  [hash: Buffer, uid: string, purpose: TicketPurpose, target: string, session: string, seconds: number]
>(
  'ticket.insert',
  `insert into ticket (hash, uid, purpose, target, session, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
)

/**
 * Uses a ticket up: once, for its purpose, on one of the given origins, and only while the session it was made in
 * lasts (S-040). No row: none of that holds.
 */
export const consumeTicket = statement<
  { uid: string; session: string; remember: boolean; proved: boolean },
  [hash: Buffer, purpose: TicketPurpose, targets: readonly string[], proofSeconds: number]
>(
  'ticket.consume',
  `update ticket t set consumed_at = now() from session s
    where t.hash = $1 and t.purpose = $2 and t.target = any($3) and t.consumed_at is null and t.expires_at > now()
      and s.uid = t.uid and s.handle = t.session
   returning t.uid, t.session, s.remember, s.proved_at > now() - make_interval(secs => $4) as proved`,
)

/** Of sign-ins named `uid.handle`, those that still last. */
export const listAlive = statement<{ name: string }, [uids: readonly string[], handles: readonly string[]]>(
  'ticket.alive',
  `select s.uid || '.' || s.handle as name
     from unnest($1::uuid[], $2::text[]) as t(uid, handle)
     join session s on s.uid = t.uid and s.handle = t.handle
    where ${isLiveSession('s')}`,
)
