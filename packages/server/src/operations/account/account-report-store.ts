/** Reads over account tables for operators. One statement per table, so that each asks one shard. Times are unix seconds. */

import { YEAR_SECONDS } from '@kerf/contract/limits'
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

export interface LimitRow {
  /** start of the key */
  readonly kind: string
  readonly used: number
  /** unix seconds at which it ends; null: it is lifted by a success or an operator */
  readonly until: number | null
}

/** Counts without an end are stored with one that is years away. */
const ENDLESS_SECONDS = 5 * YEAR_SECONDS
/**
 * Statements over the counts of a subject, a uid or the hash of a name without account: keys are `kind:subject` and `kind:subject:browser`.
 * ';' follows ':' in the order of bytes. Each kind is a range of its own in the text, so that the planner knows how few rows it has.
 */
export function limitStatements(kinds: readonly string[]) {
  const ranges = kinds
    .map(
      kind => `(key ~>=~ ('${kind}:' || $subject::text) and key ~<~ ('${kind}:' || $subject::text || ';'))`,
    )
    .join('\n       or ')
  return {
    list: statement<LimitRow, { subject: string }>(
      'account_report.limits',
      `select split_part(key, ':', 1) as kind, points::int as used,
          case when expire < (extract(epoch from now()) + ${ENDLESS_SECONDS}) * 1000 then floor(expire / 1000)::float8 end as until
     from rate_limit
    where points > 0 and expire > extract(epoch from now()) * 1000 and (${ranges}) order by 1, 2 desc`,
      { scope: 'every shard', because: 'operator' },
    ),
    delete: statement<{ kind: string }, { subject: string }>(
      'account_report.delete_limits',
      `delete from rate_limit where ${ranges} returning split_part(key, ':', 1) as kind`,
      { scope: 'every shard', because: 'operator' },
    ),
  }
}

/** An act of an operator. */
export interface ActRow {
  /** unix seconds */
  readonly at: number
  /** of the audit record */
  readonly event: string
  readonly operator: string
  /** what proves the name */
  readonly operatorSource: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** Newest first. `without`: events; `caseNumber` null: of any case. */
export const listActs = statement<
  ActRow,
  { uid: string; without: readonly string[]; caseNumber: string | null; limit: number }
>(
  'account_report.acts',
  `select ${epochSeconds('at')} as at, event, operator, operator_source as "operatorSource", detail
     from audit_event
    where uid = $uid and operator is not null and event <> all($without::text[])
      and ($caseNumber::text is null or detail->>'case' = $caseNumber)
    order by audit_event.id desc limit $limit`,
  { scope: 'coordinator' },
)
