import type { OutputOf } from '@kerf/contract/endpoint'
import type { getFullInfo } from '@kerf/contract/endpoints/profile'
import {
  createTicket,
  endSessions,
  enterByTicket,
  listLiveSessions,
  redeemTicket,
} from '@kerf/contract/endpoints/ticket'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { assertTwoProofs } from '../session/session-companion.ts'
import type { AddRoute } from '../session/session-guard.ts'
import type { Tickets } from './tickets.ts'

export interface TicketRoutesDependencies extends Pick<PlatformServices, 'db'> {
  readonly tickets: Tickets
  readonly readFullInfo: (uid: string) => Promise<OutputOf<typeof getFullInfo>>
  /** stores that an account uses an app */
  readonly recordAppUse: (uid: string, app: string) => Promise<void>
}

export function ticketRoutes(
  add: AddRoute,
  { db, tickets, readFullInfo, recordAppUse }: TicketRoutesDependencies,
): void {
  /** An account that is deleted meanwhile ends the sign-in of its ticket; an app has no login that could expire. */
  const readAccount = (uid: string) =>
    readFullInfo(uid).catch((error: unknown) => {
      throw error instanceof ApiError && error.errorName === 'expired_login' ? new ApiError('expired') : error
    })

  add(createTicket, async ({ purpose, target }, { session, caller }) => {
    if (purpose === 'bind') {
      if (session.kind !== 'personal') throw new ApiError('authority')
      // Checked before the redirect to the provider, so that the callback does not fail.
      await assertTwoProofs(db, session, caller)
    }
    return tickets.create(session, purpose, target, caller)
  })
  add(enterByTicket, async ({ ticket }, { caller }) => {
    // Sets no cookie: the portal first asks a signed-in person (S-043), then calls /v1/user/session/keep.
    const { utoken, uid } = await tickets.enter(ticket, caller)
    return { utoken, uid }
  })
  add(redeemTicket, async (input, { app, caller }) => {
    const { uid, session } = await tickets.redeem(input, app, caller)
    await recordAppUse(uid, app.code)
    return { ...(await readAccount(uid)), session }
  })
  add(endSessions, async ({ sessions }, { app, caller }) => ({
    ended: await tickets.endSessions(sessions, app, caller),
  }))
  add(listLiveSessions, async ({ sessions }, { app }) => ({
    alive: await tickets.listLiveSessions(sessions, app),
  }))
}
