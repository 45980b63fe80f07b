import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

async function listTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select table_name from information_schema.tables where table_schema = 'public'",
  )
  await client.end()
  return rows.map(row => row.table_name)
}

test('creates separate, migrated test databases and drops them', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.url).not.toBe(two.url)
  expect(await listTables(one.url)).toContain('migration')
  await Promise.all([one.drop(), two.drop()])
  await expect(listTables(one.url)).rejects.toThrow('does not exist')
})
