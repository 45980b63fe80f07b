import {
  createTicket,
  endSessions,
  enterByTicket,
  listLiveSessions,
  redeemTicket,
} from '@kerf/contract/endpoints/ticket'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { fullInfo } from '../account/account-info.ts'
import { assertRecentAuthentication } from '../login/reauthenticate.ts'
import type { Tickets } from './tickets.ts'

/** `noteApp`: remembers that an account uses an app. */
export function ticketRoutes(
  add: AddRoute,
  db: Queryable,
  publicUrl: () => URL,
  tickets: Tickets,
  noteApp: (uid: string, app: string) => Promise<void>,
): void {
  add(createTicket, ({ purpose, target }, { session }) => {
    if (purpose === 'bind') {
      if (session.kind !== 'personal') throw new ApiError('authority')
      // Asked for here, so that nobody is sent to a provider in vain.
      assertRecentAuthentication(session)
    }
    return tickets.create(session, purpose, target)
  })
  add(enterByTicket, async ({ ticket }, { caller }) => {
    // No cookie yet: who is signed in here is asked first (S-043); /v1/user/session/keep follows.
    const { utoken, uid } = await tickets.enter(ticket, caller)
    return { utoken, uid }
  })
  add(redeemTicket, async ({ ticket }, { app, caller }) => {
    const { uid, session } = await tickets.redeem(ticket, app.origins, caller)
    await noteApp(uid, app.code)
    return { ...(await fullInfo(db, uid, publicUrl())), session }
  })
  add(endSessions, async ({ sessions }, { caller }) => ({ ended: await tickets.end(sessions, caller) }))
  add(listLiveSessions, async ({ sessions }) => ({ alive: await tickets.alive(sessions) }))
}
