/** The shared services: created once, used by the composition of every wing. */
import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import type { FastifyInstance } from 'fastify'
import type { Courses } from '../entitlements/index.ts'
import { type AppRegistry, createAppRegistry } from '../identity/app/app-registry.ts'
import { siblingOrigin } from '../identity/cookie-sync/sibling-hosts.ts'
import { createFactorMethods } from '../identity/factors/factor-methods.ts'
import { createFactorTries } from '../identity/factors/factor-tries.ts'
import { createSignInLimits } from '../identity/password/sign-in-limits.ts'
import { createCallGuard } from '../identity/session/call-guard.ts'
import { createSessionCheck } from '../identity/session/check-session.ts'
import { createIssueSession, createPrepareSession } from '../identity/session/issue-session.ts'
import { browserHashOf, companionHashesOf } from '../identity/session/session-secrets.ts'
import { findSecondsUntilRoutable } from '../identity/session/session-token-store.ts'
import { createStartSignIn } from '../identity/sign-in/start-sign-in.ts'
import { createTickets } from '../identity/ticket/tickets.ts'
import { createHumanCheck } from '../identity/verification/human-check.ts'
import { createRecaptcha } from '../identity/verification/recaptcha.ts'
import { createVerificationCodes } from '../identity/verification/verification-codes.ts'
import { createRefusalAudit } from '../platform/audit/refusal-audit.ts'
import { isDistributed } from '../platform/cluster/distribution-store.ts'
import { type ListReads, primaryReads } from '../platform/cluster/list-reads.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/db/database.ts'
import type { DatabaseClock } from '../platform/db/database-clock.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { createGlobalThreshold } from '../platform/limits/global-threshold.ts'
import { createIpBanList } from '../platform/limits/ip-ban-list.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import { createRateLimiter } from '../platform/limits/rate-limiter.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { auditRefusals } from '../web/audit-refusals.ts'
import { countActions } from '../web/count-actions.ts'
import { isAllowedOrigin, type OriginRule } from '../web/origins.ts'
import { createPageVisits } from '../web/page-visit.ts'
import type { PublicHosts } from '../web/public-hosts.ts'
import { createRequestReader } from '../web/request-reader.ts'
import { createRouter } from '../web/route.ts'
import { COUNTED_ACTIONS } from './counted-actions.ts'

export interface AppDependencies {
  readonly config: Config
  readonly db: Database
  readonly clock: DatabaseClock
  /** pool of the rate limiter; its commits are asynchronous */
  readonly limitsDb: Database
  /** pool of the event collector */
  readonly trackingDb: Database
  /** default: the primary */
  readonly listReads?: ListReads
  readonly keys: Keys
  readonly brands: ReadonlyMap<string, LoadedBrand>
  /** public URL of the portal (known only after listening if PORT=0), and the domain of its cookie */
  readonly names: PublicHosts
  readonly placeOf: (ip: string) => string | Promise<string>
  readonly metrics: Metrics
  readonly courses: Courses
}

export async function createServices(
  dependencies: AppDependencies,
  http: FastifyInstance,
  origins: OriginRule,
) {
  const { config, db, clock, limitsDb, keys, brands, names, placeOf, metrics } = dependencies
  const { publicUrl } = names
  const errorLines = createLineLimit()
  const onError = (error: Error): void => {
    const leftOut = errorLines()
    if (leftOut === undefined) return
    const { code } = error as { code?: string }
    http.log.warn({ error: error.name, code, ...(leftOut > 0 && { leftOut }) }, 'database connection error')
  }
  const [bans, apps, distributed, [tokenForm]] = await Promise.all([
    createIpBanList(db, onError),
    createAppRegistry(db, onError),
    isDistributed(db),
    findSecondsUntilRoutable(db),
  ])
  const sessions = createSessionCheck(db, onError, { isDistributed: distributed })
  const { isBanned } = bans
  const siblings = config.passportHosts.map(siblingOrigin).filter(Boolean)
  const limiter = createRateLimiter(limitsDb, onError, { isDistributed: distributed })
  const human = createHumanCheck({
    db,
    clock,
    kind: config.humanCheck,
    challengeKey: keys.challenge,
    recaptcha: config.recaptcha && createRecaptcha(config.recaptcha.secret),
  })
  const threshold = createGlobalThreshold(
    limitsDb,
    { key: 'global:sign-in-failures', limit: config.signInFailures, seconds: 900 },
    onError,
  )
  const mail = { keys, clock, placeOf }
  const prepareSession = createPrepareSession({ ...mail, secondsUntilRoutable: tokenForm?.seconds ?? 0 })
  const issueSession = createIssueSession({ db, mail, prepareSession })
  const methods = createFactorMethods({ keys, clock })
  const startSignIn = createStartSignIn({ db, keys, mail, limiter, methods, issueSession })
  const cookies = () => {
    const url = publicUrl()
    return { host: url.hostname, https: url.protocol === 'https:', domain: names.cookieDomain() }
  }
  const reader = createRequestReader({
    browserHashOf: request => browserHashOf(request, cookies()),
    companionHashesOf: (request, isForeign) => companionHashesOf(request, cookies(), isForeign),
    ownOrigin: origins.own,
    appCodes: new Set(brands.keys()),
    defaultApp: DEFAULT_BRAND,
  })
  const refusals = createRefusalAudit(db, onError)
  const listReads = dependencies.listReads ?? primaryReads(db)
  auditRefusals(http, refusals, reader.callerOf)
  const { guard, signedIn } = createCallGuard({ sessions, apps, cookies, isBanned })
  countActions(http, COUNTED_ACTIONS, request => reader.callerOf(request).app.code, metrics.countAct)
  return {
    ...dependencies,
    signedIn,
    add: createRouter(http, {
      reader,
      guard,
      origins,
      cookies,
      isBanned,
      onWrite: listReads.noteWrite,
      metrics,
    }),
    http,
    origins,
    publicUrl,
    onError,
    listReads,
    sessions,
    refusals,
    apps: apps as Omit<AppRegistry, 'stop'>,
    isBanned,
    limiter,
    mail,
    prepareSession,
    issueSession,
    startSignIn,
    /** the kinds of second factor */
    methods,
    tries: createFactorTries({ db, limiter, human }),
    codes: createVerificationCodes({ db, keys, limiter, human }),
    human,
    signInLimits: createSignInLimits({ limiter, human, threshold }),
    cookies,
    /** return URLs that a sign-in may redirect to */
    returnRule: () => ({
      origins: [publicUrl().origin, ...origins.listed(), ...apps.origins()],
      portalOrigins: [publicUrl().origin, ...siblings],
    }),
    /** origins of the sibling hosts */
    siblings,
    visits: createPageVisits({ reader, guard, limiter, isBanned }),
    isDistributed: distributed,
    tickets: createTickets({
      db,
      isDistributed: distributed,
      limiter,
      issueSession,
      publicUrl,
      isHandoverTarget: origin => isAllowedOrigin(origin, origins) || apps.hasOrigin(origin),
      isSibling: origin => config.passportHosts.some(host => siblingOrigin(host) === origin),
    }),
    async stop() {
      await refusals.stop()
      await sessions.stop()
      await bans.stop()
      await apps.stop()
    },
  }
}

export type Services = Awaited<ReturnType<typeof createServices>>
