/** Statistics of the last days: from audit events and, for the sign-up funnel, from analytics events. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Database } from '../../platform/db/database.ts'
import { createGeo } from '../../platform/geo/geo.ts'
import { type AuditCount, countAuditEvents, countNetworks } from './audit-report-store.ts'
import {
  countLoginFunnel,
  countSignUpFunnel,
  type LoginFunnel,
  type SignUpFunnel,
} from './tracking-report-store.ts'

export interface Series {
  readonly name: string
  readonly total: number
  /** one value per day, oldest first */
  readonly perDay: readonly number[]
}

export interface Stats {
  /** UTC, oldest first; the last one is today */
  readonly days: readonly string[]
  readonly signUps: Series
  readonly signUpsByBrand: readonly Series[]
  readonly signUpsByMethod: readonly Series[]
  /** two letters of the country of the network; `-`: unknown, or a private network */
  readonly signUpsByCountry: readonly Series[]
  readonly signIns: Series
  readonly signInsByCountry: readonly Series[]
  readonly signInsByMethod: readonly Series[]
  readonly signInsByBrand: readonly Series[]
  /** `creative 2.6.0`; apps that send no version are left out */
  readonly signInsByAppVersion: readonly Series[]
  readonly signInsByPortalVersion: readonly Series[]
  /** social sign-ins by channel and OAuth client id */
  readonly signInsByClient: readonly Series[]
  readonly codes: Series
  readonly codesByScene: readonly Series[]
  readonly redemptions: Series
  readonly trainings: Series
  readonly unlocks: Series
  /** refusals by event */
  readonly failures: readonly Series[]
  /** browsers that allow statistics: how many reached each step of a sign-up */
  readonly funnel: readonly Series[]
  /** the same of a login, by brand; the most opened first */
  readonly loginFunnels: readonly { readonly brand: string; readonly steps: readonly Series[] }[]
}

/** Callers name their versions themselves, so there may be any number. */
const VERSIONS_MAX = 20
const DAY_MS = DAY_SECONDS * 1_000
/** `login.*` events that are not sign-ins. */
const OTHER_LOGIN_EVENTS = new Set([
  'login.logout',
  'login.proof',
  'login.second_step',
  'login.register',
  'login.ticket',
  'login.handover',
])

const isSignIn = ({ event, outcome }: Pick<AuditCount, 'event' | 'outcome'>): boolean =>
  outcome === 'ok' && event.startsWith('login.') && !OTHER_LOGIN_EVENTS.has(event)

/** The audit record has networks, such as `203.0.113.0/24`, and no country. Only numbers leave this function. */
async function countCountries(
  db: Database,
  day: string,
  placeOf: ReturnType<typeof createGeo>,
): Promise<{ signUps: Map<string, number>; signIns: Map<string, number> }> {
  const counted = { signUps: new Map<string, number>(), signIns: new Map<string, number>() }
  for (const { event, network, count } of await countNetworks(db, { day })) {
    const country = (await placeOf(network.split('/', 1)[0] ?? '')).slice(0, 2) || '-'
    const of = event === 'account.register' ? counted.signUps : counted.signIns
    if (event === 'account.register' || isSignIn({ event, outcome: 'ok' }))
      of.set(country, (of.get(country) ?? 0) + count)
  }
  return counted
}

const LOGIN_STEPS = {
  opened: 'opened a login page',
  asked: 'asked for a code',
  answered: 'sent a password, a code or a social account',
  done: 'logged in',
} as const satisfies Readonly<Record<Exclude<keyof LoginFunnel, 'brand'>, string>>

