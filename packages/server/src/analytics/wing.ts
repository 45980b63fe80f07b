/** Creates the collection of behavior events, and adds its routes. */
import { BUILT_IN_SIGN_IN_METHODS } from '@kerf/contract/tracking/tracking'
import type { FastifyInstance } from 'fastify'
import { type AddRoute, listErasedLogins } from '../identity/index.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { OriginRule } from '../web/request/origins.ts'
import { createEventCollector } from './tracking/event-collector.ts'
import { trackingRoutes } from './tracking/tracking-routes.ts'

export interface AnalyticsOptions extends PlatformServices {
  readonly http: FastifyInstance
  readonly add: AddRoute
  readonly origins: OriginRule
  /** channels that the sign-in page offers */
  readonly socialChannels: readonly string[]
}

export async function openAnalytics(options: AnalyticsOptions) {
  const { add, http, config, clock, trackingDb, metrics, origins, isBanned, placeOf, onError } = options
  const count = (outcome: string, times: number) => metrics.countEvent('tracking', outcome, times)
  const collector = createEventCollector({
    db: trackingDb,
    listErasedLogins: logins => listErasedLogins(trackingDb, logins),
    count,
    onError,
  })
  const configured = config.oauth.map(({ channel }) => channel)
  await trackingRoutes(http, add, {
    clock,
    config,
    origins,
    isBanned,
    placeOf,
    collector,
    methods: new Set([...BUILT_IN_SIGN_IN_METHODS, ...options.socialChannels, ...configured]),
    count,
  })
  return collector
}

export { eraseEventsTask } from './tracking/erase-events-job.ts'
export { TRACKING_DAYS_JOB, trackingDaysTask } from './tracking/tracking-days-job.ts'
