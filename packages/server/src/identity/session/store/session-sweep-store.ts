/** Statements that delete expired sessions. */

import type { EndedSession } from '../../../outbound/webhook/publish-account-event.ts'
import { statement } from '../../../platform/db/database.ts'
import { isLiveSession } from '../../account/live-session.ts'

export interface SessionPosition {
  readonly uid: string
  readonly handle: string
}

/** Sessions of one slice. */
export const SLICE_MAX = 1_000

/**
 * The first sessions after a position, in key order. The limit is part of the text: a plan for any limit expects a tenth of the
 * table, and reads and sorts all of it.
 */
export const listSessions = statement<SessionPosition & { expired: boolean }, SessionPosition>(
  'sweep.session.slice',
  `select uid, handle, not ${isLiveSession('session')} as expired from session
    where (uid, handle) > ($uid::uuid, $handle) order by uid, handle limit ${SLICE_MAX}`,
  { scope: 'every shard', because: 'sweep' },
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
  { scope: 'every shard', because: 'sweep' },
)
