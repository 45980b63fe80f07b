/** Reads table `audit_event` for operators. */
import { statement } from '../../platform/db/database.ts'

export interface AuditRow {
  readonly id: string
  /** unix seconds */
  readonly at: number
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly uid: string | null
  readonly operator: string | null
  /** what proves the name; null: no operator, or an event of a version whose names were typed */
  readonly operatorSource: string | null
  /** the name that was typed, which proves nothing */
  readonly operatorStated: string | null
  readonly network: string | null
  readonly app: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** null: any */
export interface AuditSearch {
  readonly uid: string | null
  readonly event: string | null
  readonly prefix: string | null
  readonly operator: string | null
  readonly request: string | null
  /** an address or network: events of networks around or within it */
  readonly network: string | null
  readonly outcome: 'ok' | 'refused' | null
  /** inclusive */
  readonly since: Date | null
  /** exclusive */
  readonly until: Date | null
  /** id of a row: only older ones; null: from the newest on */
  readonly before: string | null
  readonly limit: number
}

/** Newest first. */
export const searchAuditEvents = statement<AuditRow, AuditSearch>(
  'audit_report.search',
  `select id::text, extract(epoch from at)::float8 as at, event, outcome, uid, operator,
          operator_source as "operatorSource", operator_stated as "operatorStated", network, app,
          request_id as "requestId", detail
     from audit_event
    where ($uid::uuid is null or uid = $uid) and ($event::text is null or event = $event)
      and ($prefix::text is null or starts_with(event, $prefix)) and ($operator::text is null or operator = $operator)
      and ($outcome::text is null or outcome = $outcome) and ($since::timestamptz is null or at >= $since)
      and ($until::timestamptz is null or at < $until)
      and ($request::text is null or request_id = $request) and ($before::bigint is null or id < $before)
      and ($network::inet is null or network::inet >>= $network::inet or network::inet <<= $network::inet)
    -- Qualified, because "id" alone is the text of the select list.
    order by audit_event.id desc limit $limit`,
  { scope: 'coordinator' },
)

export interface AuditCount {
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly app: string | null
  /** what a verification code was sent for; null for other events */
  readonly scene: string | null
  /** of a sign-in: version of the app and of the portal, OAuth client at the social provider; null if unknown */
  readonly appVersion: string | null
  readonly passportVersion: string | null
  readonly clientId: string | null
  /** of a sign-up: `email`, `passkey`, or `social.` and the channel; null for other events */
  readonly signUpMethod: string | null
  readonly count: number
}

/** Events of one day that no operator caused. `day`: YYYY-MM-DD in UTC; one day per statement bounds its time. */
export const countAuditEvents = statement<AuditCount, { day: string }>(
  'audit_report.count',
  `select event, outcome, app, case when event = 'verification.code_sent' then detail->>'scene' end as scene,
          detail->>'appVersion' as "appVersion", detail->>'passportVersion' as "passportVersion",
          detail->>'clientId' as "clientId",
          case when event = 'account.register' then coalesce('social.' || (detail->>'channel'), detail->>'by', 'email') end as "signUpMethod",
          count(*)::int as count
     from audit_event
    where at >= ($day || ' 00:00+00')::timestamptz and at < ($day || ' 00:00+00')::timestamptz + interval '1 day'
      and operator is null
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
  { scope: 'coordinator' },
)

/** Sign-ups and logins of one day by network, from which their country is looked up. `day`: as above. */
export const countNetworks = statement<{ event: string; network: string; count: number }, { day: string }>(
  'audit_report.networks',
  `select event, network, count(*)::int as count
     from audit_event
    where at >= ($day || ' 00:00+00')::timestamptz and at < ($day || ' 00:00+00')::timestamptz + interval '1 day'
      and operator is null and outcome = 'ok' and network is not null
      and (event = 'account.register' or starts_with(event, 'login.'))
    group by 1, 2`,
  { scope: 'coordinator' },
)
