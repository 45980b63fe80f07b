/** The role that serves calls: what SQL over its connections cannot do, and how it is created and repaired (S-076). */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rotateMasterKey } from '../../src/operations/installation/rotate-master-key.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { isOutage, openDatabase } from '../../src/platform/db/database.ts'
import { listMigrations, migrate } from '../../src/platform/schema/migrate.ts'
import { findMissingGrants, listOwnNames } from '../../src/platform/schema/serving-grants.ts'
import {
  type DatabaseAddresses,
  databaseAddresses,
  prepareDatabaseAccess,
} from '../../src/platform/schema/serving-login/prepare-database-access.ts'
import { createScramVerifier } from '../../src/platform/schema/serving-login/scram-verifier.ts'
import { ENVIRONMENT_NAMES, readAsAdmin, runAsAdmin, withDatabase } from '../support/admin-connection.ts'
import { CITUS_URL } from '../support/citus-cluster.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const masterKey = randomBytes(32)
const admin = process.env[ENVIRONMENT_NAMES.adminUrl] ?? ''
let database: TestDatabase
let warnings: string[]
let clients: pg.Client[]
let cleanUps: (() => Promise<void>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  warnings = []
  clients = []
  cleanUps = []
})
afterEach(async () => {
  for (const client of clients) await client.end().catch(() => undefined)
  await database.drop()
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const prepare = (addresses: Partial<DatabaseAddresses> = {}, key = masterKey) =>
  prepareDatabaseAccess({ ownerUrl: database.url, ...addresses }, key, message => warnings.push(message))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

const firstValue = async (client: pg.Client, text: string): Promise<unknown> =>
  Object.values((await client.query(text)).rows[0] ?? {})[0]

const REFUSED_STATEMENTS = [
  // Becoming another role.
  "select set_config('role', $owner, false)",
  "select set_config('role', 'kerf_serving', false)",
  "select set_config('session_authorization', $owner, false)",
  'set role kerf_serving',
  'alter role current_user superuser',
  'alter role current_user createrole',
  'create role intruder',
  'grant kerf_serving to current_user',
  // The audit record.
  'alter table audit_event disable trigger all',
  'alter table audit_event disable trigger audit_event_append_only',
  "set session_replication_role = 'replica'",
  'drop trigger audit_event_append_only on audit_event',
  'delete from audit_event',
  "update audit_event set outcome = 'refused'",
  'truncate audit_event',
  'drop table audit_event',
  'delete from deleted_account',
  // Keys and the schema.
  'update wrapped_key set wrapped = wrapped',
  'delete from wrapped_key',
  "insert into wrapped_key (name, wrapped) values ('installation', '\\x00')",
  "insert into wrapped_key (name, wrapped) values ('serving:other', '\\x00')",
  'alter table wrapped_key disable row level security',
  'drop policy wrapped_key_reader on wrapped_key',
  "update migration set hash = 'x'",
  // What only `kerf` writes.
  "update app set party = 'first'",
  'delete from openid_key',
  'update openid_key set withdrawn_at = now()',
  'delete from line_key',
  ...[
    ...['app', 'benefit', 'device', 'installation', 'announcement', 'code_batch', 'line_demand', 'webhook'],
    ...['session_token_form', 'benefit_feed', 'broadcast_version'],
  ].flatMap(table => [`insert into ${table} default values`, `delete from ${table}`]),
  ...['ip_ban', 'account_merge', 'mailbox_change', 'redemption_code'].map(
    table => `insert into ${table} default values`,
  ),
  'delete from redemption_code',
  'update code_batch set revoked_at = null',
  "update announcement set texts = '{}'",
  // A cluster grants no single columns.
  ...(CITUS_URL === undefined
    ? [
        "update webhook set url = 'https://intruder.example'",
        "update webhook set secret = '\\x00'",
        'update ip_ban set until = now()',
        "update broadcast set texts = '{}'",
        "update mailbox_change set email = '\\x00'",
        'update redemption_code set batch_id = 1',
      ]
    : []),
  // Code and other machines.
  'create function intrude() returns int language sql security definer as $$ select 1 $$',
  'create function pg_temp.intrude() returns int language sql security definer as $$ select 1 $$',
  'create or replace function enqueue(task text, payload json, attempts int) returns void language sql as $$ $$',
  'create temporary table session (uid uuid)',
  'create table public.intruder (uid uuid)',
  'create schema intruder',
  'create view intruder as select * from wrapped_key',
  'create extension dblink',
  "select dblink('dbname=postgres', 'select 1')",
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select lo_import('/etc/passwd')",
  "copy account to program 'true'",
  "copy account from '/etc/passwd'",
  'select * from pg_authid',
  'select * from graphile_worker._private_jobs',
  "alter system set log_statement = 'all'",
]

describe('SQL over a serving connection', () => {
  let serving: pg.Client
  let owner: pg.Client
  beforeEach(async () => {
    serving = await connect((await prepare()).servingUrl)
    owner = await connect(database.url)
    await owner.query("insert into audit_event (event, outcome) values ('session.login', 'ok')")
    await owner.query(`insert into wrapped_key (name, wrapped) values ('unlock:welder:1', '\\x00')`)
    expect(warnings).toEqual([])
  })

  test('refuses other roles, changes of the audit record, keys, schema, code and other machines', async () => {
    const answers: [text: string, code: string][] = []
    for (const text of REFUSED_STATEMENTS) {
      const statement = text.replace('$owner', `'${owner.user}'`)
      const code = await serving.query(statement).then(
        () => 'accepted',
        error => error.code,
      )
      answers.push([text, code])
    }
    expect(answers.filter(([, code]) => !['42501', '42883'].includes(code))).toEqual([])
  })

  test('stays the login role after reset role and reset session authorization', async () => {
    await serving.query('reset role')
    await serving.query('reset session authorization')
    expect(await firstValue(serving, 'select current_user')).toMatch(/^kerf_serving_\d+$/)
    await expect(serving.query('truncate audit_event')).rejects.toMatchObject({ code: '42501' })
  })

  test('shows the keys of product lines only', async () => {
    expect((await serving.query('select name from wrapped_key')).rows).toEqual([{ name: 'unlock:welder:1' }])
    const all = (await owner.query('select name from wrapped_key order by name')).rows.map(({ name }) => name)
    expect(all).toEqual([
      'installation',
      expect.stringMatching(/^serving:kerf_serving_\d+$/),
      'unlock:welder:1',
    ])
  })

  test('owns nothing and is a member of no role', async () => {
    const role = await firstValue(serving, 'select current_user::regrole::oid')
    const query = (text: string) => firstValue(owner, text.replace('$role', String(role)))
    expect(await query('select count(*)::int from pg_auth_members where member = $role')).toBe(0)
    expect(
      await query("select count(*)::int from pg_shdepend where refobjid = $role and deptype = 'o'"),
    ).toBe(0)
  })

  test('has no rights in another database of the same server', async () => {
    const other = await createTestDatabase()
    try {
      const address = new URL((await prepare()).servingUrl)
      const elsewhere = await connect(withDatabase(address.href, new URL(other.url).pathname.slice(1)))
      await expect(elsewhere.query('select from account')).rejects.toMatchObject({ code: '42501' })
      await elsewhere.end()
    } finally {
      await other.drop()
    }
  })
})

describe('the login role', () => {
  const login = async (url: string) => firstValue(await connect(url), 'select session_user')

  test('is the same at every start and for processes that start together', async () => {
    const started = await Promise.all([prepare(), prepare(), prepare()])
    const urls = new Set(started.map(({ servingUrl }) => servingUrl))
    expect(urls.size).toBe(1)
    expect((await prepare()).servingUrl).toBe([...urls][0])
    expect(await login([...urls][0] ?? '')).toMatch(/^kerf_serving_\d+$/)
  })

  test('has another name and password in another database', async () => {
    const other = await createTestDatabase()
    try {
      const [one, two] = [(await prepare()).servingUrl, (await prepare({ ownerUrl: other.url })).servingUrl]
      const parameters = (url: string) => new URL(url).searchParams
      for (const name of ['user', 'password'])
        expect(parameters(one).get(name)).not.toBe(parameters(two).get(name))
    } finally {
      await other.drop()
    }
  })

  test('gets its password as a verifier, which statement logs may contain', async () => {
    const { servingUrl } = await prepare()
    const role = new URL(servingUrl).searchParams.get('user')
    const stored = await readAsAdmin(admin, `select rolpassword from pg_authid where rolname = '${role}'`)
    // A verifier that the server had computed would have its own number of iterations and salt length.
    expect(stored).toMatch(/^SCRAM-SHA-256\$4096:/)
    expect(createScramVerifier('secret')).not.toContain('secret')
  })

  test.each([
    ['changed its own password', "alter role current_user password 'mine'"],
    ['changed its own settings', 'alter role current_user set statement_timeout = 0'],
    [
      'changed its settings in this database',
      'alter role current_user in database $database set search_path = pg_temp',
    ],
  ])('is repaired at the next start after it %s', async (_, text) => {
    const before = (await prepare()).servingUrl
    const client = await connect(before)
    await client.query(text.replace('$database', client.database ?? ''))
    expect((await prepare()).servingUrl).toBe(before)
    const again = await connect(before)
    expect(await firstValue(again, 'show statement_timeout')).toBe('5s')
    expect(await firstValue(again, 'show search_path')).toBe('pg_catalog, public, pg_temp')
  })

  test('is created again with its password after an administrator dropped it', async () => {
    const before = (await prepare()).servingUrl
    const owner = await connect(database.url)
    const role = new URL(before).searchParams.get('user')
    await owner.query(`drop owned by ${role}; drop role ${role}`)
    await expect(connect(before)).rejects.toSatisfy(isOutage)
    expect((await prepare()).servingUrl).toBe(before)
    expect(await firstValue(await connect(before), 'select count(*)::int from account')).toBe(0)
  })

  test.skipIf(CITUS_URL !== undefined)(
    'gets a new password in a database that a backup of another one was restored into (skipped with CITUS_URL: nodes may trust addresses)',
    async () => {
      const before = (await prepare()).servingUrl
      const owner = await connect(database.url)
      await owner.query("update wrapped_key set name = 'serving:kerf_serving_1' where name like 'serving:%'")
      const after = (await prepare()).servingUrl
      expect(after).not.toBe(before)
      await expect(connect(before)).rejects.toMatchObject({ code: '28P01' })
      expect((await owner.query("select from wrapped_key where name like 'serving:%'")).rowCount).toBe(1)
    },
  )

  test('has exactly its privileges again after they were changed', async () => {
    const { servingUrl } = await prepare()
    const role = new URL(servingUrl).searchParams.get('user')
    const owner = await connect(database.url)
    const missing = async () => findMissingGrants(owner, String(role), listOwnNames(await listMigrations()))
    expect(await missing()).toEqual([])
    await owner.query(
      `grant delete, trigger on audit_event to ${role}; grant update (url) on webhook to ${role}; revoke all on account from ${role}`,
    )
    await prepare()
    const has = (table: string, privilege: string) =>
      firstValue(owner, `select has_table_privilege('${role}', '${table}', '${privilege}')`)
    expect(await has('audit_event', 'delete')).toBe(false)
    expect(await has('audit_event', 'trigger')).toBe(false)
    expect(await has('account', 'insert')).toBe(true)
    expect(await missing()).toEqual([])
  })

  test('rejects another master key and changes nothing', async () => {
    const { servingUrl } = await prepare()
    await expect(prepare({}, randomBytes(32))).rejects.toThrow('does not belong to this database')
    expect(await login(servingUrl)).toMatch(/^kerf_serving_/)
  })
})

describe('an owner that is no superuser', () => {
  /** An empty database of a new owner with these attributes, as a managed service gives it. */
  async function createOwned(attributes: string): Promise<string> {
    const name = `kerf_owned_${randomBytes(6).toString('hex')}`
    await runAsAdmin(admin, `create role ${name} login password 'owner' ${attributes}`)
    cleanUps.push(() => runAsAdmin(admin, `drop role ${name}`))
    await runAsAdmin(admin, `create database ${name} owner ${name} template template0`)
    cleanUps.push(async () => {
      const serving = await readAsAdmin(
        admin,
        `select 'kerf_serving_' || oid from pg_database where datname = '${name}'`,
      )
      await runAsAdmin(admin, `drop database ${name} with (force)`)
      await runAsAdmin(admin, `drop role if exists ${serving}`)
    })
    const url = new URL(withDatabase(admin, name))
    url.username = name
    url.password = 'owner'
    return url.href
  }

  test('creates the login role with CREATEROLE', async () => {
    const ownerUrl = await createOwned('createrole')
    await migrate(ownerUrl)
    const { servingUrl, servingRole } = await prepare({ ownerUrl })
    expect(servingRole).toBeNull()
    expect(warnings).toEqual([])
    const serving = await connect(servingUrl)
    expect(await firstValue(serving, 'select count(*)::int from account')).toBe(0)
    expect(await firstValue(serving, 'show statement_timeout')).toBe('5s')
    const owner = new URL(ownerUrl).username
    await expect(serving.query(`set role ${owner}`)).rejects.toMatchObject({ code: '42501' })
    await serving.end()
  })

  test('serves itself without CREATEROLE, and says so', async () => {
    const ownerUrl = await createOwned('')
    await migrate(ownerUrl)
    const access = await prepare({ ownerUrl })
    expect(access).toMatchObject({ ownerUrl, servingUrl: ownerUrl })
    expect(warnings).toEqual([expect.stringContaining('Calls are served as the owner')])
  })

  test('grants what a role of DATABASE_SERVING_URL needs, and warns of one that has more', async () => {
    const ownerUrl = await createOwned('')
    await migrate(ownerUrl)
    const role = `kerf_given_${randomBytes(6).toString('hex')}`
    await runAsAdmin(admin, `create role ${role} login password 'given'`)
    // After its database, where it has privileges.
    cleanUps.unshift(() => runAsAdmin(admin, `drop role ${role}`))
    const given = new URL(ownerUrl)
    given.username = role
    given.password = 'given'
    const access = await prepare({ ownerUrl, servingUrl: given.href })
    expect(access).toEqual({ ownerUrl, servingUrl: given.href, servingRole: null, pooled: true })
    expect(warnings).toEqual([expect.stringMatching(/alter role kerf_given_\w+ set .*statement_timeout/)])
    const serving = await connect(given.href)
    expect(await firstValue(serving, 'select count(*)::int from account')).toBe(0)
    await expect(serving.query('delete from audit_event')).rejects.toMatchObject({ code: '42501' })
    await serving.end()

    warnings = []
    await prepare({ ownerUrl, servingUrl: ownerUrl })
    expect(warnings).toEqual([expect.stringMatching(/should have no rights .*owner/)])
  })

  test('migrates although an extension of the administrator has functions in public (pg_stat_statements)', async () => {
    const ownerUrl = await createOwned('createrole')
    const inDatabase = withDatabase(admin, new URL(ownerUrl).pathname.slice(1))
    await runAsAdmin(
      inDatabase,
      'create function public.foreign_function() returns int language sql as $$ select 1 $$',
    )
    await runAsAdmin(inDatabase, 'create table public.foreign_table (secret text)')
    await runAsAdmin(inDatabase, 'revoke execute on function public.foreign_function() from public')
    await migrate(ownerUrl)
    const serving = await connect((await prepare({ ownerUrl })).servingUrl)
    await expect(serving.query('select * from foreign_table')).rejects.toMatchObject({ code: '42501' })
    await serving.end()
  })
})

describe('connections through a pooler', () => {
  const open = (settings: string[], preparedStatements = true) =>
    prepare().then(({ servingUrl, ownerUrl }) =>
      openDatabase({
        url: servingUrl,
        listenUrl: ownerUrl,
        servingRole: null,
        pooled: true,
        preparedStatements,
        settings,
        poolSize: 1,
        onError: () => undefined,
      }),
    )

  test('set their own settings within each transaction', async () => {
    const db = await open(['synchronous_commit=off'])
    const text = 'show synchronous_commit'
    expect((await db.query({ text })).rows).toEqual([{ synchronous_commit: 'off' }])
    const inTransaction = await db.transaction(async tx => (await tx.query({ text })).rows)
    expect(inTransaction).toEqual([{ synchronous_commit: 'off' }])
    await db.close()
  })

  test('name no statement if the pooler does not know prepared statements', async () => {
    const db = await open([], false)
    await db.query({ name: 'one', text: 'select 1 as one' })
    const { rows } = await db.query({ text: 'select name from pg_prepared_statements' })
    expect(rows).toEqual([])
    await db.close()
  })

  test.each([
    [{}, { ownerUrl: 'postgresql://o:p@direct/k', servingUrl: undefined }, 'postgresql://o:p@direct/k'],
    [
      { databaseDirectUrl: 'postgresql://o:p@direct/k' },
      { ownerUrl: 'postgresql://o:p@direct/k', servingUrl: 'postgresql://pooler/k' },
      'postgresql://o:p@pooler/k',
    ],
    [
      { databaseServingUrl: 'postgresql://s:p@pooler/k' },
      { ownerUrl: 'postgresql://o:p@direct/k', servingUrl: 'postgresql://s:p@pooler/k' },
      'postgresql://o:p@direct/k',
    ],
  ])('take %j into account', (settings, expected, databaseUrl) => {
    const config = { databaseServingUrl: undefined, databaseDirectUrl: undefined, ...settings, databaseUrl }
    expect(databaseAddresses(config)).toEqual(expected)
  })
})

test('the password survives a rotation of the master key', async () => {
  const before = (await prepare()).servingUrl
  const newKey = randomBytes(32)
  const db = await openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  const config = readConfig({ KERF_MASTER_KEY: masterKey.toString('base64url') }, '/nowhere')
  expect(await rotateMasterKey(db, config, newKey, 'lin')).toBe(2)
  await db.close()
  await expect(prepare()).rejects.toThrow('does not belong to this database')
  expect((await prepare({}, newKey)).servingUrl).toBe(before)
})
