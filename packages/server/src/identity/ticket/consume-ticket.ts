import { TICKET_PREFIX } from '@kerf/contract/endpoints/ticket'
import { REAUTHENTICATION_TTL_SECONDS } from '@kerf/contract/limits'
import { canonicalReturnUrl } from '@kerf/contract/return-url'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { findSessionByHandle } from '../session/session-store.ts'
import { consumeTicketRow, type TicketPurpose } from './ticket-store.ts'

const TICKET = new RegExp(`^${TICKET_PREFIX}[\\w-]{43}$`)

export interface ConsumedTicket {
  readonly uid: string
  /** handle of the session in which the ticket was created */
  readonly session: string
  readonly remember: boolean
  readonly isRecentlyAuthenticated: boolean
}

/**
 * Consumes a ticket for one of the target origins. Throws `expired` if the ticket is invalid, used, or if its session
 * has ended (S-040). With `returnUrl` also if it was appended to another address: a ticket that was moved into the
 * address of another sign-in, with its `state`, is then refused.
 */
export async function consumeTicket(
  db: Queryable,
  ticket: string,
  purpose: TicketPurpose,
  targets: readonly string[],
  returnUrl?: string,
): Promise<ConsumedTicket> {
  if (!TICKET.test(ticket)) throw new ApiError('expired')
  const returnUrlHash = returnUrl === undefined ? null : sha256(canonicalReturnUrl(returnUrl) ?? '')
  const [consumed] = await consumeTicketRow(db, { hash: sha256(ticket), purpose, targets, returnUrlHash })
  if (!consumed) throw new ApiError('expired')
  const { uid, session } = consumed
  const [parent] = await findSessionByHandle(db, {
    uid,
    handle: session,
    reauthenticationTtlSeconds: REAUTHENTICATION_TTL_SECONDS,
  })
  if (!parent) throw new ApiError('expired')
  return {
    uid,
    session,
    remember: parent.remember,
    isRecentlyAuthenticated: parent.is_recently_authenticated,
  }
}
