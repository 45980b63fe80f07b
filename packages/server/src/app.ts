/** The composition root: with `compose/`, the only place that knows everything. */
import type { FastifyInstance } from 'fastify'
import { composeAccountCenter } from './compose/account-center.ts'
import { composeEntitlements } from './compose/entitlements.ts'
import { composeMessaging } from './compose/messaging.ts'
import { type AppDependencies, createServices } from './compose/services.ts'
import { composeSignOn } from './compose/sign-on.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { sharedDomain } from './platform/http/cookies.ts'
import { healthRoutes } from './platform/http/health.ts'
import { metricsRoute } from './platform/http/metrics-route.ts'
import type { OriginRule } from './platform/http/origins.ts'
import { createServer } from './platform/http/server.ts'

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

/** Milliseconds between two looks for idle connections while the server closes. */
const IDLE_CHECK = 50

/** `more`: pages and other things only this process serves, added last. */
export async function buildApp(
  of: AppDependencies,
  more?: (http: FastifyInstance, facts: PageFacts) => void | Promise<void>,
): Promise<App> {
  const { config, db, brands, names, metrics } = of
  let draining = false
  const origins: OriginRule = {
    own: () => names.publicUrl().origin,
    listed: new Set([...brands.values()].flatMap(({ brand }) => brand.origins)),
    development: !config.production,
  }
  const { trustedProxies, logLevel } = config
  const http = createServer({ trustedProxies, logLevel, origins, metrics })
  names.watch(http)
  const parts = await createServices(of, http, origins)
  healthRoutes(http, db, () => draining)
  metricsRoute(http, config.metricsToken, metrics.render)
  const { files, sweepHeadpics } = await composeAccountCenter(parts)
  const social = await composeSignOn(parts)
  const earned = composeEntitlements(parts)
  const { messages, collector } = await composeMessaging(parts, social)
  await more?.(http, {
    social,
    returnOrigins: () => [...new Set([...origins.listed, ...parts.apps.origins()])],
    cookieDomain: () => sharedDomain(parts.cookies()),
    sisters: parts.sisters,
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
      // Streams never end by themselves.
      await messages.stop()
      // A connection whose call ended after the close began is held open by its client: it is closed as soon as it is idle.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK)
      await http.close().finally(() => clearInterval(idle))
      earned.stop()
      await collector.stop()
      await parts.stop()
    },
  }
}
