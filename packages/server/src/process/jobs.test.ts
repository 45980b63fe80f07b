import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { sweepSessions } from '../identity/session/sweep-sessions.ts'
import { DELIVER_WEBHOOKS_JOB } from '../outbound/webhook/schedule-delivery.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { sweepTables } from '../platform/jobs/sweep.ts'
import { SCHEDULED_JOBS, SWEPT_TABLES, serverJobGroups } from './jobs.ts'

let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, poolSize: 2, onError: () => {} })
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const count = async (table: string) =>
  Number((await db.query<{ n: string }>({ text: `select count(*) as n from ${table}` })).rows[0]?.n)

test('deletes expired rows in batches and leaves all others', async () => {
  const now = (interval: string) => `now() + interval '${interval}'`
  await db.query({
    text: `insert into verification (nonce_hash, receiver, scene, expires_at)
      select sha256(i::text::bytea), '\\x00'::bytea, 'login', now() - interval '2 hours' from generate_series(1, 2300) i
      union all select 'live'::bytea, '\\x00'::bytea, 'login', ${now('5 minutes')}
      union all select 'just over'::bytea, '\\x00'::bytea, 'login', ${now('-5 minutes')}`,
  })
  await db.query({
    text: `insert into verification_gate (receiver, scene, nonce_hash, sent_at)
      values ('old', 'login', 'x', ${now('-2 days')}), ('new', 'login', 'x', now())`,
  })
  await db.query({
    text: `insert into one_time (kind, hash, expires_at) values ('t', 'old', ${now('-1 second')}), ('t', 'new', ${now('1 hour')})`,
  })
  await db.query({
    text: `insert into rate_limit (key, points, expire)
      values ('old', 1, 1), ('new', 1, (extract(epoch from now()) * 1000)::bigint + 60000), ('ever', 1, null)`,
  })
  await db.query({
    text: `insert into sign_in_record (uid, at, method, session)
      values (gen_random_uuid(), ${now('-181 days')}, 'password', 's'), (gen_random_uuid(), ${now('-179 days')}, 'password', 's')`,
  })
  await db.query({
    text: `insert into ticket (hash, uid, purpose, target, session, expires_at)
      values ('old', gen_random_uuid(), 'bind', 'x', 's', ${now('-2 hours')}), ('new', gen_random_uuid(), 'bind', 'x', 's', now())`,
  })
  await db.query({
    text: `insert into oauth_request (state_hash, channel, op, browser_hash, sealed, expires_at)
      values ('old', 'c', 'login', 'x', 'x', ${now('-2 hours')}), ('new', 'c', 'login', 'x', 'x', now())`,
  })
  await db.query({
    text: `insert into oauth_flow (hash, kind, sealed, expires_at)
      values ('old', 'step', 'x', ${now('-2 hours')}), ('new', 'result', 'x', now())`,
  })
  await db.query({
    text: `insert into known_device (uid, device_hash, last_seen)
      values (gen_random_uuid(), 'old', ${now('-401 days')}), (gen_random_uuid(), 'new', ${now('-399 days')})`,
  })
  expect(await sweepTables(db, SWEPT_TABLES)).toEqual({
    verification: 2300,
    verification_gate: 1,
    one_time: 1,
    ticket: 1,
    oauth_request: 1,
    oauth_flow: 1,
    rate_limit: 1,
    sign_in_record: 1,
    known_device: 1,
  })
  expect(await count('verification')).toBe(2)
  expect(await count('rate_limit')).toBe(2)
  expect(await sweepTables(db, SWEPT_TABLES)).toEqual({})
})

