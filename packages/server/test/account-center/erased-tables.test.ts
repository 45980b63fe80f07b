/** Every table that knows an account has its place in a deletion (S-080). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERASED_TABLES, KEPT_TABLES } from '../../src/identity/account/erasure-store.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { listTables } from './scan.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a table with a uid is emptied of it, or said to keep it', async () => {
  const found = (await listTables(server)).filter(({ has_uid }) => has_uid).map(({ name }) => name)
  const listed = [...ERASED_TABLES, ...KEPT_TABLES].map(name => `public.${name}`)
  expect([...listed].sort()).toEqual(found)
})

test('no table hides an account in a column of another name', async () => {
  // Behaviour events know the analytics id alone: with the account it is gone, and they name nobody.
  const columns = await server.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name <> 'uid' and table_name !~ '^tracking_event'
        and (udt_name = 'uuid' or column_name ~ '(^|_)(uid|user|owner|person|account|email|phone)(_|$)')
      order by 1`,
  )
  // Columns of the account itself, and a label of its sessions.
  expect(columns.map(({ name }) => name)).toEqual([
    'account.analytics_id',
    'account.email',
    'account.email_verified_at',
    'account.user_name',
    'session.user_agent',
  ])
})

test('the account goes last, so that its lock holds to the end', () => {
  expect(ERASED_TABLES.at(-1)).toBe('account')
})
