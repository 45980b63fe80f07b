/** Roles that serve calls of the portal read and write nothing of operators: an injected statement forges no operator (S-174). */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { prepareDatabaseAccess } from '../../src/platform/schema/serving-login/prepare-database-access.ts'
import { OPERATIONS_TABLES } from '../../src/tables/operations.ts'
import { tableEntries } from '../../src/tables/register.ts'
import { CITUS_URL } from '../support/citus-cluster.ts'
import { createTestDatabase } from '../support/test-database.ts'

test.skipIf(CITUS_URL !== undefined)(
  'the login role has no privilege on a table of operators (coordinator tables of a cluster are ordinary ones)',
  async () => {
    const database = await createTestDatabase()
    const access = await prepareDatabaseAccess({ ownerUrl: database.url }, randomBytes(32), () => undefined)
    expect(access.servingUrl).not.toBe(access.ownerUrl)
    const client = new pg.Client({ connectionString: access.servingUrl })
    await client.connect()
    const tables = Object.keys(OPERATIONS_TABLES)
    expect(tables.length).toBeGreaterThan(6)
    for (const table of tables)
      for (const statement of [
        `select 1 from ${table}`,
        `insert into ${table} default values`,
        `delete from ${table}`,
      ])
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    // What it serves calls with works.
    await client.query('select 1 from account')
    await client.end()
    await database.drop()
  },
)

test('the jobs that delete expired rows, which run with that role, are told of no such table', () => {
  const unreachable = tableEntries().filter(([, { expiry, grants }]) => expiry && grants?.login?.length === 0)
  expect(unreachable).toEqual([])
})
