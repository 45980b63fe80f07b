/** Connects the benefit feed to webhook delivery. */
import { listApps } from '../../identity/index.ts'
import type { WebhookFeed } from '../../outbound/webhook/deliver-feed-pages.ts'
import type { Database } from '../../platform/db/database.ts'
import { findFeedEnd, readBenefitFeed } from './read-benefit-feed.ts'

export const createBenefitWebhookFeed = (db: Database): WebhookFeed => ({
  findLastPosition: () => findFeedEnd(db),
  async readEvents(clientId, after, limit) {
    const app = (await listApps(db)).find(({ client_id }) => client_id === clientId)
    return app ? (await readBenefitFeed(db, app.code, after, limit)).items : []
  },
})
