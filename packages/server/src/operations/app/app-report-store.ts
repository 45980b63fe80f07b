/** Reads over registered apps for operators. */
import { statement } from '../../platform/db/database.ts'

/** Times are unix seconds. */
export interface ListedApp {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly origins: readonly string[]
  readonly createdAt: number
  /** when the secret was last replaced; null: never */
  readonly rotatedAt: number | null
}

export const listAppsForOperators = statement<ListedApp>(
  'app_report.list',
  `select client_id as "clientId", code, name, origins, floor(extract(epoch from created_at))::float8 as "createdAt",
          floor(extract(epoch from rotated_at))::float8 as "rotatedAt"
     from app order by code, created_at`,
)
