/** Collection of behavior events. */
import { BUILT_IN_SIGN_IN_METHODS } from '@kerf/contract/tracking'
import { createEventCollector } from '../analytics/tracking/event-collector.ts'
import { trackingRoutes } from '../analytics/tracking/tracking-routes.ts'
import { listErasedLogins } from '../identity/index.ts'
import type { Services } from './services.ts'

/** `socialChannels`: channels that the sign-in page offers. */
export async function composeAnalytics(services: Services, socialChannels: readonly string[]) {
  const { add, http, config, trackingDb, metrics, onError } = services
  const count = (outcome: string, times: number) => metrics.countEvent('tracking', outcome, times)
  const collector = createEventCollector({
    db: trackingDb,
    listErasedLogins: logins => listErasedLogins(trackingDb, logins),
    count,
    onError,
  })
  const configured = config.oauth.map(({ channel }) => channel)
  await trackingRoutes(http, add, {
    ...services,
    collector,
    methods: new Set([...BUILT_IN_SIGN_IN_METHODS, ...socialChannels, ...configured]),
    count,
  })
  return collector
}
