import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { loadBrands } from '@kerf/brands/registry'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { MAIL_JOB, queueMail } from '../../outbound/mail/queue-mail.ts'
import { type BrandOf, renderMail } from '../../outbound/mail/render-mail.ts'
import { sendMailTask } from '../../outbound/mail/send-mail-job.ts'
import { type SmtpFixture, startSmtp } from '../../outbound/mail/smtp-fixture.ts'
import { smtpTransport } from '../../outbound/mail/smtp-transport.ts'
import type { MailContent } from '../../outbound/mail/templates/mail-content.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type JobLog, limitLines } from './job-log.ts'
import { JobPool } from './job-pool.ts'
import { startJobs } from './run-jobs.ts'

const KEY = randomBytes(32)
const CODE: MailContent = { template: 'code', code: '042917', scene: 'login', minutes: 10 }

let brandOf: BrandOf
beforeAll(async () => {
  const brands = await loadBrands()
  brandOf = code => (brands.get(code) ?? [...brands.values()][0]) as ReturnType<BrandOf>
})

let database: TestDatabase
let pool: pg.Pool
let db: Database
let logged: string[]
let othersDone = 0
const ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 3 })
  pool.on('error', () => {})
  db = await openDatabase({ url: database.url, poolSize: 2, onError: () => {} })
  logged = []
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await db.close()
  await pool.end()
  await database.drop()
  // Logs never contain a recipient or a secret.
  expect(logged.join('\n')).not.toMatch(/ada@example|042917|sealed/)
})

const log: JobLog = (() => {
  const note = (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`)
  return { debug: note, info: note, warn: note, error: note }
})()

async function run(smtpUrl: string, timeoutMs = 1_000) {
  const transport = smtpTransport(smtpUrl, { timeoutMs })
  const render = (mail: Parameters<typeof renderMail>[0]) =>
    renderMail(mail, brandOf, new URL('https://passport.example.com'))
  const jobs = await startJobs({
    databaseUrl: database.url,
    groups: [
      {
        name: 'mail',
        concurrency: 2,
        tasks: {
          [MAIL_JOB]: sendMailTask({
            db,
            count: () => undefined,
            isTimeTrusted: async () => true,
            key: KEY,
            transport,
            from: 'Kerf <no-reply@kerf.example>',
            render,
            log,
          }),
        },
      },
      { name: 'others', concurrency: 1, tasks: { other: async () => void othersDone++ } },
    ],
    log,
    stopTimeoutMs: 1_000,
  })
  ends.push(
    () => transport.close(),
    () => jobs.stop(),
  )
  return jobs
}

async function smtp(port?: number): Promise<SmtpFixture> {
  const server = await startSmtp(port)
  ends.push(() => server.close())
  return server
}

const queue = (content: MailContent, lang: 'en' | 'zh' = 'en', notAfter?: number) =>
  queueMail(db, KEY, { to: 'ada@example.com', lang, brand: 'portal', content }, { notAfter })
const waiting = async () =>
  (await pool.query<{ attempts: number; last_error: string | null }>('select * from graphile_worker.jobs'))
    .rows
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test('delivers a queued email once in its language, as text and HTML', async () => {
  const server = await smtp()
  await run(server.url)
  await queue(CODE, 'en', inSeconds(600))
  await queue(CODE, 'zh')
  await expect.poll(() => server.received).toHaveLength(2)
  const subjects = server.received.map(({ subject }) => subject).sort()
  expect(subjects[0]).toMatch(/042917 .*verification code/)
  expect(subjects[1]).toMatch(/042917 .*验证码/)
  for (const { text, html } of server.received) {
    expect(text).toMatch(/^\s*042917$/m)
    expect(html).toContain('042</span>')
  }
  await expect.poll(() => waiting()).toEqual([])
})

test('discards an expired email without sending it', async () => {
  const server = await smtp()
  await queue(CODE, 'en', inSeconds(-1))
  await queue({ template: 'no_account' })
  await run(server.url)
  await expect.poll(() => server.received).toHaveLength(1)
  await expect.poll(() => waiting()).toEqual([])
  expect(server.received[0]?.subject).not.toContain('042917')
  expect(logged.join('\n')).toContain('mail not sent: expired')
})

test('retries with growing delays while SMTP is down, and delivers once', async () => {
  const first = await startSmtp()
  const port = Number(new URL(first.url).port)
  await first.close()
  await run(first.url)
  await queue(CODE)
  await expect.poll(async () => (await waiting())[0]?.attempts).toBeGreaterThanOrEqual(1)
  await expect.poll(async () => (await waiting())[0]?.last_error).toMatch(/^SMTP E/)
  const [{ pause } = { pause: 0 }] = (
    await pool.query('select extract(epoch from run_at - now())::float8 as pause from graphile_worker.jobs')
  ).rows
  expect(pause).toBeGreaterThan(0.5)
  const restarted = await smtp(port)
  await expect.poll(() => restarted.received).toHaveLength(1)
  await expect.poll(() => waiting()).toEqual([])
  expect(restarted.received).toHaveLength(1)
})

test('does not retry an email that was rejected permanently', async () => {
  const server = await smtp()
  server.refuse = { code: 550, text: '<ada@example.com> unknown' }
  await run(server.url)
  await queue(CODE)
  await expect.poll(() => logged.join('\n')).toContain('mail refused for good')
  await expect.poll(() => waiting()).toEqual([])
})

test('replaces connections that the database closed, and sends the next email', async () => {
  // What the library writes if a worker was asking for a job at that moment.
  const traced = vi.spyOn(console, 'trace').mockImplementation(() => {})
  const server = await smtp()
  await run(server.url)
  await queue(CODE)
  await expect.poll(() => server.received).toHaveLength(1)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kerf jobs' and datname = current_database()`,
  )
  await queue(CODE)
  await expect.poll(() => server.received).toHaveLength(2)
  for (const [error] of traced.mock.calls) expect(error).toMatchObject({ code: '57P01' })
})

