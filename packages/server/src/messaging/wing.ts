/** Creates messages and announcements, and adds their routes. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { FastifyInstance } from 'fastify'
import type { AddRoute, SignedInCheck } from '../identity/index.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { OriginRule } from '../web/request/origins.ts'
import { announcementRoutes } from './announcement/announcement-routes.ts'
import { createPictureRule } from './message/content/picture-rule.ts'
import { messageRoutes } from './message/message-routes.ts'
import { createMessageUseCases } from './message/message-use-cases.ts'
import { messageStreamRoutes } from './message/stream/message-stream-routes.ts'

export interface MessagingOptions extends PlatformServices {
  readonly http: FastifyInstance
  readonly add: AddRoute
  readonly signedIn: SignedInCheck
  readonly origins: OriginRule
  /** whether a registered app has the code */
  readonly hasApp: (code: string) => boolean
}

export async function openMessaging(options: MessagingOptions) {
  const { add, http, db, origins, publicUrl, brands, limiter, signedIn, hasApp } = options
  const pictures = createPictureRule(() => [publicUrl().origin, ...origins.listed()])
  const messages = await createMessageUseCases({
    ...options,
    pictures,
    defaultApp: DEFAULT_BRAND,
    isApp: code => brands.has(code) || hasApp(code),
  })
  const { streams, defaultApp, isApp, recordAppUse } = messages
  messageRoutes(add, messages)
  messageStreamRoutes(http, signedIn, { streams, limiter, defaultApp, isApp, recordAppUse })
  announcementRoutes(add, db, pictures)
  return messages
}

export { deleteBroadcastBatch } from './message/store/broadcast-store.ts'
