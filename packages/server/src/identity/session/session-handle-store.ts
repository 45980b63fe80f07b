/** Sessions addressed by account and handle, for tickets and apps that know no token. */
import { statement } from '../../platform/db/database.ts'
import { isLiveSession } from './session-store.ts'

export const findSessionByHandle = statement<
  { remember: boolean; is_recently_authenticated: boolean },
  { uid: string; handle: string; reauthenticationTtlSeconds: number }
>(
  'session.by_handle',
  `select remember, proved_at > now() - make_interval(secs => $reauthenticationTtlSeconds) as is_recently_authenticated
     from session where uid = $uid and handle = $handle`,
)

/** Returns the live sessions among the given pairs, named `uid.handle`. One statement covers several accounts. */
export const listLiveSessionNames = statement<
  { name: string },
  { uids: readonly string[]; handles: readonly string[] }
>(
  'ticket.alive',
  `select s.uid || '.' || s.handle as name
     from unnest($uids::uuid[], $handles::text[]) as t(uid, handle)
     join session s on s.uid = t.uid and s.handle = t.handle
    where ${isLiveSession('s')}`,
)
