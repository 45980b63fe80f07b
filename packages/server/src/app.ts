/** The application: an HTTP server with the routes of every wing. */
import type { FastifyInstance } from 'fastify'
import { composeAnalytics } from './compose/analytics.ts'
import { composeEntitlements } from './compose/entitlements.ts'
import { composeIdentity } from './compose/identity.ts'
import { composeMessaging } from './compose/messaging.ts'
import type { PageContext } from './compose/pages.ts'
import { type AppDependencies, createServices } from './compose/services.ts'
import { listActiveBenefits } from './entitlements/index.ts'
import { writeUnlistedProxy } from './platform/config/unlisted-proxy-note.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { browserReportRoute } from './web/browser-reports.ts'
import { sharedDomain } from './web/cookies.ts'
import { createReadiness, healthRoutes } from './web/health.ts'
import { metricsRoute } from './web/metrics-route.ts'
import { openApiRoute } from './web/openapi/openapi-route.ts'
import type { OriginRule } from './web/origins.ts'
import { securityTextRoute } from './web/security-text.ts'
import { createServer } from './web/server.ts'

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

/** `addRoutes` registers the routes that only the calling process serves, such as pages. */
export async function buildApp(
  dependencies: AppDependencies,
  addRoutes?: (http: FastifyInstance, context: PageContext) => void | Promise<void>,
): Promise<App> {
  const { config, db, brands, names, metrics } = dependencies
  let draining = false
  const listOrigins = () => new Set([...brands.values()].flatMap(({ brand }) => brand.origins))
  const brandOrigins = listOrigins()
  const origins: OriginRule = {
    own: () => names.publicUrl().origin,
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
  const services = await createServices(dependencies, http, origins)
  healthRoutes(
    http,
    createReadiness(db, () => draining),
  )
  metricsRoute(http, config.metricsToken, () => names.publicUrl().protocol === 'https:', metrics.render)

  const password = { min: config.passwordMin, max: config.passwordMax }
  openApiRoute(http, () => ({ server: names.publicUrl().origin, password }))
  securityTextRoute(http, config.securityContact, names.publicUrl)
  await browserReportRoute(http, metrics)

  const messages = await composeMessaging(services)
  // An account that enters an app receives that app's messages from then on.
  const identity = await composeIdentity(services, {
    onAppEntered: messages.recordAppUse,
    readBenefits: uid => listActiveBenefits(services.db, { uid }),
  })
  const entitlements = composeEntitlements(services)
  const collector = await composeAnalytics(services, identity.socialChannels)
  await addRoutes?.(http, {
    social: identity.socialChannels,
    socialClients: identity.socialClients,
    returnOrigins: () => [...new Set([...origins.listed(), ...services.apps.origins()])],
    cookieDomain: () => sharedDomain(services.cookies()),
    siblings: services.siblings,
  })

  return {
    http,
    files: identity.files,
    sweepHeadpics: identity.sweepHeadpics,
    drain() {
      draining = true
    },
    async close() {
      draining = true
      // Event streams have no end of their own.
      await messages.stop()
      // Fastify closes only connections that are idle at the start of `close`. A keep-alive connection that becomes idle later is closed here.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS)
      await http.close().finally(() => clearInterval(idle))
      await entitlements.stop()
      identity.stopDecoder()
      await collector.stop()
      await services.stop()
    },
  }
}
