import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { SERVING_ROLE } from '../../src/platform/db/serving-grants.ts'
import { ENVIRONMENT_NAMES, runAsAdmin } from '../support/admin-connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const queryValue = async (text: string): Promise<unknown> =>
  Object.values((await client.query(text)).rows[0] ?? {})[0]
const canInsertAccount = () =>
  queryValue(`select has_table_privilege('${SERVING_ROLE}', 'account', 'insert')`)
const canDeleteAuditEvent = () =>
  queryValue(`select has_table_privilege('${SERVING_ROLE}', 'audit_event', 'delete')`)

test('changes nothing in a database that is up to date', async () => {
  const before = await queryValue('select json_agg(m order by name) from migration m')
  // Any change to the table would wait for this lock.
  await client.query('begin')
  await client.query('lock table migration in row exclusive mode')
  expect(await migrate(database.url)).toEqual({ servingRole: SERVING_ROLE })
  await client.query('rollback')
  expect(await queryValue('select json_agg(m order by name) from migration m')).toEqual(before)
})

test('restores the privileges of the serving role, no more and no fewer', async () => {
  await client.query(`revoke all on account from ${SERVING_ROLE}`)
  expect(await canInsertAccount()).toBe(false)
  await migrate(database.url)
  expect(await canInsertAccount()).toBe(true)
  await client.query(`grant delete on audit_event to ${SERVING_ROLE}`)
  await migrate(database.url)
  expect(await canDeleteAuditEvent()).toBe(false)
})

test('migrates an empty database once when two processes start together', async () => {
  const url = new URL(database.url)
  const name = `${url.pathname.slice(1)}_empty`
  url.pathname = `/${name}`
  const admin = process.env[ENVIRONMENT_NAMES.adminUrl] ?? ''
  await runAsAdmin(admin, `create database ${name} template template0`)
  try {
    const both = await Promise.all([migrate(url.href), migrate(url.href)])
    expect(both).toEqual([{ servingRole: SERVING_ROLE }, { servingRole: SERVING_ROLE }])
  } finally {
    await runAsAdmin(admin, `drop database ${name} with (force)`)
  }
})

test('rejects a migration that was changed after it was applied', async () => {
  await client.query("update migration set hash = 'other' where name like '001-%'")
  await client.query("comment on table migration is 'of another version'")
  await expect(migrate(database.url)).rejects.toThrow('was changed after it was applied')
})

test('017 keeps of a personal address only the part that was proved, and leaves the others', async () => {
  const addresses = [
    ['personal', 'm@evil.test#.kerf.example', 'm@evil.test'],
    ['personal', 'm@evil.test/a/b.kerf.example', 'm@evil.test'],
    ['personal', 'M.X@Evil.test?.kerf.example', 'M.X@Evil.test'],
    ['personal', 'a/b#c?d@example.com', 'a/b#c?d@example.com'],
    ['personal', 'ada@example.com', 'ada@example.com'],
    ['enterprise', 'office@shop.test#1', 'office@shop.test#1'],
  ] as const
  for (const [kind, email] of addresses)
    await client.query({
      text: 'insert into account (uid, kind, email, email_verified_at) values (gen_random_uuid(), $1, $2, now())',
      values: [kind, email],
    })
  await client.query("delete from migration where name like '017-%'")
  await client.query("comment on table migration is 'of an older version'")
  await migrate(database.url)
  const { rows } = await client.query('select email from account')
  expect(rows.map(({ email }) => email).toSorted()).toEqual(addresses.map(([, , email]) => email).toSorted())
})
