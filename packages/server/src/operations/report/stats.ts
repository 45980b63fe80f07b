/** What an operator wants to know of the last days, from the audit record and, for the funnel, from behaviour events. */
import { type Database, statement } from '../../platform/db/database.ts'

export interface Series {
  readonly name: string
  readonly total: number
  /** one a day, oldest first */
  readonly perDay: readonly number[]
}

export interface Stats {
  /** UTC, oldest first; the last one is today */
  readonly days: readonly string[]
  readonly signUps: Series
  readonly signIns: Series
  readonly signInsByMethod: readonly Series[]
  readonly signInsByBrand: readonly Series[]
  readonly codes: Series
  readonly codesByScene: readonly Series[]
  readonly redemptions: Series
  readonly trainings: Series
  readonly unlocks: Series
  /** refusals by event */
  readonly failures: readonly Series[]
  /** browsers that agreed to statistics: how many came so far, and how often each thing happened */
  readonly funnel: readonly Series[]
}

interface Count {
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly app: string | null
  readonly scene: string | null
  readonly count: number
}

/** A day at a time: each answer comes soon, however long the record is. */
const auditOfDay = statement<Count, [day: string]>(
  'operate.stats.audit',
  `select event, outcome, app, case when event = 'verification.code_sent' then detail->>'scene' end as scene,
          count(*)::int as count
     from audit_event
    where at >= ($1 || ' 00:00+00')::timestamptz and at < ($1 || ' 00:00+00')::timestamptz + interval '1 day'
      and operator is null
    group by 1, 2, 3, 4`,
)

const funnelOfDay = statement<{ opened: number; asked: number; registered: number }, [day: string]>(
  'operate.stats.funnel',
  `select count(distinct visitor) filter (where event = '$pageview' and properties->>'$url' like '%/register%')::int as opened,
          count(distinct visitor) filter (where event = 'getCode' and properties->>'scene' = 'register')::int as asked,
          count(distinct visitor) filter (where event = 'register' and (properties->>'ok')::boolean)::int as registered
     from tracking_event
    where at >= ($1 || ' 00:00+00')::timestamptz and at < ($1 || ' 00:00+00')::timestamptz + interval '1 day'
      and event in ('$pageview', 'getCode', 'register')`,
)

const DAY = 24 * 3600_000
const NO_SIGN_IN = new Set([
  'login.logout',
  'login.proof',
  'login.register',
  'login.ticket',
  'login.handover',
])

const isSignIn = ({ event, outcome }: Count): boolean =>
  outcome === 'ok' && event.startsWith('login.') && !NO_SIGN_IN.has(event)

/** `days`: 1 to 180, today included. */
export async function gatherStats(db: Database, days: number, now = new Date()): Promise<Stats> {
  const names = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * DAY).toISOString().slice(0, 10),
  )
  const counts: Count[][] = []
  const funnels = []
  for (const name of names) {
    counts.push(await auditOfDay(db, name))
    funnels.push(...(await funnelOfDay(db, name)))
  }

  const series = (name: string, perDay: readonly number[]): Series => ({
    name,
    perDay,
    total: perDay.reduce((sum, one) => sum + one, 0),
  })
  const counted = (name: string, wanted: (count: Count) => boolean): Series =>
    series(
      name,
      counts.map(day => day.filter(wanted).reduce((sum, { count }) => sum + count, 0)),
    )
  /** One series for each value there is, most first. */
  const split = (wanted: (count: Count) => boolean, by: (count: Count) => string): Series[] => {
    const values = new Set(counts.flat().filter(wanted).map(by))
    return [...values]
      .map(value => counted(value, count => wanted(count) && by(count) === value))
      .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
  }
  const happened = (name: string, event: string): Series =>
    counted(name, one => one.event === event && one.outcome === 'ok')
  const isCode = ({ event, outcome }: Count) => event === 'verification.code_sent' && outcome === 'ok'

  return {
    days: names,
    signUps: happened('sign-ups', 'account.register'),
    signIns: counted('sign-ins', isSignIn),
    signInsByMethod: split(isSignIn, ({ event }) => event.slice('login.'.length)),
    signInsByBrand: split(isSignIn, ({ app }) => app ?? '-'),
    codes: counted('codes by mail', isCode),
    codesByScene: split(isCode, ({ scene }) => scene ?? '-'),
    redemptions: happened('redemptions', 'redemption.redeem'),
    trainings: happened('trainings finished', 'training.finished'),
    unlocks: happened('unlock passwords', 'unlock.issued'),
    failures: split(
      ({ outcome }) => outcome === 'refused',
      ({ event }) => event,
    ),
    funnel: [
      series(
        'opened the sign-up page',
        funnels.map(({ opened }) => opened),
      ),
      series(
        'asked for a code',
        funnels.map(({ asked }) => asked),
      ),
      series(
        'signed up',
        funnels.map(({ registered }) => registered),
      ),
    ],
  }
}
