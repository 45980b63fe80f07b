/** Statements that delete expired sessions. */
import { statement } from '../../platform/db/database.ts'
import type { EndedSession } from '../../platform/webhook/publish-account-event.ts'
import { isLiveSession } from './session-store.ts'

export interface SessionPosition {
  readonly uid: string
  readonly handle: string
}

/** The first `limit` sessions after a position, in key order. */
export const listSessions = statement<
  SessionPosition & { expired: boolean },
  SessionPosition & { limit: number }
>(
  'sweep.session.slice',
  `select uid, handle, not ${isLiveSession('session')} as expired from session
    where (uid, handle) > ($uid::uuid, $handle) order by uid, handle limit $limit`,
)

/** By key: for a range the planner expects a large part of the table and reads all of it. A session that was used meanwhile stays. */
export const deleteExpiredSessions = statement<
  EndedSession & { uid: string },
  { uids: readonly string[]; handles: readonly string[] }
>(
  'sweep.session.delete',
  `delete from session
    where uid = any($uids::uuid[]) and (uid, handle) in (select * from unnest($uids::uuid[], $handles::text[]))
      and not ${isLiveSession('session')} returning uid, handle, redeemed_by`,
)
