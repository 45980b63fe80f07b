import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select table_name from information_schema.tables where table_schema = 'public'",
  )
  await client.end()
  return rows.map(row => row.table_name)
}

test('each test database is migrated and its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.url).not.toBe(two.url)
  expect(await tables(one.url)).toContain('migration')
  await Promise.all([one.drop(), two.drop()])
  await expect(tables(one.url)).rejects.toThrow('does not exist')
})