/** `days`: 1 to 180, today included. `geoDatabase`: see GEO_DATABASE. */
export async function gatherStats(
  db: Database,
  days: number,
  { now = new Date(), geoDatabase }: { readonly now?: Date; readonly geoDatabase?: string | undefined } = {},
): Promise<Stats> {
  const placeOf = createGeo({ database: geoDatabase })
  const dayNames = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const counts: AuditCount[][] = []
  const funnels: SignUpFunnel[] = []
  const logins: LoginFunnel[][] = []
  const countries: Awaited<ReturnType<typeof countCountries>>[] = []
  for (const day of dayNames) {
    counts.push(await countAuditEvents(db, { day }))
    funnels.push(...(await countSignUpFunnel(db, { day })))
    logins.push(await countLoginFunnel(db, { day }))
    countries.push(await countCountries(db, day, placeOf))
  }

  const series = (name: string, perDay: readonly number[]): Series => ({
    name,
    perDay,
    total: perDay.reduce((sum, one) => sum + one, 0),
  })
  const countWhere = (name: string, matches: (count: AuditCount) => boolean): Series =>
    series(
      name,
      counts.map(day => day.filter(matches).reduce((sum, { count }) => sum + count, 0)),
    )
  const byTotal = (all: readonly Series[]): Series[] =>
    all.toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
  /** One series for each value of `by`, highest total first. */
  const splitBy = (matches: (count: AuditCount) => boolean, by: (count: AuditCount) => string): Series[] => {
    const values = new Set(counts.flat().filter(matches).map(by))
    return byTotal(
      [...values].map(value => countWhere(value, count => matches(count) && by(count) === value)),
    )
  }
  const splitByCountry = (kind: 'signUps' | 'signIns'): Series[] =>
    byTotal(
      [...new Set(countries.flatMap(day => [...day[kind].keys()]))].map(country =>
        series(
          country,
          countries.map(day => day[kind].get(country) ?? 0),
        ),
      ),
    )
  const loginFunnel = (brand: string) => ({
    brand,
    steps: Object.entries(LOGIN_STEPS).map(([step, name]) =>
      series(
        name,
        logins.map(day => day.find(row => row.brand === brand)?.[step as keyof typeof LOGIN_STEPS] ?? 0),
      ),
    ),
  })
  const isSignUp = ({ event, outcome }: AuditCount) => event === 'account.register' && outcome === 'ok'
  const countOk = (name: string, event: string): Series =>
    countWhere(name, one => one.event === event && one.outcome === 'ok')
  const isCode = ({ event, outcome }: AuditCount) => event === 'verification.code_sent' && outcome === 'ok'

  return {
    days: dayNames,
    signUps: countOk('sign-ups', 'account.register'),
    signUpsByBrand: splitBy(isSignUp, ({ app }) => app ?? '-'),
    signUpsByMethod: splitBy(isSignUp, ({ signUpMethod }) => signUpMethod ?? '-'),
    signUpsByCountry: splitByCountry('signUps'),
    signInsByCountry: splitByCountry('signIns'),
    signIns: countWhere('sign-ins', isSignIn),
    signInsByMethod: splitBy(isSignIn, ({ event }) => event.slice('login.'.length)),
    signInsByBrand: splitBy(isSignIn, ({ app }) => app ?? '-'),
    signInsByAppVersion: splitBy(
      count => isSignIn(count) && count.appVersion !== null,
      ({ app, appVersion }) => `${app ?? '-'} ${appVersion}`,
    ).slice(0, VERSIONS_MAX),
    signInsByPortalVersion: splitBy(
      count => isSignIn(count) && count.passportVersion !== null,
      ({ passportVersion }) => passportVersion ?? '-',
    ).slice(0, VERSIONS_MAX),
    signInsByClient: splitBy(
      count => isSignIn(count) && count.clientId !== null,
      ({ event, clientId }) => `${event.slice('login.social.'.length)} ${clientId}`,
    ),
    codes: countWhere('codes by mail', isCode),
    codesByScene: splitBy(isCode, ({ scene }) => scene ?? '-'),
    redemptions: countOk('redemptions', 'redemption.redeem'),
    trainings: countOk('trainings finished', 'training.finished'),
    unlocks: countOk('unlock passwords', 'unlock.issued'),
    failures: splitBy(
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
    loginFunnels: [...new Set(logins.flat().map(({ brand }) => brand))]
      .map(loginFunnel)
      .toSorted(
        (a, b) => (b.steps[0]?.total ?? 0) - (a.steps[0]?.total ?? 0) || (a.brand < b.brand ? -1 : 1),
      ),
  }
}
