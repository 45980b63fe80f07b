import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { SERVING_ROLE } from '../../src/platform/db/serving-role.ts'
import { MONTHLY_TABLES } from '../../src/platform/jobs/month-partitions-job.ts'
import { listTablesWithoutMonth } from '../../src/platform/jobs/month-partitions-store.ts'
import { listMigrationNames, listMigrations, migrate } from '../../src/platform/schema/migrate.ts'
import { createReadiness } from '../../src/web/health.ts'
import { ENVIRONMENT_NAMES, runAsAdmin, withDatabase } from '../support/admin-connection.ts'

const TABLES = ['audit_event', 'sign_in_record'] as const
const INSERT = {
  audit_event: `insert into audit_event (event, outcome) values ('session.login', 'ok')`,
  sign_in_record: `insert into sign_in_record (uid, method, session) values (gen_random_uuid(), 'password', 's')`,
}
const ROWS_BEFORE = 500

const admin = () => process.env[ENVIRONMENT_NAMES.adminUrl] ?? ''
const name = `kerf_months_${randomBytes(6).toString('hex')}`
let client: pg.Client
let url: string

const sql = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await client.query<R>(text, values)).rows
const partitionsOf = async (table: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
      [table],
    )
  ).map(row => row.name)

/** A server of the former version: it inserts by prepared statements, as the role that serves calls. */
async function insertUntil(stopped: () => boolean): Promise<{ inserted: number }> {
  const server = new pg.Client({ connectionString: url, options: `-c role=${SERVING_ROLE}` })
  await server.connect()
  let inserted = 0
  while (!stopped()) {
    for (const table of TABLES) await server.query({ name: table, text: INSERT[table] })
    inserted++
  }
  await server.end()
  return { inserted }
}

let inserted: number
beforeAll(async () => {
  await runAsAdmin(admin(), `create database ${name} template template0`)
  url = withDatabase(admin(), name)
  const migrations = await listMigrations()
  await migrate(url, { migrations: migrations.filter(migration => migration.name < '045') })
  client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const table of TABLES)
    await sql(`do $$ begin for i in 1..${ROWS_BEFORE} loop ${INSERT[table]}; end loop; end $$`)
  let isMigrated = false
  const inserting = insertUntil(() => isMigrated)
  await migrate(url, { migrations }).finally(() => {
    isMigrated = true
  })
  inserted = (await inserting).inserted
})
afterAll(async () => {
  await client.end()
  await runAsAdmin(admin(), `drop database ${name} with (force)`)
})

describe.each(TABLES)('%s', table => {
  test('was divided into months without a failed or a lost insert of a running server', async () => {
    const [counted] = await sql(
      `select count(*)::int as rows, count(distinct id)::int as ids, max(id)::int as last from ${table}`,
    )
    expect(counted).toEqual({
      rows: ROWS_BEFORE + inserted,
      ids: ROWS_BEFORE + inserted,
      last: ROWS_BEFORE + inserted,
    })
    const partitions = await partitionsOf(table)
    expect(partitions.filter(partition => /_before_\d{6}$/.test(partition))).toHaveLength(1)
    expect(partitions.length).toBeGreaterThanOrEqual(3)
  })

  test('keeps the privileges of the serving role, and gives it none on the partitions', async () => {
    const held = await sql<{ name: string; held: string[] }>(
      `select c.oid::regclass::text as name,
              array(select p from unnest('{select,insert,update,delete,truncate}'::text[]) p
                     where has_table_privilege($1, c.oid, p)) as held
         from pg_class c where c.relname ~ ('^' || $2 || '(_before)?(_\\d{6})?$') and relkind in ('r', 'p')`,
      [SERVING_ROLE, table],
    )
    const expected = table === 'audit_event' ? ['select', 'insert'] : ['select', 'insert', 'update', 'delete']
    for (const row of held)
      expect(row, row.name).toEqual({ name: row.name, held: row.name === table ? expected : [] })
  })

  test('drops a month when it ended longer ago than it is kept', async () => {
    const first = (await partitionsOf(table)).find(partition => /_before_\d{6}$/.test(partition))
    await sql(`alter table ${table} detach partition ${first}`)
    for (const [month, next] of [
      ['2024-01', '2024-02'],
      ['2024-02', '2024-03'],
    ] as const)
      await sql(
        `create table ${table}_${month.replace('-', '')} partition of ${table}
           for values from ('${month}-01 00:00+00') to ('${next}-01 00:00+00')`,
      )
    const [{ days } = { days: 0 }] = await sql<{ days: number }>(
      `select (current_date - '2024-02-20'::date) as days`,
    )
    expect(await sql('select keep_months($1, 3, $2) as dropped', [table, days])).toEqual([{ dropped: 1 }])
    expect(await partitionsOf(table)).toContain(`${table}_202402`)
    expect(await partitionsOf(table)).not.toContain(`${table}_202401`)
  })
})

