/** Statistics of the last days: from audit events and, for the sign-up funnel, from analytics events. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Database } from '../../platform/db/database.ts'
import { type AuditCount, countAuditEvents } from './audit-report-store.ts'
import { countSignUpFunnel, type SignUpFunnel } from './tracking-report-store.ts'

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
  readonly signIns: Series
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
  /** browsers that allow statistics: how many reached each step */
  readonly funnel: readonly Series[]
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

const isSignIn = ({ event, outcome }: AuditCount): boolean =>
  outcome === 'ok' && event.startsWith('login.') && !OTHER_LOGIN_EVENTS.has(event)

/** `days`: 1 to 180, today included. */
export async function gatherStats(db: Database, days: number, now = new Date()): Promise<Stats> {
  const dayNames = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const counts: AuditCount[][] = []
  const funnels: SignUpFunnel[] = []
  for (const day of dayNames) {
    counts.push(await countAuditEvents(db, { day }))
    funnels.push(...(await countSignUpFunnel(db, { day })))
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
  /** One series for each value of `by`, highest total first. */
  const splitBy = (matches: (count: AuditCount) => boolean, by: (count: AuditCount) => string): Series[] => {
    const values = new Set(counts.flat().filter(matches).map(by))
    return [...values]
      .map(value => countWhere(value, count => matches(count) && by(count) === value))
      .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
  }
  const countOk = (name: string, event: string): Series =>
    countWhere(name, one => one.event === event && one.outcome === 'ok')
  const isCode = ({ event, outcome }: AuditCount) => event === 'verification.code_sent' && outcome === 'ok'

  return {
    days: dayNames,
    signUps: countOk('sign-ups', 'account.register'),
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
  }
}
