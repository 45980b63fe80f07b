/** What the nouns are put together from: made once, handed to each group of them. */
import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import type { FastifyInstance } from 'fastify'
import type { Courses } from '../entitlements/training/course.ts'
import { type AppRegistry, createAppRegistry } from '../identity/app/app-registry.ts'
import { sisterOrigin } from '../identity/cookie-sync/sister-hosts.ts'
import { createSessionCheck } from '../identity/session/check-session.ts'
import { createIssueSession, createPrepareSession } from '../identity/session/issue-session.ts'
import { createTickets } from '../identity/ticket/tickets.ts'
import { createHumanCheck } from '../identity/verification/human-check.ts'
import { createRecaptcha } from '../identity/verification/recaptcha.ts'
import { createVerificationCodes } from '../identity/verification/verification-codes.ts'
import type { Config } from '../platform/config/config.ts'
import type { PublicNames } from '../platform/config/public-names.ts'
import type { Database } from '../platform/db/database.ts'
import { countActs } from '../platform/http/count-acts.ts'
import { isAllowedOrigin, type OriginRule } from '../platform/http/origins.ts'
import { createRequestReader } from '../platform/http/request-reader.ts'
import { createRouter } from '../platform/http/route.ts'
import { createVisits } from '../platform/http/visit.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { createIpBanList } from '../platform/limits/ip-bans.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

export interface AppDependencies {
  readonly config: Config
  readonly db: Database
  /** counts limits: its commits need not reach the disk before the answer */
  readonly limitsDb: Database
  /** behaviour events alone */
  readonly trackingDb: Database
  readonly keys: Keys
  readonly brands: ReadonlyMap<string, LoadedBrand>
  /** the portal's own address, for PORT=0 known once listening, and its cookie's domain */
  readonly names: PublicNames
  readonly placeOf: (ip: string) => string | Promise<string>
  readonly metrics: Metrics
  readonly courses: Courses
}

export async function createServices(of: AppDependencies, http: FastifyInstance, origins: OriginRule) {
  const { config, db, keys, brands, names } = of
  const { publicUrl } = names
  const onFault = (error: Error): void => {
    http.log.warn({ fault: error.name, code: (error as { code?: string }).code }, 'the database faltered')
  }
  const sessions = createSessionCheck(db, onFault)
  const [bans, apps] = await Promise.all([createIpBanList(db, onFault), createAppRegistry(db, onFault)])
  const { isBanned } = bans
  const limiter = createLimiter(of.limitsDb, onFault)
  const mail = { keys, placeOf: of.placeOf }
  const prepareSession = createPrepareSession(mail)
  const issueSession = createIssueSession({ db, mail, prepareSession })
  const cookies = () => {
    const url = publicUrl()
    return { host: url.hostname, https: url.protocol === 'https:', domain: names.cookieDomain() }
  }
  const reader = createRequestReader({
    cookies,
    apps,
    appCodes: new Set(brands.keys()),
    defaultApp: DEFAULT_BRAND,
  })
  countActs(http, request => reader.callerOf(request).app.code, of.metrics.countAct)
  return {
    ...of,
    ...createRouter(http, { reader, sessions, origins, cookies, isBanned }),
    http,
    origins,
    publicUrl,
    onFault,
    sessions,
    apps: apps as Omit<AppRegistry, 'stop'>,
    isBanned,
    limiter,
    mail,
    prepareSession,
    issueSession,
    codes: createVerificationCodes({ keys, limiter }),
    human: createHumanCheck({
      db,
      kind: config.humanCheck,
      challengeKey: keys.challenge,
      recaptcha: config.recaptcha && createRecaptcha(config.recaptcha.secret),
    }),
    cookies,
    /** where people may be sent back to */
    returnRule: () => ({
      origins: [publicUrl().origin, ...origins.listed, ...apps.origins()],
      allowLocalhost: !config.production,
    }),
    /** origins of the sister hosts */
    sisters: config.passportHosts.map(sisterOrigin).filter(Boolean),
    visits: createVisits({ sessions, limiter, isBanned, callerOf: reader.callerOf }),
    tickets: createTickets({
      db,
      limiter,
      issueSession,
      publicUrl,
      isHandoverTarget: origin => isAllowedOrigin(origin, origins) || apps.hasOrigin(origin),
      isSister: origin => config.passportHosts.some(host => sisterOrigin(host) === origin),
    }),
    async stop() {
      await sessions.stop()
      await bans.stop()
      await apps.stop()
    },
  }
}

export type Services = Awaited<ReturnType<typeof createServices>>