test.each(TABLES)(
  '%s gets back the months around now that a clock far ahead has dropped, and loses one a run',
  async table => {
    const [now] = await sql<{ name: string }>(`select to_char(now() at time zone 'utc', 'YYYYMM') as name`)
    const current = `${table}_${now?.name}`
    if ((await partitionsOf(table)).includes(current)) await sql(`drop table ${current}`)
    await sql(
      `do $$ begin if exists (select from pg_inherits where inhparent = '${table}'::regclass and inhrelid::regclass::text ~ '_before_')
       then raise exception 'a partition without months'; end if; end $$`,
    )
    await expect(client.query(INSERT[table])).rejects.toMatchObject({ code: '23514' })
    for (const month of ['202301', '202302'])
      await sql(
        `create table ${table}_${month} partition of ${table}
         for values from ('${month}01 00:00+00') to ('${month.replace(/.$/, last => String(Number(last) + 1))}01 00:00+00')`,
      )
    expect(await sql('select keep_months($1, 3, 400) as dropped', [table])).toEqual([{ dropped: 1 }])
    expect(await partitionsOf(table)).toContain(`${table}_202302`)
    expect(await partitionsOf(table)).not.toContain(`${table}_202301`)
    await sql(INSERT[table])
  },
)

test('refuses changes of audit events in the table and in each partition, also by the owner', async () => {
  for (const table of ['audit_event', ...(await partitionsOf('audit_event'))]) {
    if (/_202[34]\d\d$/.test(table)) continue
    await expect(client.query(`delete from ${table}`), table).rejects.toThrow('is append-only')
    await expect(client.query(`truncate ${table}`), table).rejects.toThrow('is append-only')
  }
})

test('lets the serving role drop no month of the last half year, and no other table', async () => {
  await sql(`set role ${SERVING_ROLE}`)
  try {
    await expect(client.query(`select keep_months('audit_event', 3, 30)`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(client.query(`select keep_months('account', 3, 365)`)).rejects.toMatchObject({
      code: '42501',
    })
    expect(await sql(`select keep_months('audit_event', 3, 36500)`)).toEqual([{ keep_months: 0 }])
  } finally {
    await sql('reset role')
  }
})

test('a lost month of today is found, and created when a proxy asks whether the server is ready', async () => {
  const db = await openDatabase({ url, poolSize: 1, servingRole: null, onError: () => undefined })
  try {
    const [now] = await sql<{ name: string }>(`select to_char(now() at time zone 'utc', 'YYYYMM') as name`)
    expect(await listTablesWithoutMonth(db, { tables: MONTHLY_TABLES })).toEqual([])
    await sql(`drop table audit_event_${now?.name}`)
    expect(await listTablesWithoutMonth(db, { tables: MONTHLY_TABLES })).toEqual([{ table: 'audit_event' }])
    expect(await createReadiness(db, () => false)()).toBeUndefined()
    expect(await listTablesWithoutMonth(db, { tables: MONTHLY_TABLES })).toEqual([])
    await sql(INSERT.audit_event)
  } finally {
    await db.close()
  }
})

test('a server stays ready while an upgrade replaces its files, and is not where the schema lacks a migration of its own', async () => {
  const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'kerf-migrations-'))}/`)
  const db = await openDatabase({ url, poolSize: 1, servingRole: null, onError: () => undefined })
  const readiness = () => createReadiness(db, () => false, listMigrationNames(folder))
  try {
    for (const file of await listMigrationNames()) await writeFile(new URL(file, folder), '')
    const running = readiness()
    expect(await running()).toBeUndefined()
    await writeFile(new URL('999-later.sql', folder), 'select 1')
    expect(await running()).toBeUndefined()
    expect(await readiness()()).toBe('the schema is older than this version')
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
})
