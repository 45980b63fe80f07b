/** State of the database for `kerf doctor`. */
import { statement } from '../../platform/db/database.ts'

export interface DatabaseStatus {
  /** major version of PostgreSQL */
  readonly version: number
  /** unix seconds by the database's clock */
  readonly now: number
  /** connections that PostgreSQL accepts from users who are not superusers */
  readonly connections: number
}

export const readDatabaseStatus = statement<DatabaseStatus>(
  'database_status.read',
  `select current_setting('server_version_num')::int / 10000 as version,
          extract(epoch from clock_timestamp())::float8 as now,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`,
)
