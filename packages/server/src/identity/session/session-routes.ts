import { logout as endpoint, keepSession } from '@kerf/contract/endpoints/account'
import { clearSessions, getSessionLog, reportNotMe } from '@kerf/contract/endpoints/security'
import type { Database } from '../../platform/db/database.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import type { createClearSessions } from './clear-sessions.ts'
import { logout } from './logout.ts'
import type { createNotMe } from './not-me.ts'
import { readSessionLog } from './session-log.ts'

export interface SessionUseCases {
  readonly clear: ReturnType<typeof createClearSessions>
  readonly notMe: ReturnType<typeof createNotMe>
}

export function sessionRoutes(add: AddRoute, db: Database, use: SessionUseCases): void {
  add(endpoint, async (_, { session, caller, signOut }) => {
    await logout(db, session, caller)
    signOut()
    return {}
  })
  add(keepSession, (_, { session, renewCookies }) => {
    renewCookies(session)
    return {}
  })
  add(getSessionLog, (input, { session, caller }) => readSessionLog(db, session, caller.lang, input))
  add(clearSessions, async (input, { session, caller }) => ({
    ended: await use.clear(session, input.session, caller),
  }))
  add(reportNotMe, (input, { caller }) => use.notMe(input.link, caller))
}
