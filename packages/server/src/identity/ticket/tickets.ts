/** One-time tickets that replace the token between origins: handover, cookie sync, social connection. */

import { publishAccountCreated } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { RegisteredApp } from '../app/app-registry.ts'
import type { IssueSession } from '../session/issue-session.ts'
import type { IssuedSession, SessionClaims } from '../session/session-claims.ts'
import { addLearnedBy } from '../session/session-store.ts'
import { endAppSessions, findLiveAppSessions, listLiveAppSessions, sessionName } from './app-sessions.ts'
import { type ConsumedTicket, consumeTicket } from './consume-ticket.ts'
import { type CreateTicketDependencies, createCreateTicket } from './create-ticket.ts'
import { startTicketSession } from './start-ticket-session.ts'
import { findTicketApp, insertTicketApp } from './ticket-store.ts'

export interface TicketDependencies
  extends CreateTicketDependencies,
    Pick<PlatformServices, 'db' | 'clock' | 'isDistributed'> {
  readonly issueSession: IssueSession
}

export function createTickets(deps: TicketDependencies) {
  const { db, clock, isDistributed, issueSession, publicUrl } = deps
  const listLive = isDistributed ? findLiveAppSessions : listLiveAppSessions

  /** Most tickets are of accounts that the app knows: one statement. */
  async function knowAccount(uid: string, clientId: string): Promise<void> {
    if ((await findTicketApp(db, { uid, clientId })).length > 0) return
    await db.transaction(async tx => {
      const [added] = await insertTicketApp(tx, { uid, clientId })
      if (added) await publishAccountCreated(tx, uid, clientId)
    })
  }

  return {
    create: createCreateTicket(deps),

    /** Handover to the portal itself: starts a new session (S-038). Throws `expired`, `account_ban`. */
    async enter(ticket: string, caller: Caller): Promise<IssuedSession> {
      const consumed = await consumeTicket(db, ticket, 'handover', [publicUrl().origin])
      return startTicketSession(db, issueSession, consumed, caller)
    },

    /** Handover to an app: returns the account and the name of its sign-in. Throws `expired`. */
    async redeem(
      { ticket, returnUrl }: { readonly ticket: string; readonly returnUrl?: string | undefined },
      { clientId, origins }: RegisteredApp,
      caller: Caller,
    ): Promise<{ uid: string; session: string }> {
      const { uid, session } = await consumeTicket(db, ticket, 'handover', origins, returnUrl)
      await knowAccount(uid, clientId)
      await addLearnedBy(db, { uid, handle: session, clientId })
      await writeAudit(db, { event: 'ticket.redeemed', outcome: 'ok', uid, ...auditContext(caller) })
      return { uid, session: sessionName(uid, session) }
    },

    /** Connection of a social account. Throws `expired`. */
    consumeForBinding: (ticket: string): Promise<ConsumedTicket> =>
      consumeTicket(db, ticket, 'bind', [publicUrl().origin]),

    /**
     * Cookie sync, called on the sibling host. Returns undefined if the browser already has a session there: the ticket
     * must not switch accounts (S-043). Throws `expired`, `account_ban`.
     */
    async sync(
      ticket: string,
      origin: string,
      current: SessionClaims | undefined,
      caller: Caller,
    ): Promise<IssuedSession | undefined> {
      const consumed = await consumeTicket(db, ticket, 'sync', [origin])
      return current ? undefined : startTicketSession(db, issueSession, consumed, caller)
    },

    listLiveSessions: (names: readonly string[], app: RegisteredApp): Promise<string[]> =>
      listLive(db, clock, names, app),
    endSessions: async (names: readonly string[], app: RegisteredApp, caller: Caller): Promise<number> =>
      endAppSessions(db, await listLive(db, clock, names, app), caller),
  }
}

export type Tickets = ReturnType<typeof createTickets>