test('releases and sends an email whose job a killed process had locked', async () => {
  const server = await smtp()
  await queue(CODE)
  const lockByLostWorker = `update graphile_worker._private_jobs set locked_by = 'worker-lost', attempts = 1, locked_at = now()`
  await pool.query(`${lockByLostWorker} - interval '2 minutes'`)
  await run(server.url)
  await expect.poll(() => server.received).toHaveLength(1)
})

test('leaves the jobs of a live process alone', async () => {
  const server = await smtp()
  await queue(CODE)
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = 'worker-alive', attempts = 1, locked_at = now() - interval '2 minutes'`,
  )
  await pool.query(`insert into job_worker (worker_id) values ('worker-alive')`)
  await run(server.url)
  // Sent by a worker of this process, which has released the jobs of lost workers at its start.
  await queue({ template: 'no_account' })
  await expect.poll(() => server.received).toHaveLength(1)
  // The job of the mail is deleted a moment after the mail was sent.
  await expect.poll(async () => (await waiting()).length).toBe(1)
})

test('a mail server that hangs delays no other kind of job', async () => {
  const silent = createServer(() => undefined)
  const sockets = new Set<Socket>()
  silent.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => silent.close(resolve))
  })
  await run(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, 60_000)
  for (let i = 0; i < 6; i++) await queue(CODE)
  await expect.poll(() => sockets.size).toBeGreaterThan(0)
  const before = othersDone
  await pool.query(`select graphile_worker.add_job('other')`)
  await expect.poll(() => othersDone).toBe(before + 1)
  await expect.poll(async () => (await waiting()).length).toBe(6)
})

test('starts without a reachable database, and stops', async () => {
  const jobs = await startJobs({
    databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
    groups: [{ name: 'none', concurrency: 1, tasks: {} }],
    log,
  })
  await jobs.stop()
})

test('a listening connection that is lost while the jobs stop may be released twice', async () => {
  const jobs = new JobPool({ connectionString: database.url, max: 1 })
  jobs.on('error', () => {})
  ends.push(() => jobs.end())
  const connected = Promise.withResolvers<() => void>()
  jobs.connect((error, client, done) => {
    if (error || !client || !done) connected.reject(error)
    else connected.resolve(done)
  })
  const release = await connected.promise
  release()
  // Another user of the pool has the connection now, and keeps it.
  const client = await jobs.connect()
  release()
  expect([jobs.idleCount, (await client.query('select 1 as one')).rows]).toEqual([0, [{ one: 1 }]])
  client.release()
})

test('a listening connection that is not made in time has nothing to release', async () => {
  const jobs = new JobPool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 2_000 })
  jobs.on('error', () => {})
  ends.push(() => jobs.end())
  const client = await jobs.connect()
  const refused = Promise.withResolvers<unknown>()
  jobs.connect((error, _client, done) => {
    // As graphile-worker does while it stops: a release of nothing ended the process.
    done?.()
    refused.resolve(error)
  })
  expect(await refused.promise).toBeInstanceOf(Error)
  client.release()
})

test('writes few warnings and errors of an outage, and tells how many it left out', () => {
  const lines: object[] = []
  const write = (details: object) => lines.push(details)
  const log = limitLines({ debug: write, info: write, warn: write, error: write })
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    for (let i = 0; i < 50; i++) log.warn({ cause: 'connect ECONNREFUSED' }, 'job runner ended: restarting')
    for (let i = 0; i < 50; i++) log.error({}, 'Failed task')
    expect(lines).toHaveLength(5)
    vi.advanceTimersByTime(10_000)
    log.error({}, 'Failed task')
    expect(lines.at(-1)).toEqual({ leftOut: 95 })
  } finally {
    vi.useRealTimers()
  }
})
