/** Serves the pictures of apps. A new picture has a new name. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { sendPicture } from '../../web/send-picture.ts'
import { APP_LOGO_PATH, findLogo } from './app-store.ts'

export function appLogoRoutes(http: FastifyInstance, db: Database): void {
  http.get<{ Params: { name: string } }>(`${APP_LOGO_PATH}:name`, async ({ params }, reply) => {
    const [found] = await findLogo(db, { name: params.name })
    return found ? sendPicture(reply, found.picture) : reply.callNotFound()
  })
}
