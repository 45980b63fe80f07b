import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../packages/server/test/support/test-database.ts'
import { TABLE_GROWTH } from './table-growth.ts'

test('names what bounds every table', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    expect(TABLE_GROWTH.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name))
  } finally {
    await client.end()
    await database.drop()
  }
})
