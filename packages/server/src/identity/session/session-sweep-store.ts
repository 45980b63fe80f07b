/** Statements that delete expired sessions. */
import { statement } from '../../platform/db/database.ts'
import type { EndedSession } from '../../platform/webhook/publish-account-event.ts'
import { isLiveSession } from './session-store.ts'

export interface SessionPosition {
  readonly uid: string
  readonly handle: string
}

/** The keys of the first `limit` sessions after a position, in key order. */
export const listSessionKeys = statement<SessionPosition, SessionPosition & { limit: number }>(
  'sweep.session.slice',
  'select uid, handle from session where (uid, handle) > ($uid::uuid, $handle) order by uid, handle limit $limit',
)

/** Deletes the expired sessions after the position `from`, up to and including `to`. */
export const deleteExpiredSessions = statement<
  EndedSession & { uid: string },
  { fromUid: string; fromHandle: string; toUid: string; toHandle: string }
>(
  'sweep.session.delete',
  `delete from session where (uid, handle) > ($fromUid::uuid, $fromHandle) and (uid, handle) <= ($toUid::uuid, $toHandle)
     and not ${isLiveSession('session')} returning uid, handle, redeemed_by`,
)