test('deletes messages long after their end, and those without an end two years after their start', async () => {
  await db.query({
    text: `insert into account_message (uid, handle, app, category, texts, starts_at, ends_at, sender)
      select gen_random_uuid(), name, 'portal', 'app', '{}', now() - age * interval '1 day', now() - ended * interval '1 day', 'x'
        from (values ('old', 731, null), ('new', 729, null), ('ended', 100, 31), ('endless', 800, 29)) as t (name, age, ended)`,
  })
  await db.query({
    text: `insert into broadcast (published, changed, audience, app, category, texts, starts_at, ends_at, revoked_at, sender)
      select 1, 1, 'all', 'portal', name, '{}', now() - age * interval '1 day', now() - ended * interval '1 day',
             now() - revoked * interval '1 day', 'x'
        from (values ('device', 731, null, null), ('system', 729, null, null), ('app', 40, 31, null), ('activity', 40, null, 31))
          as t (name, age, ended, revoked)`,
  })
  const row = async (text: string) => (await db.query<Record<string, unknown>>({ text })).rows[0]
  const version = async () => Number((await row('select version from broadcast_version'))?.version)
  const before = await version()
  expect(await sweepTables(db, SWEPT_TABLES)).toEqual({ account_message: 2, broadcast: 2 })
  // A new version, so that no process goes on counting it.
  expect(await version()).toBe(before + 1)
  expect(
    await row(`select changed, ends_at is not null as ended from broadcast where category = 'device'`),
  ).toEqual({
    changed: String(before + 1),
    ended: true,
  })
  expect(await sweepTables(db, SWEPT_TABLES)).toEqual({})
  await db.query({
    text: `update broadcast set ends_at = now() - interval '31 days' where ends_at is not null`,
  })
  expect(await sweepTables(db, SWEPT_TABLES)).toEqual({ broadcast: 1 })
  expect(await version()).toBe(before + 1)
})

test('a batch leaves a row that was renewed after its key was read', async () => {
  await db.query({
    text: `insert into one_time (kind, hash, expires_at) values ('t', 'a', now() - interval '1 second')`,
  })
  const renew: Database = {
    ...db,
    async query(config) {
      const result = await db.query<never>(config)
      if (/^select/.test(config.text))
        await db.query({ text: `update one_time set expires_at = now() + interval '1 hour'` })
      return result
    },
  }
  expect(await sweepTables(renew, SWEPT_TABLES)).toEqual({})
  expect(await count('one_time')).toBe(1)
})

test('deletes sessions unused for a day, and remembered sessions unused for a year', async () => {
  await db.query({
    text: `insert into session (uid, handle, token_hash, remember, method, last_seen)
      select gen_random_uuid(), i::text, sha256(i::text::bytea), i % 2 = 0, 'password', now() - interval '25 hours'
      from generate_series(1, 2500) i
      union all select gen_random_uuid(), 'live', 'x'::bytea, false, 'password', now() - interval '23 hours'
      union all select gen_random_uuid(), 'year', 'y', true, 'password', now() - interval '366 days'`,
  })
  expect(await sweepSessions(db)).toBe(1251)
  expect(await count('session')).toBe(1251)
  expect(await sweepSessions(db)).toBe(0)
})

test('the database puts in the tasks of this server that run on no schedule, and no other', async () => {
  const enqueue = (text: string, values: unknown[]) =>
    db.query({ text, values }).then(
      () => 'put in',
      (error: { code?: string }) => error.code,
    )
  const scheduled = new Set(SCHEDULED_JOBS.map(({ task }) => task))
  const groups = serverJobGroups({ files: {}, erasureRecords: {} } as never, {
    mail: 1,
    webhooks: 1,
    sweeps: 1,
  })
  const tasks = [...groups.flatMap(group => Object.keys(group.tasks)), 'unknown', null]
  for (const task of tasks) {
    const isQueued = task !== null && task !== 'unknown' && !scheduled.has(task)
    expect([task, await enqueue('select enqueue($1, $2, 3)', [task, '{}'])]).toEqual([
      task,
      isQueued ? 'put in' : '42501',
    ])
    expect([task, await enqueue('select enqueue_once($1, $1)', [task])]).toEqual([
      task,
      task === DELIVER_WEBHOOKS_JOB ? 'put in' : '42501',
    ])
  }
  expect(await enqueue('select enqueue_once($1, $2)', [DELIVER_WEBHOOKS_JOB, 'other'])).toBe('42501')
})
