/** Reads table `tracking_event` for operators. The events contain no names: a random id per browser and per account. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { statement } from '../../platform/db/database.ts'

export interface ListedEvent {
  /** unix seconds, by the visitor's clock where that is plausible */
  readonly at: number
  readonly event: string
  /** id of the browser */
  readonly visitor: string
  /** analytics id of the account that was signed in */
  readonly login: string | null
  readonly properties: Readonly<Record<string, unknown>>
}

/** Without a time, events of the last day are listed. */
const SEARCHED_SECONDS = DAY_SECONDS

/** null: any; `since` null: the last day, because time and name are the indexed columns */
export interface EventSearch {
  readonly event: string | null
  readonly visitor: string | null
  /** inclusive */
  readonly since: Date | null
  readonly limit: number
}

/** Newest first. */
export const searchEvents = statement<ListedEvent, EventSearch>(
  'tracking_report.search',
  `select extract(epoch from occurred_at)::float8 as at, event, visitor, login, properties
     from tracking_event
    where ($event::text is null or event = $event) and ($visitor::text is null or visitor = $visitor)
      and at >= coalesce($since, now() - interval '${SEARCHED_SECONDS} seconds')
    order by occurred_at desc, event limit $limit`,
  { scope: 'coordinator' },
)

export interface SignUpFunnel {
  /** browsers that opened the sign-up page */
  readonly opened: number
  /** browsers that asked for a code */
  readonly asked: number
  /** browsers that signed up */
  readonly registered: number
}

/** `day`: YYYY-MM-DD in UTC. */
export const countSignUpFunnel = statement<SignUpFunnel, { day: string }>(
  'tracking_report.sign_up_funnel',
  `select count(distinct visitor) filter (where event = '$pageview' and properties->>'$url' like '%/register%')::int as opened,
          count(distinct visitor) filter (where event = 'getCode' and properties->>'scene' = 'register')::int as asked,
          count(distinct visitor) filter (where event = 'register' and (properties->>'ok')::boolean)::int as registered
     from tracking_event
    where at >= ($day || ' 00:00+00')::timestamptz and at < ($day || ' 00:00+00')::timestamptz + interval '1 day'
      and event in ('$pageview', 'getCode', 'register')`,
  { scope: 'coordinator' },
)

export interface LoginFunnel {
  /** of the page; '-': an older portal did not name it */
  readonly brand: string
  /** browsers that opened a login page */
  readonly opened: number
  /** browsers that asked for a login code */
  readonly asked: number
  /** browsers that sent a password, a code, or came back from a social account */
  readonly answered: number
  /** browsers that were logged in */
  readonly done: number
}

/** `day`: YYYY-MM-DD in UTC. */
export const countLoginFunnel = statement<LoginFunnel, { day: string }>(
  'tracking_report.login_funnel',
  `select coalesce(properties->>'appOrigin', '-') as brand,
          count(distinct visitor) filter (where event = '$pageview')::int as opened,
          count(distinct visitor) filter (where event = 'getCode')::int as asked,
          count(distinct visitor) filter (where event = 'login')::int as answered,
          count(distinct visitor) filter (where event = 'login' and (properties->>'ok')::boolean)::int as done
     from tracking_event
    where at >= ($day || ' 00:00+00')::timestamptz and at < ($day || ' 00:00+00')::timestamptz + interval '1 day'
      and (event = '$pageview' and properties->>'$url' like '%/login%'
        or event = 'getCode' and properties->>'scene' = 'login' or event = 'login')
    group by 1`,
  { scope: 'coordinator' },
)
