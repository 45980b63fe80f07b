/** Messages and announcements. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { announcementRoutes } from '../messaging/announcement/announcement-routes.ts'
import { messageRoutes } from '../messaging/message/message-routes.ts'
import { messageStreamRoutes } from '../messaging/message/message-stream-routes.ts'
import { openMessaging } from '../messaging/message/message-use-cases.ts'
import { createPictureRule } from '../messaging/message/picture-rule.ts'
import type { Services } from './services.ts'

export async function composeMessaging(services: Services) {
  const { add, http, db, origins, publicUrl, brands, apps, limiter, signedIn } = services
  const pictures = createPictureRule(() => [publicUrl().origin, ...origins.listed()])
  const isApp = (code: string): boolean => brands.has(code) || apps.hasCode(code)
  const messages = await openMessaging({ ...services, pictures, defaultApp: DEFAULT_BRAND, isApp })
  messageRoutes(add, messages)
  messageStreamRoutes(http, signedIn, { ...messages, limiter })
  announcementRoutes(add, db, pictures)
  return messages
}
