import { expect, test } from 'vitest'
import { BACKED_UP_TABLES, EXCLUDED_TABLES } from '../../src/operations/backup/backup-tables.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

test('lists every table as backed up or as excluded with a reason', async () => {
  const found = await server.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  expect([...BACKED_UP_TABLES, ...Object.keys(EXCLUDED_TABLES)].sort()).toEqual(
    found.map(({ name }) => name).sort(),
  )
})
