import { afterAll } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase } from './test-database.ts'

/** Creates a migrated database for all tests of the file or the group that calls it, and returns its URL. Their end drops it. */
export async function useTestDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  afterAll(drop)
  return url
}

/** Opens a database, by default with one connection, for all tests of the file or the group that calls it. Their end closes it. */
export async function useDatabase(url: string, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const db = await openDatabase({ url, poolSize: 1, onError: () => undefined, ...options })
  afterAll(() => db.close())
  return db
}
