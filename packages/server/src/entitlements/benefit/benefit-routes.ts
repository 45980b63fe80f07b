import { listBenefitEvents } from '@kerf/contract/endpoints/benefit'
import type { AddRoute } from '../../identity/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { readBenefitFeed } from './read-benefit-feed.ts'

const DEFAULT_LIMIT = 100

export function benefitRoutes(add: AddRoute, db: Database): void {
  add(listBenefitEvents, ({ cursor, limit }, { app }) =>
    readBenefitFeed(db, app.code, cursor, limit ?? DEFAULT_LIMIT),
  )
}
