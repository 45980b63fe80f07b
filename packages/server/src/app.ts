/** The composition root: the only file that knows everything. */
import type { AddressInfo } from 'node:net'
import type { LoadedBrand } from '@kerf/brands/registry'
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { OWN_METHODS } from '@kerf/contract/tracking'
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/account-routes.ts'
import { createChangeEmail } from './account/change-email.ts'
import { createDeleteAccount } from './account/delete-account.ts'
import { announcementRoutes } from './announcement/announcement-routes.ts'
import { watchApps } from './app-registry/apps.ts'
import { benefitRoutes } from './benefit/benefit-routes.ts'
import { createTellSoon } from './benefit/tell-soon.ts'
import type { Config } from './config.ts'
import { createCookieChain } from './cookie-sync/cookie-chain.ts'
import { cookieSyncRoutes } from './cookie-sync/cookie-sync-routes.ts'
import { sisterOrigin } from './cookie-sync/sister-hosts.ts'
import type { Database } from './db/database.ts'
import type { Names } from './demo/second-name.ts'
import { createActivate } from './device/activate.ts'
import { deviceRoutes } from './device/device-routes.ts'
import { createRequestTokens } from './device/request-token.ts'
import { createRequestUnlock } from './device/request-unlock.ts'
import { enterpriseRoutes } from './enterprise/enterprise-routes.ts'
import { openFileStore } from './files/open-file-store.ts'
import { sharedDomain } from './http/cookies.ts'
import { countActs } from './http/count-acts.ts'
import { healthRoutes } from './http/health.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { isAllowedOrigin, type OriginRule } from './http/origins.ts'
import { createRequestReader } from './http/request-reader.ts'
import { createRouter } from './http/route.ts'
import { createServer } from './http/server.ts'
import { createVisits } from './http/visit.ts'
import type { Keys } from './lib/keys.ts'
import { watchIpBans } from './limits/ip-bans.ts'
import { createLimiter } from './limits/limiter.ts'
import { createChangePassword } from './login/change-password.ts'
import { createFindPassword } from './login/find-password.ts'
import { createLoginByCaptcha } from './login/login-by-captcha.ts'
import { createLoginByPassword } from './login/login-by-password.ts'
import { loginRoutes } from './login/login-routes.ts'
import { createProveFresh } from './login/prove-fresh.ts'
import { createRegister } from './login/register.ts'
import { messageRoutes } from './message/message-routes.ts'
import { openMessages } from './message/message-use-cases.ts'
import { pictureRule } from './message/pictures.ts'
import { streamRoute } from './message/stream-routes.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { FileStore } from './ports/files.ts'
import { createRecaptcha } from './ports/recaptcha.ts'
import { createHeadpic } from './profile/headpic.ts'
import { headpicFiles, profileRoutes } from './profile/profile-routes.ts'
import { createRedeem } from './redemption/redeem.ts'
import { redemptionRoutes } from './redemption/redemption-routes.ts'
import { regionRoutes } from './region/region-routes.ts'
import { createSessionCheck } from './session/check-session.ts'
import { createClearSessions } from './session/clear-sessions.ts'
import { createIssueSession } from './session/issue-session.ts'
import { createNotMe } from './session/not-me.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { socialBrowserRoutes } from './social/browser-routes.ts'
import { openSocial } from './social/open-social.ts'
import { socialRoutes } from './social/social-routes.ts'
import { ticketRoutes } from './ticket/ticket-routes.ts'
import { createTickets } from './ticket/tickets.ts'
import { createCollector } from './tracking/collector.ts'
import { trackingRoutes } from './tracking/tracking-routes.ts'
import type { Courses } from './training/course.ts'
import { courseFiles } from './training/course-file-routes.ts'
import { createDrawCertificate } from './training/draw-certificate.ts'
import { createPrizes } from './training/prizes.ts'
import { trainingRoutes } from './training/training-routes.ts'
import { createWatch } from './training/watch-lesson.ts'
import { createConsumeCode } from './verification/consume-code.ts'
import { createHumanCheck } from './verification/human-check.ts'
import { createSendCaptcha } from './verification/send-captcha.ts'
import { verificationRoutes } from './verification/verification-routes.ts'
import { createVerifyMailbox } from './verification/verify-mailbox.ts'

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
  readonly names: Names
  readonly placeOf: (ip: string) => string | Promise<string>
  readonly metrics: Metrics
  readonly courses: Courses
  /** pages and other things only this process serves, added last */
  readonly more?: (http: FastifyInstance, facts: PageFacts) => void | Promise<void>
}

