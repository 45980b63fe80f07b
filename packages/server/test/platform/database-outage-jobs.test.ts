import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startJobs } from '../../src/platform/jobs/run-jobs.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let wire: DatabaseProxy
let direct: pg.Pool
let through: string
beforeAll(async () => {
  database = await createTestDatabase()
  wire = await startDatabaseProxy(new URL(database.url))
  direct = new pg.Pool({ connectionString: database.url, max: 1 })
  direct.on('error', () => undefined)
  const url = new URL(database.url)
  url.port = String(wire.port)
  through = url.href
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await wire.close()
  await direct.end()
  await database.drop()
})

const add = (task: string) => direct.query('select enqueue($1, $2::json, 3)', [task, '{}'])
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

// A rejection that nobody handles would end the process; here it fails the run.
test.each([
  ['ends well', () => undefined],
  [
    'fails',
    () => {
      throw new Error('the task fell')
    },
  ],
])(
  'a database that is lost while a job %s does not end the process, and the queue goes on',
  async (_name, end) => {
    // The queue's own cry when it cannot ask for work.
    vi.spyOn(console, 'trace').mockImplementation(() => undefined)
    let done = 0
    const jobs = await startJobs({
      databaseUrl: through,
      concurrency: 1,
      tasks: {
        cuts: async () => {
          wire.disconnect('cut')
          end()
        },
        counts: async () => {
          done += 1
        },
      },
      log: silent,
      stopTimeoutMs: 500,
    })
    await add('cuts')
    await expect.poll(() => wire.state, { timeout: 5_000 }).toBe('cut')
    // Long enough for whatever the runner does about the job it cannot record.
    await new Promise(resolve => setTimeout(resolve, 500))
    wire.state = 'whole'
    await add('counts')
    await expect.poll(() => done, { timeout: 15_000 }).toBe(1)
    await jobs.stop()
  },
  30_000,
)
