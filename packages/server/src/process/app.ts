/** The application: an HTTP server with the routes of every wing. */
import type { FastifyInstance } from 'fastify'
import { openAnalytics } from '../analytics/wing.ts'
import { type Courses, listActiveBenefits } from '../entitlements/index.ts'
import { ENTITLEMENTS_ACTIONS, openEntitlements } from '../entitlements/wing.ts'
import {
  addIdentityRoutes,
  createIdentityServices,
  findNamedAccount,
  IDENTITY_ACTIONS,
  type IdentityOptions,
} from '../identity/wing.ts'
import {
  MACHINES_ACTIONS,
  openMachines,
  openPairingMachines,
  readMachineClaims,
  readMachineRights,
  renewCards,
} from '../machines/wing.ts'
import { openMessaging } from '../messaging/wing.ts'
import { bounceWebhookRoutes } from '../outbound/mail/bounce/bounce-webhook-routes.ts'
import type { MailOutcome } from '../outbound/mail/delivery-report.ts'
import { writeUnlistedProxy } from '../platform/config/unlisted-proxy-note.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { createPlatformServices, type StartServices } from '../platform/services.ts'
import { auditRefusals } from '../web/audit-refusals.ts'
import { browserReportRoute } from '../web/browser-reports.ts'
import { countActions } from '../web/count-actions.ts'
import { createReadiness, healthRoutes } from '../web/health.ts'
import { metricsRoute } from '../web/metrics-route.ts'
import { openApiRoute } from '../web/openapi/openapi-route.ts'
import { sharedDomain } from '../web/request/cookies.ts'
import type { OriginRule } from '../web/request/origins.ts'
import type { PublicHosts } from '../web/request/public-hosts.ts'
import { securityTextRoute } from '../web/security-text.ts'
import { createServer } from '../web/server.ts'

export interface AppOptions extends Omit<StartServices, 'publicUrl'> {
  readonly names: PublicHosts
  readonly courses: Courses
  /** Adds the routes of the development server's own provider. Returns its channel. */
  readonly addDemoProvider: (http: FastifyInstance) => Promise<IdentityOptions['demoChannel']>
  /** registers the routes that only the calling process serves, such as pages */
  readonly addRoutes: (http: FastifyInstance, context: PageContext) => Promise<void>
}

/** What pages are rendered with and only the composition knows. */
export interface PageContext {
  /** channels of social sign-in that the sign-in page offers, in order */
  readonly social: readonly string[]
  /** OAuth client ids of these channels */
  readonly socialClients: Readonly<Record<string, string>>
  /** current origins of brands and registered apps */
  readonly returnOrigins: () => readonly string[]
  /** domain of the token's cookie; '' if the cookie belongs to the host alone */
  readonly cookieDomain: () => string
  /** origins of the sibling hosts */
  readonly siblings: readonly string[]
}

export interface App {
  readonly http: FastifyInstance
  readonly files: FileStore
  /** Deletes uploaded pictures that no profile uses. Returns their number. */
  sweepHeadpics(): Promise<number>
  /** From now on `/readyz` fails and every answer closes its connection. Requests are still answered. */
  drain(): void
  close(): Promise<void>
}

/** Interval of the search for idle connections during `close`. */
const IDLE_CHECK_MS = 50

export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, brands, names, metrics } = options
  const { publicUrl } = names
  let draining = false
  const listOrigins = () => new Set([...brands.values()].flatMap(({ brand }) => brand.origins))
  const brandOrigins = listOrigins()
  const origins: OriginRule = {
    own: () => publicUrl().origin,
    listed: () => (config.production ? brandOrigins : listOrigins()),
  }
  const { trustedProxies, logLevel } = config
  const http = createServer({
    trustedProxies,
    logLevel,
    origins,
    metrics,
    isDraining: () => draining,
    createDeadline: db.createDeadline,
    onUnlistedProxy(peer) {
      http.log.warn(
        { peer },
        'a private address sends X-Forwarded-For but is not in TRUSTED_PROXIES: all visitors behind it share its limits',
      )
      void writeUnlistedProxy(config.dataDir, peer)
    },
  })
  names.registerHooks(http)
  const { addDemoProvider, addRoutes, courses, ...start } = options
  const platform = await createPlatformServices({ ...start, publicUrl }, http.log)
  const cookies = () => {
    const { hostname, protocol } = publicUrl()
    return { host: hostname, https: protocol === 'https:', domain: names.cookieDomain() }
  }
  const demoChannel = await addDemoProvider(http)
  const identity = await createIdentityServices({ ...platform, http, origins, cookies, demoChannel })
  const { add, signedIn, apps, human, siblings } = identity
  const { callerOf } = identity.reader
  auditRefusals(http, platform.refusals, callerOf, body => findNamedAccount(db, body))
  const actions = new Map([...IDENTITY_ACTIONS, ...ENTITLEMENTS_ACTIONS, ...MACHINES_ACTIONS])
  countActions(http, actions, request => callerOf(request).app.code, metrics.countAct)
  healthRoutes(
    http,
    createReadiness(db, () => draining),
  )
  metricsRoute(http, config.metricsToken, () => publicUrl().protocol === 'https:', metrics.render)

  const password = { min: config.passwordMin, max: config.passwordMax }
  openApiRoute(http, () => ({ server: publicUrl().origin, password }))
  securityTextRoute(http, config.securityContact, publicUrl)
  await browserReportRoute(http, metrics)
  const { bounceWebhookSecret: secret } = config
  const count = (outcome: MailOutcome) => metrics.countEvent('mail', outcome)
  if (secret !== undefined) await bounceWebhookRoutes(http, { secret, db, count, now: platform.clock.now })

  const messaging = await openMessaging({ ...platform, http, add, signedIn, origins, hasApp: apps.hasCode })
  const { files, sweepHeadpics, stopDecoder, socialChannels, socialClients } = await addIdentityRoutes(
    identity,
    {
      // An account that enters an app receives that app's messages from then on.
      onAppEntered: messaging.recordAppUse,
      readBenefits: uid => listActiveBenefits(db, { uid }),
      readMachines: uid => readMachineClaims(platform, uid),
      readMachineRights: (uid, ids) => readMachineRights(platform, uid, ids),
      machines: openPairingMachines(platform),
      renewCards: (tx, machines) => renewCards(tx, platform.keys, machines),
    },
  )
  const entitlements = openEntitlements({ ...platform, http, add, human, courses })
  openMachines({ ...platform, add, human })
  const collector = await openAnalytics({ ...platform, http, add, origins, socialChannels })
  await addRoutes(http, {
    social: socialChannels,
    socialClients,
    returnOrigins: () => [...new Set([...origins.listed(), ...apps.origins()])],
    cookieDomain: () => sharedDomain(cookies()),
    siblings,
  })

  return {
    http,
    files,
    sweepHeadpics,
    drain() {
      draining = true
    },
    async close() {
      draining = true
      // Event streams have no end of their own.
      await messaging.stop()
      // Fastify closes only connections that are idle at the start of `close`. A keep-alive connection that becomes idle later is closed here.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS)
      await http.close().finally(() => clearInterval(idle))
      await entitlements.stop()
      stopDecoder()
      await collector.stop()
      await identity.stop()
      await platform.stop()
    },
  }
}
