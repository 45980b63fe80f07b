import type { Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findAccount } from '../account/credential-store.ts'
import type { IssueSession } from '../session/issue-session.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import type { ConsumedTicket } from './consume-ticket.ts'

/** Issues a session that ends together with the session in which the ticket was created. Throws `expired`, `account_ban`. */
export async function startTicketSession(
  db: Queryable,
  issueSession: IssueSession,
  { uid, session, remember }: ConsumedTicket,
  caller: Caller,
): Promise<IssuedSession> {
  const [account] = await findAccount(db, { uid })
  if (!account) throw new ApiError('expired')
  const { email, lang } = account
  return issueSession({ uid, email, lang, method: 'ticket', remember, parentHandle: session }, caller)
}