/** What pages are told that only the composition knows. */
export interface PageFacts {
  /** channels of social sign-in that are offered, in order */
  readonly social: readonly string[]
  /** origins of brands and apps, as they are now */
  readonly returnOrigins: () => readonly string[]
  /** parent domain of the token's cookie; '' where it is the host's own */
  readonly cookieDomain: () => string
  readonly sisters: readonly string[]
}

export interface App {
  readonly http: FastifyInstance
  readonly files: FileStore
  /** removes uploads that nobody adopted; gives how many */
  sweepHeadpics(): Promise<number>
  /** from now on `/readyz` says no */
  drain(): void
  close(): Promise<void>
}

const portOf = (http: FastifyInstance): number => (http.server.address() as AddressInfo | null)?.port ?? 0

/** Loaded in development only. */
async function openDemoProvider(config: Config, names: Names, port: () => number) {
  if (config.production) return undefined
  const { createDemoProvider, offersDemo } = await import('./demo/identity-provider/demo-provider.ts')
  return offersDemo(config) ? createDemoProvider(names.all, port) : undefined
}

const defaultBrandOf = (brands: ReadonlyMap<string, LoadedBrand>): LoadedBrand['brand'] => {
  const found = brands.get(DEFAULT_BRAND)
  if (!found) throw new Error(`there is no brand ${DEFAULT_BRAND}`)
  return found.brand
}

/** Milliseconds between two looks for idle connections while the server closes. */
const IDLE_CHECK = 50

