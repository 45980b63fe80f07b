import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLocation } from './cluster-location.ts'
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isRunning } from './process-identity.ts'
import { canReach, isRoot, unprivilegedUser } from './run-as.ts'
import { socketFile } from './socket.ts'

let folder: string
let open: EmbeddedPostgres[]
/** A data folder that tests copy: to create a cluster takes longer than the rest of most tests. */
let created: string
beforeAll(async () => {
  created = mkdtempSync(join(tmpdir(), 'kerf-created-'))
  chmodSync(created, 0o711)
  await (await startEmbeddedPostgres({ dataDir: join(created, 'data'), durable: false })).stop()
})
afterAll(() => rmSync(created, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-embedded-'))
  chmodSync(folder, 0o711)
  open = []
})

afterEach(async () => {
  for (const database of open) await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(dataDir = join(folder, 'data')): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, durable: false })
  open.push(database)
  return database
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

async function retryUntilResolved<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attemptsLeft = 100; ; attemptsLeft--) {
    try {
      return await attempt()
    } catch (error) {
      if (attemptsLeft === 0) throw error
      await sleep(100)
    }
  }
}

/** Starts an existing cluster, whose owner and rights a copy keeps. */
function startExisting(): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, 'data')
  if (!existsSync(dataDir)) execFileSync('cp', ['-a', join(created, 'data'), dataDir])
  return start(dataDir)
}

const cluster = (dataDir = join(folder, 'data')) => readLocation(join(dataDir, 'postgres'))?.cluster ?? ''

test.skipIf(process.platform === 'win32')(
  'serves over a Unix socket that only PostgreSQL and root can enter',
  async () => {
    const database = await start()
    expect(await query(database.socketUrl, 'select inet_server_addr(), current_user::text')).toEqual([
      null,
      'kerf',
    ])
    expect(await query(database.url, 'select inet_server_addr()::text')).toEqual(['127.0.0.1/32'])
    expect(statSync(join(folder, 'data/postgres/cluster')).mode & 0o077).toBe(0)
  },
)

test('has no socket where its path would be too long, or would be read as a list', () => {
  expect(socketFile(`/tmp/${'d'.repeat(100)}`, 5432)).toBeUndefined()
  expect(socketFile('/tmp/a,b', 5432)).toBeUndefined()
})

test('creates a UTF-8 database with checksums, owned by a role without superuser rights', async () => {
  const { url, adminUrl, pgVersion } = await start()
  expect(Number(pgVersion.split('.')[0])).toBeGreaterThanOrEqual(15)
  expect(
    await query(url, "select current_setting('server_encoding'), current_setting('data_checksums')"),
  ).toEqual(['UTF8', 'on'])
  expect(
    await query(url, "select lower('ÄÉ'), 'Z' < 'a', rolsuper from pg_roles where rolname = current_user"),
  ).toEqual(['äé', true, false])
  expect(await query(adminUrl, "select current_setting('is_superuser')")).toEqual(['on'])
  expect(statSync(join(folder, 'data', 'postgres', 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('keeps data, port and passwords at the second start, also after the folder was moved', async () => {
  const first = await startExisting()
  await query(first.url, 'create table kept as select 7 as n')
  await first.stop()
  expect(isRunning(first.pid())).toBe(false)
  expect(await findRunningPostgres(join(folder, 'data'))).toBeUndefined()
  const second = await startExisting()
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select n from kept')).toEqual([7])
  await second.stop()
  renameSync(join(folder, 'data'), join(folder, 'moved'))
  expect(await query((await start(join(folder, 'moved'))).url, 'select n from kept')).toEqual([7])
})

test('shares a running database, and stops it when its last user releases it', async () => {
  const [first, second] = await Promise.all([startExisting(), startExisting()])
  expect(second.pid()).toBe(first.pid())
  expect(await findRunningPostgres(join(folder, 'data'))).toMatchObject({ url: first.url })
  await first.stop()
  expect(await query(second.url, 'select 1')).toEqual([1])
  await second.stop()
  expect(isRunning(first.pid())).toBe(false)
})

/** Starts the database in a process that is killed at once. Returns the pid of its postmaster. */
async function startInKilledProcess(dataDir: string): Promise<number> {
  execFileSync('cp', ['-a', join(created, 'data'), dataDir])
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const program = `
    const { startEmbeddedPostgres } = await import('${module}')
    const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    console.log(pid())
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(owner.stdout, 'data')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  return Number(printed)
}

test('ends PostgreSQL some seconds after the only process that uses it was killed', async () => {
  const postmaster = await startInKilledProcess(join(folder, 'data'))
  expect(isRunning(postmaster)).toBe(true)
  await expect.poll(() => isRunning(postmaster), { timeout: 100_000, interval: 200 }).toBe(false)
})

test('takes over the database of a killed process, and stops it at the end', async () => {
  await startInKilledProcess(join(folder, 'data'))
  const takenOver = await start()
  expect(await query(takenOver.url, 'select 1')).toEqual([1])
  await takenOver.stop()
  expect(isRunning(takenOver.pid())).toBe(false)
})

test('restarts a killed PostgreSQL on its port with its data', async () => {
  const database = await startExisting()
  await query(database.url, 'create table kept as select 7 as n')
  for (let round = 0; round < 2; round++) {
    const before = database.pid()
    process.kill(before, 'SIGKILL')
    expect(await retryUntilResolved(() => query(database.url, 'select n from kept'))).toEqual([7])
    await retryUntilResolved(async () => expect(database.pid()).not.toBe(before))
  }
})

test('restarts a killed PostgreSQL that another instance started', async () => {
  const first = await startExisting()
  const second = await startExisting()
  await first.stop()
  process.kill(second.pid(), 'SIGKILL')
  expect(await retryUntilResolved(() => query(second.url, 'select 1'))).toEqual([1])
})

test('starts despite a stale pid file whose pid belongs to another process', async () => {
  const first = await startExisting()
  const file = join(cluster(), 'postmaster.pid')
  const text = readFileSync(file, 'utf8')
  await first.stop()
  writeFileSync(file, text.replace(/^\d+/, String(process.pid)))
  const second = await startExisting()
  expect(await query(second.url, 'select 1')).toEqual([1])
  expect(second.pid()).not.toBe(process.pid)
})

test('runs the databases of two data folders at the same time', async () => {
  const [one, two] = await Promise.all([start(join(folder, 'one')), start(join(folder, 'two'))])
  expect(one.url).not.toBe(two.url)
  await query(one.url, 'create table only_one ()')
  await expect(query(two.url, 'select from only_one')).rejects.toThrow('does not exist')
})

test.skipIf(!isRoot())(
  'stores the database outside a data folder that other users cannot enter, as root',
  async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = join(closed, 'data')
    const first = await start(dataDir)
    const clusterFolder = cluster(dataDir)
    try {
      expect(clusterFolder.startsWith(closed)).toBe(false)
      expect(canReach(dirname(clusterFolder), unprivilegedUser())).toBe(true)
      await query(first.url, 'create table kept as select 7 as n')
      await first.stop()
      const second = await start(dataDir)
      expect(await query(second.url, 'select n from kept')).toEqual([7])
      // Deleted with its data folder, and PostgreSQL with it.
      rmSync(closed, { recursive: true })
      await expect.poll(() => existsSync(clusterFolder), { timeout: 100_000, interval: 200 }).toBe(false)
      expect(isRunning(second.pid())).toBe(false)
    } finally {
      for (const database of open) await database.stop()
      rmSync(dirname(clusterFolder), { recursive: true, force: true })
    }
  },
)
