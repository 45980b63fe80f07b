/** What people are told, and what their pages tell. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { BUILT_IN_SIGN_IN_METHODS } from '@kerf/contract/tracking'
import { createEventCollector } from '../analytics/tracking/event-collector.ts'
import { trackingRoutes } from '../analytics/tracking/tracking-routes.ts'
import { ticketRoutes } from '../identity/ticket/ticket-routes.ts'
import { announcementRoutes } from '../messaging/announcement/announcement-routes.ts'
import { messageRoutes } from '../messaging/message/message-routes.ts'
import { streamRoute } from '../messaging/message/message-stream-route.ts'
import { openMessaging } from '../messaging/message/message-use-cases.ts'
import { createPictureRule } from '../messaging/message/picture-rule.ts'
import type { Services } from './services.ts'

/** `social`: channels that are offered. */
export async function composeMessaging(parts: Services, social: readonly string[]) {
  const { add, http, config, db, trackingDb, origins, publicUrl, brands, apps, tickets, metrics, onFault } =
    parts
  const pictures = createPictureRule(() => [publicUrl().origin, ...origins.listed])
  const isApp = (code: string): boolean => brands.has(code) || apps.hasCode(code)
  const messages = await openMessaging({ ...parts, pictures, defaultApp: DEFAULT_BRAND, isApp })
  messageRoutes(add, messages)
  streamRoute(http, parts.signedIn, { ...messages, limiter: parts.limiter })
  announcementRoutes(add, db, pictures)
  // Whoever comes to an app by a ticket is told what that app has to say.
  ticketRoutes(add, db, publicUrl, tickets, messages.noteApp)

  const count = (fate: string, times: number) => metrics.countEvent('tracking', fate, times)
  const collector = createEventCollector({ db: trackingDb, count, onFault })
  await trackingRoutes(http, add, {
    ...parts,
    collector,
    methods: new Set([...BUILT_IN_SIGN_IN_METHODS, ...social, ...config.oauth.map(({ channel }) => channel)]),
    count,
  })
  return { messages, collector }
}
