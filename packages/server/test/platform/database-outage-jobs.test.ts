import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startJobs } from '../../src/platform/jobs/run-jobs.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { useTestDatabase } from '../support/use-database.ts'

const url = await useTestDatabase()
const proxy = await startDatabaseProxy(new URL(url))
const direct = new pg.Pool({ connectionString: url, max: 1 })
direct.on('error', () => undefined)
const proxied = new URL(url)
proxied.port = String(proxy.port)
const proxiedUrl = proxied.href
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await proxy.close()
  await direct.end()
})

const enqueue = (task: string) => direct.query('select graphile_worker.add_job($1)', [task])
const silentLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

// An unhandled rejection would end the process; it fails this run.
test.each([
  ['succeeds', () => undefined],
  [
    'fails',
    () => {
      throw new Error('the task failed')
    },
  ],
])('continues with the next job after the database was lost while a job %s', async (_name, finish) => {
  // graphile-worker prints a trace when it cannot fetch a job.
  vi.spyOn(console, 'trace').mockImplementation(() => undefined)
  let done = 0
  const jobs = await startJobs({
    databaseUrl: proxiedUrl,
    groups: [
      {
        name: 'tests',
        concurrency: 1,
        tasks: {
          interrupts: async () => {
            proxy.interrupt('closed')
            finish()
          },
          counts: async () => {
            done += 1
          },
        },
      },
    ],
    log: silentLog,
    stopTimeoutMs: 500,
  })
  await enqueue('interrupts')
  await expect.poll(() => proxy.state).toBe('closed')
  // Gives the runner time to fail at storing the result of the job.
  await new Promise(resolve => setTimeout(resolve, 500))
  proxy.state = 'open'
  await enqueue('counts')
  await expect.poll(() => done).toBe(1)
  await jobs.stop()
})
