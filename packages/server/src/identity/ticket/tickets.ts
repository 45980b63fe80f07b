/** One-time tickets in place of a token: to hand a person over, to sync a cookie, to begin connecting (decisions 4). */
import { TICKET_PREFIX, TICKET_TTL_SECONDS } from '@kerf/contract/endpoints/ticket'
import { REAUTHENTICATION_TTL_SECONDS } from '@kerf/contract/limits'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession, SessionClaims } from '../../platform/http/session-claims.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { findAccount } from '../account/credential-store.ts'
import { deleteSession } from '../session/end-sessions.ts'
import type { IssueSession } from '../session/issue-session.ts'
import { consumeTicket, insertTicket, listAlive, type TicketPurpose } from './ticket-store.ts'

export interface TicketDependencies {
  readonly db: Database
  readonly issueSession: IssueSession
  readonly limiter: Limiter
  readonly publicUrl: () => URL
  /** origins of brands and apps that a person may be handed to */
  readonly isHandoverTarget: (origin: string) => boolean
  /** origins of the sister hosts */
  readonly isSister: (origin: string) => boolean
}

/** Tickets of one account; a page asks for one for each sister host and each hand-over. */
const MADE_A_MINUTE = { limit: 600, seconds: 60 }

const TICKET = new RegExp(`^${TICKET_PREFIX}[\\w-]{43}$`)
/** `uid.handle` → its two parts; what has none is left out. */
const namesOf = (sessions: readonly string[]): (readonly [uid: string, handle: string])[] =>
  sessions
    .map(name => [name.slice(0, 36), name.slice(37)] as const)
    .filter(([uid, handle]) => UUID.test(uid) && handle !== '')
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createTickets(of: TicketDependencies) {
  const { db, issueSession, limiter, publicUrl } = of

  const mayTarget = (purpose: TicketPurpose, origin: string): boolean => {
    if (purpose === 'sync') return of.isSister(origin)
    if (origin === publicUrl().origin) return true
    return purpose === 'handover' && of.isHandoverTarget(origin)
  }

  const consume = async (ticket: string, purpose: TicketPurpose, targets: readonly string[]) => {
    if (!TICKET.test(ticket)) throw new ApiError('expired')
    const [row] = await consumeTicket(db, sha256(ticket), purpose, targets, REAUTHENTICATION_TTL_SECONDS)
    if (!row) throw new ApiError('expired')
    return row
  }

  return {
    /** `target`: an address on the origin it is for. Throws 20102 for one that is not listed, 20429. */
    async create(
      session: SessionClaims,
      purpose: TicketPurpose,
      target: string,
    ): Promise<{ ticket: string; expiresIn: number }> {
      const origin = URL.canParse(target) ? new URL(target).origin : ''
      if (!mayTarget(purpose, origin)) throw new ApiError('authority', { fields: { target: 'invalid' } })
      await limiter.take({ key: `ticket:${session.uid}`, ...MADE_A_MINUTE })
      const ticket = TICKET_PREFIX + randomToken()
      await insertTicket(db, sha256(ticket), session.uid, purpose, origin, session.handle, TICKET_TTL_SECONDS)
      return { ticket, expiresIn: TICKET_TTL_SECONDS }
    },

    /** A hand-over to the portal itself begins a session of its own (S-038), which lasts like the one it grew from. Throws 20206, 20104. */
    async enter(ticket: string, caller: Caller): Promise<IssuedSession> {
      const { uid, session, remember } = await consume(ticket, 'handover', [publicUrl().origin])
      const [account] = await findAccount(db, uid)
      if (!account) throw new ApiError('expired')
      const { email, lang } = account
      return issueSession({ uid, email, lang, method: 'ticket', remember, parentHandle: session }, caller)
    },

    /** Whose ticket came to one of the app's origins, and the name of the sign-in. Throws 20206. */
    async redeem(
      ticket: string,
      origins: readonly string[],
      caller: Caller,
    ): Promise<{ uid: string; session: string }> {
      const { uid, session } = await consume(ticket, 'handover', origins)
      await writeAudit(db, { event: 'ticket.redeemed', outcome: 'ok', uid, ...auditContext(caller) })
      return { uid, session: `${uid}.${session}` }
    },

    /** For connecting: the account, and whether its session had proved itself lately. Throws 20206. */
    bind: (ticket: string) => consume(ticket, 'bind', [publicUrl().origin]),

    /**
     * On a sister host, which asks with its own origin: a session that ends with the one the ticket was made in.
     * Undefined when the browser is signed in there already: kept if it is the same person, not switched if another (S-043).
     */
    async sync(
      ticket: string,
      origin: string,
      here: SessionClaims | undefined,
      caller: Caller,
    ): Promise<IssuedSession | undefined> {
      const { uid, session, remember } = await consume(ticket, 'sync', [origin])
      if (here) return undefined
      const [account] = await findAccount(db, uid)
      if (!account) throw new ApiError('expired')
      const { email, lang } = account
      return issueSession({ uid, email, lang, method: 'ticket', remember, parentHandle: session }, caller)
    },

    /** Ends sign-ins that an app learned of: the person signed out there. */
    async end(sessions: readonly string[], caller: Caller): Promise<number> {
      let ended = 0
      for (const [uid, handle] of namesOf(sessions)) {
        await db.transaction(async tx => {
          const rows = await deleteSession(tx, uid, handle)
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
    },

    async alive(sessions: readonly string[]): Promise<string[]> {
      const named = namesOf(sessions)
      const rows = await listAlive(
        db,
        named.map(([uid]) => uid),
        named.map(([, handle]) => handle),
      )
      return rows.map(row => row.name)
    },
  }
}

export type Tickets = ReturnType<typeof createTickets>
