/** Rows behind "where you are signed in" and the sign-in history. Times are unix seconds. */
import { statement } from '../../platform/db/database.ts'
import { isLiveSession } from './live-session.ts'

export interface LiveSession {
  readonly handle: string
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly first_login: number
  readonly last_seen: number
}

export const listSessions = statement<LiveSession, [uid: string]>(
  'session.list',
  `select handle, host(ip) as ip, place, application, platform,
          floor(extract(epoch from first_login))::float8 as first_login,
          floor(extract(epoch from last_seen))::float8 as last_seen
     from session
    where uid = $1 and ${isLiveSession('session')}
    order by last_seen desc, handle`,
)

export interface SignInRow {
  readonly id: string
  readonly at: number
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly session: string
}

/** Newest first, below `before`, of the last 180 days (S-119). */
export const listSignIns = statement<SignInRow, [uid: string, before: string, limit: number]>(
  'session.sign_ins',
  `select id, floor(extract(epoch from at))::float8 as at, host(ip) as ip, place, application, platform, session
     from sign_in_record
    where uid = $1 and id < $2 and at > now() - interval '180 days'
    order by id desc limit $3`,
)
