import {
  clearSessions,
  describeNotMe,
  logout as endpoint,
  getSessionLog,
  keepSession,
  recognizeSession as recognizeEndpoint,
  reportNotMe,
} from '@kerf/contract/endpoints/session'
import type { ListReads } from '../../platform/cluster/list-reads.ts'
import type { Database } from '../../platform/db/database.ts'
import { renewCookies, signOut } from './answer-cookies.ts'
import type { createClearSessions } from './clear-sessions.ts'
import type { createDescribeNotMe } from './describe-not-me.ts'
import { logout } from './logout.ts'
import type { createNotMe } from './not-me.ts'
import type { AddRoute } from './session-guard.ts'
import { readSessionLog } from './session-log.ts'
import { recognizeSession } from './was-me.ts'

export interface SessionUseCases {
  readonly clear: ReturnType<typeof createClearSessions>
  readonly describeNotMe: ReturnType<typeof createDescribeNotMe>
  readonly notMe: ReturnType<typeof createNotMe>
}

export function sessionRoutes(add: AddRoute, db: Database, listReads: ListReads, use: SessionUseCases): void {
  add(endpoint, async (_, context) => {
    await logout(db, context.session, context.caller)
    signOut(context)
    return {}
  })
  add(keepSession, (_, context) => {
    renewCookies(context, context.session)
    return {}
  })
  add(getSessionLog, async (input, { session, caller }) => {
    const history = await listReads.of(session.uid)
    return readSessionLog({ sessions: db, history }, session, caller.lang, input)
  })
  add(clearSessions, async (input, { session, caller }) => ({
    ended: await use.clear(session, input.session, caller),
  }))
  add(recognizeEndpoint, async (input, { session, caller }) => {
    await recognizeSession(db, session, input.session, caller)
    return {}
  })
  add(describeNotMe, (input, { caller }) => use.describeNotMe(input.link, caller))
  add(reportNotMe, (input, { caller }) => use.notMe(input.link, caller))
}
