/** Reads the time of the database. */
import { statement } from './database.ts'

export const readDatabaseTime = statement<{ ms: string }>(
  'database.time',
  'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
)
