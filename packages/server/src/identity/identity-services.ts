/** Creates the services of identity that calls of every wing need: sessions, apps, and `add`, which adds a call. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { createGlobalThreshold } from '../platform/limits/global-threshold.ts'
import type { PlatformServices } from '../platform/services.ts'
import { createPageVisits } from '../web/page-visit.ts'
import type { CookieSettings } from '../web/request/cookies.ts'
import { isAllowedOrigin, type OriginRule } from '../web/request/origins.ts'
import { createRequestReader } from '../web/request/request-reader.ts'
import type { HttpServer } from '../web/route.ts'
import { createRouter } from '../web/route.ts'
import { type AppRegistry, createAppRegistry } from './app/app-registry.ts'
import { siblingOrigin } from './cookie-sync/sibling-hosts.ts'
import { createFactorMethods } from './factors/factor-methods.ts'
import { createFactorTries } from './factors/factor-tries.ts'
import { createPasswordTries } from './password/password-tries.ts'
import { createSessionCheck } from './session/check-session.ts'
import { createGenerateSession, createIssueSession } from './session/issue-session.ts'
import { createCallGuard } from './session/session-guard.ts'
import { browserHashOf, companionHashesOf } from './session/session-secrets.ts'
import { findSecondsUntilRoutable } from './session/store/session-token-store.ts'
import { createStartSignIn } from './sign-in/start-sign-in.ts'
import type { ChannelSettings } from './social/channels.ts'
import { createTickets } from './ticket/tickets.ts'
import { createHumanCheck } from './verification/human-check.ts'
import { createRecaptcha } from './verification/recaptcha.ts'
import { createVerificationCodes } from './verification/verification-codes.ts'

export interface IdentityOptions extends PlatformServices {
  readonly http: HttpServer
  readonly origins: OriginRule
  readonly cookies: () => CookieSettings
  /** channel of the development server's own provider */
  readonly demoChannel: ChannelSettings | undefined
}

const GLOBAL_FAILURES_SECONDS = 900

export async function createIdentityServices(options: IdentityOptions) {
  const { config, db, limitsDb, clock, keys, brands, limiter, metrics, listReads } = options
  const { isBanned, isDistributed, publicUrl, onError, http, origins, cookies, placeOf } = options
  const [apps, [tokenForm]] = await Promise.all([
    createAppRegistry(db, onError),
    findSecondsUntilRoutable(db),
  ])
  const sessions = createSessionCheck(db, clock, onError, { isDistributed })
  const { guard, signedIn } = createCallGuard({ sessions, apps, cookies, isBanned })
  const reader = createRequestReader({
    browserHashOf: request => browserHashOf(request, cookies()),
    companionHashesOf: (request, isForeign) => companionHashesOf(request, cookies(), isForeign),
    ownOrigin: origins.own,
    appCodes: new Set(brands.keys()),
    defaultApp: DEFAULT_BRAND,
  })
  const human = createHumanCheck({
    db,
    clock,
    kind: config.humanCheck,
    challengeKey: keys.challenge,
    recaptcha: config.recaptcha && createRecaptcha(config.recaptcha.secret),
  })
  const threshold = createGlobalThreshold(
    limitsDb,
    { key: 'global:sign-in-failures', limit: config.signInFailures, seconds: GLOBAL_FAILURES_SECONDS },
    onError,
  )
  const generateSession = createGenerateSession({ placeOf, secondsUntilRoutable: tokenForm?.seconds ?? 0 })
  const issueSession = createIssueSession({ ...options, generateSession })
  const methods = createFactorMethods({ keys, clock })
  const siblings = config.passportHosts.map(siblingOrigin).filter(Boolean)
  return {
    ...options,
    guard,
    reader,
    add: createRouter(http, {
      reader,
      guard,
      origins,
      cookies,
      isBanned,
      onWrite: listReads.noteWrite,
      metrics,
    }),
    signedIn,
    visits: createPageVisits({ reader, guard, limiter, isBanned }),
    sessions,
    apps: apps as Omit<AppRegistry, 'stop'>,
    human,
    generateSession,
    issueSession,
    startSignIn: createStartSignIn({ ...options, methods, issueSession }),
    /** the kinds of second factor */
    methods,
    tries: createFactorTries({ db, limiter, human }),
    codes: createVerificationCodes({ db, keys, limiter, human }),
    passwordTries: createPasswordTries({ limiter, human, threshold }),
    /** origins of the sibling hosts */
    siblings,
    /** return URLs that a sign-in may redirect to */
    returnRule: () => ({
      origins: [publicUrl().origin, ...origins.listed(), ...apps.origins()],
      portalOrigins: [publicUrl().origin, ...siblings],
    }),
    tickets: createTickets({
      db,
      clock,
      isDistributed,
      limiter,
      issueSession,
      publicUrl,
      isHandoverTarget: origin => isAllowedOrigin(origin, origins) || apps.hasOrigin(origin),
      isSibling: origin => config.passportHosts.some(host => siblingOrigin(host) === origin),
    }),
    async stop() {
      await sessions.stop()
      await apps.stop()
    },
  }
}

export type IdentityServices = Awaited<ReturnType<typeof createIdentityServices>>
