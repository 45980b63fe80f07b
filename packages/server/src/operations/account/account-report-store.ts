/** Reads over account tables for operators. One statement per table, so that each asks one shard. Times are unix seconds. */

import { isLiveSession } from '../../identity/index.ts'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface AccountRow {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  /** enterprise account ID, or null */
  readonly account: string | null
  readonly userName: string
  readonly nickname: string
  readonly country: string
  readonly region: string
  readonly lang: 'en' | 'zh'
  readonly createdAt: number
  readonly hasPassword: boolean
  readonly defaultPassword: boolean
  /** of a ban; empty: none was given */
  readonly banReason: string
  /** unix seconds at which a ban ends; null: an operator lifts it, or there is none */
  readonly bannedUntil: number | null
}

/** Without credentials. */
export const findAccountRow = statement<AccountRow, { uid: string }>(
  'account_report.account',
  `select uid, kind, status, email, enterprise_id as account, user_name as "userName", nickname, country, region, lang,
          ${epochSeconds('created_at')} as "createdAt",
          password_hash is not null as "hasPassword", default_password as "defaultPassword",
          ban_reason as "banReason", ${epochSeconds('banned_until')} as "bannedUntil"
     from account where uid = $uid`,
)

export const countLiveSessions = statement<{ sessions: number }, { uid: string }>(
  'account_report.sessions',
  `select count(*)::int as sessions from session s where s.uid = $uid and ${isLiveSession('s')}`,
)

export interface LastSignInRow {
  readonly at: number
  readonly method: string
  readonly place: string
  readonly application: string
  readonly platform: string
}

export const findLastSignIn = statement<LastSignInRow, { uid: string }>(
  'account_report.last_sign_in',
  `select ${epochSeconds('at')} as at, method, place, application, platform
     from sign_in_record where uid = $uid order by id desc limit 1`,
)
