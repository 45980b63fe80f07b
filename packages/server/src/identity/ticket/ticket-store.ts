/** Table `ticket`: one-time tickets, stored by hash. */
import { statement } from '../../platform/db/database.ts'

export type TicketPurpose = 'handover' | 'sync' | 'bind'

export const insertTicket = statement<
  never,
  {
    hash: Buffer
    uid: string
    purpose: TicketPurpose
    /** origin */
    target: string
    returnUrlHash: Buffer
    session: string
    ttlSeconds: number
  }
>(
  'ticket.insert',
  `insert into ticket (hash, uid, purpose, target, return_url_hash, session, expires_at)
   values ($hash, $uid, $purpose, $target, $returnUrlHash, $session, now() + make_interval(secs => $ttlSeconds))`,
)

export const findTicketApp = statement<{ uid: string }, { uid: string; clientId: string }>(
  'ticket_app.find',
  'select uid from ticket_app where uid = $uid and client_id = $clientId',
)

/** Apps that a thief may have entered: they get no more events of the account. */
export const deleteTicketAppsSince = statement<{ client_id: string }, { uid: string; since: Date }>(
  'ticket_app.delete_since',
  'delete from ticket_app where uid = $uid and since >= $since returning client_id',
)

/**
 * Stores that an app has redeemed a ticket of the account: it gets the account's events. Locks the account row, so that an
 * erasure at the same moment removes the new row too. No row: it had redeemed one before, or the account is erased.
 */
export const insertTicketApp = statement<{ uid: string }, { uid: string; clientId: string }>(
  'ticket_app.insert',
  `insert into ticket_app as t (uid, client_id)
   select a.uid, $clientId from (select uid from account where uid = $uid for key share) a on conflict do nothing
   returning t.uid`,
)

/**
 * Marks an unused, unexpired ticket as consumed. Returns no row if the hash is unknown, the ticket has another purpose
 * or target, or it was consumed before; with `returnUrlHash` also if it was appended to another address. The conditional update lets exactly one of several concurrent calls succeed (S-040).
 */
export const consumeTicketRow = statement<
  { uid: string; session: string },
  { hash: Buffer; purpose: TicketPurpose; targets: readonly string[]; returnUrlHash: Buffer | null }
>(
  'ticket.consume',
  `update ticket set consumed_at = now()
    where hash = $hash and purpose = $purpose and target = any($targets) and consumed_at is null and expires_at > now()
      and ($returnUrlHash::bytea is null or return_url_hash = $returnUrlHash)
   returning uid, session`,
)