export async function buildApp(of: AppDependencies): Promise<App> {
  const { config, db, keys, brands, courses, names } = of
  const { publicUrl } = names
  let draining = false
  const origins: OriginRule = {
    own: () => publicUrl().origin,
    listed: new Set([...brands.values()].flatMap(({ brand }) => brand.origins)),
    development: !config.production,
  }
  const http = createServer({
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    origins,
    metrics: of.metrics,
  })
  names.watch(http)
  const onFault = (error: Error): void => {
    http.log.warn({ fault: error.name, code: (error as { code?: string }).code }, 'the database faltered')
  }

  const sessions = createSessionCheck(db, onFault)
  const [bans, apps] = await Promise.all([watchIpBans(db, onFault), watchApps(db, onFault)])
  const limiter = createLimiter(of.limitsDb, onFault)
  const mail = { keys, placeOf: of.placeOf }
  const issueSession = createIssueSession({ db, mail })
  const codes = createConsumeCode({ keys, limiter })
  const { accountPrivacy } = config
  const human = createHumanCheck({
    db,
    kind: config.humanCheck,
    challengeKey: keys.challenge,
    recaptcha: config.recaptcha && createRecaptcha(config.recaptcha.secret),
  })
  const perReceiver = config.codesPerReceiver
  const perAddress = config.codesPerAddress
  const policy = { min: config.passwordMin, max: config.passwordMax }
  const login = { db, keys, limiter, codes, issueSession, policy, mail }
  const files = await openFileStore(config.fileStore)
  const headpics = createHeadpic({ db, files, limiter, publicUrl })
  const changePassword = createChangePassword(login)

  const cookies = () => {
    const url = publicUrl()
    return { host: url.hostname, https: url.protocol === 'https:', domain: names.cookieDomain() }
  }
  const returnRule = () => ({
    origins: [publicUrl().origin, ...origins.listed, ...apps.origins()],
    allowLocalhost: !config.production,
  })
  const reader = createRequestReader({
    cookies,
    apps,
    appCodes: new Set(brands.keys()),
    defaultApp: DEFAULT_BRAND,
  })
  const { isBanned } = bans
  countActs(http, request => reader.callerOf(request).app.code, of.metrics.countAct)
  const { add, signedIn } = createRouter(http, { reader, sessions, origins, cookies, isBanned })
  const tickets = createTickets({
    db,
    limiter,
    issueSession,
    publicUrl,
    isHandoverTarget: origin => isAllowedOrigin(origin, origins) || apps.hasOrigin(origin),
    isSister: origin => config.passportHosts.some(host => sisterOrigin(host) === origin),
  })
  const visits = createVisits({ sessions, limiter, isBanned, callerOf: reader.callerOf })
  healthRoutes(http, db, () => draining)
  metricsRoute(http, config.metricsToken, of.metrics.render)
  verificationRoutes(add, {
    mailbox: createVerifyMailbox({ db, keys, limiter, accountPrivacy }),
    human,
    sendCaptcha: createSendCaptcha({ db, keys, limiter, human, accountPrivacy, perReceiver, perAddress }),
    limiter,
  })
  loginRoutes(add, {
    byPassword: createLoginByPassword(login),
    byCaptcha: createLoginByCaptcha(login),
    register: createRegister(login),
    findPassword: createFindPassword(login),
    proveFresh: createProveFresh(login),
    changePassword,
  })
  accountRoutes(add, db, publicUrl, {
    changeEmail: createChangeEmail(login),
    deleteAccount: createDeleteAccount(login),
  })
  profileRoutes(add, db, headpics)
  headpicFiles(http, headpics)
  enterpriseRoutes(add, db, changePassword)
  const sisters = config.passportHosts.map(sisterOrigin).filter(Boolean)
  cookieSyncRoutes(http, {
    sessions,
    tickets,
    visits,
    sisters,
    cookies,
    publicUrl,
    origins,
    returnRule,
    nextHop: createCookieChain({ sisters, tickets, publicUrl }),
  })
  const demo = await openDemoProvider(config, names, () => portOf(http))
  await demo?.routes(http)
  const social = await openSocial({
    config,
    db,
    keys,
    codes,
    limiter,
    mail,
    issueSession,
    publicUrl,
    demo: demo && { ...demo.settings, issuer: demo.issuer },
  })
  socialRoutes(add, social)
  socialBrowserRoutes(http, {
    ...social,
    tickets,
    visits,
    cookies,
    returnRule,
    brands: new Set(brands.keys()),
  })
  sessionRoutes(add, db, { clear: createClearSessions(db, mail), notMe: createNotMe(db, keys.link) })
  regionRoutes(add)
  const onGranted = createTellSoon(db, onFault)
  redemptionRoutes(add, db, keys.redemption, createRedeem({ db, keys, limiter, onGranted }))
  benefitRoutes(add, db)
  const activation = config.activationUrl ?? ''
  const unlockTokens = createRequestTokens(keys.activation, activation)
  deviceRoutes(add, {
    requestUnlock: createRequestUnlock({ db, keys, limiter, human, tokens: unlockTokens, activation }),
    activate: createActivate({
      db,
      keys,
      limiter,
      tokens: unlockTokens,
      onIssued: () => of.metrics.countEvent('unlock.issued', 'ok'),
    }),
    tokens: unlockTokens,
  })
  const pictures = pictureRule(() => [publicUrl().origin, ...origins.listed])
  const isApp = (code: string): boolean => brands.has(code) || apps.hasCode(code)
  const messages = await openMessages({ db, limiter, pictures, defaultApp: DEFAULT_BRAND, isApp, onFault })
  messageRoutes(add, messages)
  streamRoute(http, signedIn, { ...messages, limiter })
  announcementRoutes(add, db, pictures)
  ticketRoutes(add, db, publicUrl, tickets, messages.noteApp)
  const draw = createDrawCertificate({ courses, limiter, publicUrl, brand: defaultBrandOf(brands) })
  trainingRoutes(add, {
    courses,
    watch: createWatch({ db, courses, limiter }),
    prizes: createPrizes({ db, limiter }),
    draw,
  })
  courseFiles(http, courses)
  const collector = createCollector({
    db: of.trackingDb,
    count: (fate, times) => of.metrics.countEvent('tracking', fate, times),
    onFault,
  })
  await trackingRoutes(http, add, {
    collector,
    config,
    origins,
    isBanned,
    placeOf: of.placeOf,
    methods: new Set([...OWN_METHODS, ...social.offered, ...config.oauth.map(({ channel }) => channel)]),
    count: (fate, times) => of.metrics.countEvent('tracking', fate, times),
  })
  await of.more?.(http, {
    social: social.offered,
    returnOrigins: () => [...new Set([...origins.listed, ...apps.origins()])],
    cookieDomain: () => sharedDomain(cookies()),
    sisters,
  })

  return {
    http,
    files,
    sweepHeadpics: headpics.sweep,
    drain() {
      draining = true
    },
    async close() {
      draining = true
      // Streams never end by themselves.
      await messages.stop()
      // A connection whose call ended after the close began is held open by its client: it is closed as soon as it is idle.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK)
      await http.close().finally(() => clearInterval(idle))
      draw.stop()
      await collector.stop()
      await sessions.stop()
      await bans.stop()
      await apps.stop()
    },
  }
}
