/** The sign-in history of an account. */

import { statement } from '../../../platform/db/database.ts'
import { epochSeconds } from '../../../platform/db/epoch.ts'
import { SIGN_IN_RECORD_DAYS } from '../../../tables/retention.ts'

export interface NewSignInRecord {
  readonly uid: string
  readonly handle: string
  readonly method: string
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
}

export const insertSignInRecord = statement<never, NewSignInRecord>(
  'sign_in_record.insert',
  `insert into sign_in_record (uid, ip, place, application, platform, method, session)
   values ($uid, $ip::inet, $place, $application, $platform, $method, $handle)`,
)

export interface SignInRow {
  readonly id: string
  /** unix seconds */
  readonly at: number
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly session: string
}

/** Newest first, with ids below `before`. */
export const listSignIns = statement<SignInRow, { uid: string; before: string; limit: number }>(
  'sign_in_record.list',
  `select id, ${epochSeconds('at')} as at, host(ip) as ip, place, application, platform, session
     from sign_in_record
    where uid = $uid and id < $before and at > now() - interval '${SIGN_IN_RECORD_DAYS} days'
    order by id desc limit $limit`,
)

/** Marks the sign-ins since `since` as reported by the owner ("this was not me"). */
export const markSignInsReported = statement<never, { uid: string; since: Date }>(
  'sign_in_record.report',
  'update sign_in_record set reported = true where uid = $uid and at >= $since',
)

/**
 * Two letters each. Without sign-ins from an unknown country, without those that the owner has reported, and without those by ticket:
 * a thief of a token can open tickets anywhere, and the country would be known afterwards.
 */
export const listSignInCountries = statement<{ country: string }, { uid: string }>(
  'sign_in_record.countries',
  `select distinct left(place, 2) as country from sign_in_record
    where uid = $uid and place <> '' and method <> 'ticket' and not reported and at > now() - interval '${SIGN_IN_RECORD_DAYS} days'`,
)
