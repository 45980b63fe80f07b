import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SERVING_ROLE } from '../../src/platform/db/serving-role.ts'
import { isInTransaction, splitStatements } from '../../src/platform/schema/apply-migration.ts'
import { listMigrations, migrate } from '../../src/platform/schema/migrate.ts'
import { ENVIRONMENT_NAMES, runAsAdmin } from '../support/admin-connection.ts'
import { CITUS_URL, NO_CLUSTER } from '../support/citus-cluster.ts'
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
  expect(await migrate(database.url)).toEqual({ servingRole: SERVING_ROLE, applied: [] })
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
    const once = { servingRole: SERVING_ROLE, applied: [] }
    expect(both).toEqual([once, once])
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

describe('while servers serve', () => {
  /** The migrations of this release and one more. */
  const withMigration = async (sql: string) => [
    ...(await listMigrations()),
    { name: '999-next.sql', sql, hash: 'next' },
  ]
  const isApplied = () => queryValue(`select count(*)::int from migration where name = '999-next.sql'`)

  test('waits for a long reader without holding up calls, and names it', async () => {
    const migrations = await withMigration('alter table account add column next text;')
    const reader = new pg.Client({ connectionString: database.url, application_name: 'kerf backup' })
    await reader.connect()
    await reader.query('begin; select count(*) from account')
    const reports: string[] = []
    let isDone = false
    const migrating = migrate(database.url, { migrations, report: message => reports.push(message) }).then(
      () => {
        isDone = true
      },
    )
    // A call that waited for as long as a try of two seconds would be canceled.
    await client.query('set statement_timeout = 1500')
    while (reports.length === 0) await client.query('select uid from account limit 1')
    expect(reports[0]).toMatch(
      /^Migration 999-next.sql waits for a lock. The longest transaction: kerf backup /,
    )
    expect([isDone, await isApplied()]).toEqual([false, 0])
    await reader.query('commit')
    await migrating
    expect(await isApplied()).toBe(1)
    await reader.end()
  })

  test.skipIf(CITUS_URL === undefined)(
    `changes a distributed table and one that every node has (skipped: ${NO_CLUSTER})`,
    async () => {
      const uid = '0b9d6f0e-6e0f-4b6e-9d2e-0d6f3a1c2b4d'
      await client.query(
        `insert into account (uid, kind, email, email_verified_at) values ('${uid}', 'personal', 'a@b.example', now())`,
      )
      const migrations = await withMigration(
        `alter table account add column next text not null default 'old';\n` +
          `alter table benefit_feed add column next text not null default 'old';\n` +
          `update account set next = 'new';\nupdate benefit_feed set next = 'new';`,
      )
      await migrate(database.url, { migrations })
      expect(await isApplied()).toBe(1)
      // Every shard of the one, and every copy of the other.
      for (const table of ['account', 'benefit_feed']) {
        const { rows } = await client.query<{ success: boolean; result: string }>(
          `select success, result from run_command_on_placements('${table}',
             $$select coalesce(string_agg(distinct next, ','), 'none') from %s$$)`,
        )
        expect(rows.every(({ success }) => success)).toBe(true)
        const values = rows.map(({ result }) => result).filter(result => result !== 'none')
        expect(new Set(values)).toEqual(new Set(['new']))
      }
      await client.query(`set role ${SERVING_ROLE}`)
      expect(await queryValue(`select next from account where uid = '${uid}'`)).toBe('new')
    },
    60_000,
  )

  test('builds an index without a transaction, also after a build that was interrupted', async () => {
    const sql =
      '-- no transaction\ncreate index concurrently if not exists account_next on account (nickname);\n' +
      'create index concurrently if not exists account_next_lang on account (lang);'
    const migrations = await withMigration(sql)
    await client.query('create index account_next on account (nickname)')
    await client.query("update pg_index set indisvalid = false where indexrelid = 'account_next'::regclass")
    await migrate(database.url, { migrations })
    expect(
      await queryValue(
        `select count(*)::int from pg_index
          where indexrelid in ('account_next'::regclass, 'account_next_lang'::regclass) and indisvalid`,
      ),
    ).toBe(2)
    expect(await isApplied()).toBe(1)
  })

  test('does not deadlock when two processes build an index concurrently', async () => {
    const migrations = await withMigration(
      '-- no transaction\ncreate index concurrently if not exists account_next on account (nickname);',
    )
    await Promise.all([migrate(database.url, { migrations }), migrate(database.url, { migrations })])
    expect(await isApplied()).toBe(1)
  })
})

test('splits a file into statements, and keeps bodies together', () => {
  const body = 'do $$ begin\n  perform 1;\nend $$'
  expect(splitStatements(`-- a comment; with a semicolon\nselect 1;\n${body};\n\nselect\n  2;\n`)).toEqual([
    'select 1',
    body,
    'select\n  2',
  ])
})

/** Migrations before this one ran before there was the rule. */
const RULES_SINCE = '045'

test('builds indexes of existing tables concurrently, and is idempotent where it has no transaction', async () => {
  const migrations = (await listMigrations()).filter(({ name }) => name >= RULES_SINCE)
  for (const { name, sql } of migrations) {
    const created = [...sql.matchAll(/^create table (?:if not exists )?(\w+)/gim)].map(([, table]) => table)
    for (const [, concurrently, table] of sql.matchAll(
      /^create (?:unique )?index (concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/gim,
    ))
      expect(concurrently !== undefined || created.includes(table), `${name}: index on ${table}`).toBe(true)
  }
  // An interrupted server has applied a part of its statements. The others commit together with their record.
  const interrupted = migrations.filter(migration => !isInTransaction(migration)).map(({ name }) => name)
  expect(interrupted.length).toBeGreaterThan(0)
  await client.query('delete from migration where name = any($1)', [interrupted])
  await client.query("comment on table migration is 'of an older version'")
  await migrate(database.url)
  expect(await queryValue('select count(*)::int from migration')).toBe((await listMigrations()).length)
})
