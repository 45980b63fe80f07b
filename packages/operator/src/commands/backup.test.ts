/** Backup and restoration, from one running installation into another. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { BACKED_UP } from '@kerf/server/backup/tables'
import { openDatabase } from '@kerf/server/db/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  adoptPicture,
  fetchPicture,
  signIn,
  stateOf,
  tokenOf,
} from '../../../server/test/account-centre/helpers.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/test/database.ts'
import { startTestServer, type TestServer } from '../../../server/test/harness.ts'
import { type Business, type Person, seedBusiness, seedPerson, signUp } from '../../../server/test/people.ts'
import { kerf } from '../cli.ts'
import { newKey, root } from '../test-root.ts'

const SN = 'KLW1200AB0123456789CDEF'
const KERF_MASTER_KEY = newKey()
let folder: string
let FILE_STORE: string
let server: TestServer
let ada: Person
let business: Business
let token: string
let picture: string

const run = async (env: Record<string, string>, ...words: string[]) => {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await kerf(words, {
    env: { KERF_MASTER_KEY, FILE_STORE, DATA_DIR: folder, KERF_OPERATOR: 'lin', ...env },
    root,
    terminal: { input: Object.assign(new PassThrough(), { isTTY: false }), output: new PassThrough() },
    out: line => out.push(line),
    err: line => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const kerfJson = async (env: Record<string, string>, ...words: string[]) => {
  const { code, out, err } = await run(env, ...words, '--json', '--yes')
  expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
  return JSON.parse(out)
}
const here = () => ({ DATABASE_URL: server.databaseUrl })

async function rowsAt(url: string, table: string): Promise<string[]> {
  const db = await openDatabase({ url, poolSize: 1, onFault: () => undefined })
  const { rows } = await db.query<{ row: string }>({
    text: `select to_jsonb(t)::text as row from ${table} t order by 1`,
  })
  await db.close()
  return rows.map(({ row }) => row)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-backup-'))
  FILE_STORE = join(folder, 'files')
  server = await startTestServer({ env: { KERF_MASTER_KEY, FILE_STORE } })
  ada = await seedPerson(server)
  business = await seedBusiness(server)
  token = await tokenOf(server, ada)
  picture = await adoptPicture(server, token)
  const app = await kerfJson(
    here(),
    'app',
    'create',
    '--code',
    'creative',
    '--name',
    'Creative',
    '--origin',
    'https://a.example',
  )
  await kerfJson(here(), 'webhook', 'set', app.clientId, '--url', 'https://a.example/hook')
  const benefit = await kerfJson(
    here(),
    'benefit',
    'create',
    '--name-en',
    'Year',
    '--name-zh',
    '一年',
    '--days',
    '365',
  )
  const [{ code }] = await kerfJson(
    here(),
    'codes',
    'create',
    '--benefit',
    String(benefit.id),
    '--count',
    '3',
  )
  const redeemed = await server.call(redeem, { code }, { token })
  expect(redeemed.code).toBe(0)
  const serials = join(folder, 'serials.txt')
  await writeFile(serials, `${SN}\n`)
  await kerfJson(here(), 'device', 'import', '--file', serials)
  await kerfJson(here(), 'ip', 'ban', '203.0.113.0/24')
  for (const audience of ['all', `uid:${ada.uid}`])
    await kerfJson(
      here(),
      'message',
      'send',
      '--audience',
      audience,
      '--category',
      'system',
      '--title-en',
      'Hi',
      '--body-en',
      'There',
    )
  await kerfJson(here(), 'announcement', 'publish', '--title-en', 'New', '--body-en', 'Lasers')
}, 60_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

let database: TestDatabase
let file: string
beforeEach(async () => {
  database = await createTestDatabase()
  file = join(folder, `${randomBytes(6).toString('hex')}.kerf`)
  return () => database.drop()
})
const there = () => ({ DATABASE_URL: database.url })

test('all is there again, except what was deleted since; nobody is logged in', {
  timeout: 60_000,
}, async () => {
  const gone = await seedPerson(server)
  const before = new Map<string, string[]>()
  const made = await kerfJson(here(), 'backup', file)
  for (const table of BACKED_UP) before.set(table, await rowsAt(server.databaseUrl, table))
  expect(made).toMatchObject({
    file,
    pictures: 1,
    tables: { account: 3, device: 1, redemption_code: 3, ip_ban: 1 },
  })
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.part-'))

  // After the backup: one goes, one comes, and the pictures are lost.
  await kerfJson(here(), 'user', 'delete', gone.uid)
  await signUp(server)
  await expect.poll(() => readdir(join(FILE_STORE, 'deleted')).catch(() => [])).toContain(gone.uid)
  await rm(join(FILE_STORE, 'headpic'), { recursive: true })

  const restored = await kerfJson(there(), 'restore', file)
  expect(restored).toMatchObject({ pictures: 1, erased: 1, tables: { account: 3 } })
  for (const table of BACKED_UP) {
    const [was, is] = [before.get(table) ?? [], await rowsAt(database.url, table)]
    const kept = was.filter(row => !row.includes(gone.uid) || table === 'audit_event')
    const added =
      table === 'audit_event' ? 'backup.restore' : table === 'deleted_account' ? gone.uid : 'nothing'
    expect([table, is.filter(row => !row.includes(added))]).toEqual([table, kept])
  }

  const other = await startTestServer({
    env: { KERF_MASTER_KEY, FILE_STORE },
    through: async () => database.url,
  })
  try {
    expect(await stateOf(other, token)).toBe(20101)
    expect((await signIn(other, ada)).code).toBe(0)
    expect((await signIn(other, business)).code).toBe(0)
    expect((await signIn(other, gone)).code).toBe(20111)
    expect((await fetchPicture(other, picture)).status).toBe(200)
    // Numbers go on: what is written now collides with nothing.
    await kerfJson(
      there(),
      'message',
      'send',
      '--audience',
      'all',
      '--category',
      'app',
      '--title-en',
      'Back',
      '--body-en',
      'Again',
    )
    await kerfJson(there(), 'benefit', 'list')
  } finally {
    await other.close()
  }
  const events = await rowsAt(
    database.url,
    `(select event, operator from audit_event where event like 'backup.%')`,
  )
  expect(events.map(row => JSON.parse(row))).toEqual([
    { event: 'backup.create', operator: 'lin' },
    { event: 'backup.restore', operator: 'lin' },
  ])
})

test('with another master key, or cut off, nothing is restored and the way out is told', async () => {
  await kerfJson(here(), 'backup', file)
  const untouched = async () => expect(await rowsAt(database.url, 'account')).toEqual([])
  const otherKey = await run({ ...there(), KERF_MASTER_KEY: newKey() }, 'restore', file)
  expect(otherKey).toMatchObject({ code: 1, err: expect.stringContaining('KERF_MASTER_KEY must be') })
  await untouched()
  const { length } = await readFile(file)
  await truncate(file, length - 10)
  expect(await run(there(), 'restore', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not whole'),
  })
  await untouched()
  expect(await run(there(), 'restore', `${file}.none`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not there'),
  })
})

test('a database in use is not restored into, nor one that a server runs on', async () => {
  await kerfJson(here(), 'backup', file)
  expect(await run(here(), 'restore', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server is running'),
  })
  await kerfJson(there(), 'ip', 'ban', '198.51.100.1')
  expect(await run(there(), 'restore', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use'),
  })
})

test('takes no other file’s place, and a backup that fails leaves nothing', async () => {
  await writeFile(file, 'mine')
  expect(await run(here(), 'backup', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  })
  expect(await readFile(file, 'utf8')).toBe('mine')
  const names = await readdir(folder)
  const rotated = await run({ ...here(), KERF_MASTER_KEY: newKey() }, 'backup', `${file}.1`)
  expect(rotated).toMatchObject({ code: 1, err: expect.stringContaining('must be the present master key') })
  const broken = await run({ ...here(), FILE_STORE: file }, 'backup', `${file}.2`)
  expect(broken.code).toBe(1)
  expect(await readdir(folder)).toEqual(names)
})

test('after a recovery by other tools the deletions are replayed, each once', async () => {
  const gone = await seedPerson(server)
  await kerfJson(here(), 'backup', file)
  await kerfJson(here(), 'user', 'delete', gone.uid)
  await expect.poll(() => readdir(join(FILE_STORE, 'deleted'))).toContain(gone.uid)
  const hidden = `${FILE_STORE}.hidden`
  await rename(join(FILE_STORE, 'deleted'), hidden)
  expect((await kerfJson(there(), 'restore', file)).erased).toBe(0)
  await rename(hidden, join(FILE_STORE, 'deleted'))
  expect(await rowsAt(database.url, `(select uid from account where uid = '${gone.uid}')`)).toHaveLength(1)
  expect((await kerfJson(there(), 'deletions', 'replay')).erased).toBe(1)
  expect(await rowsAt(database.url, `(select uid from account where uid = '${gone.uid}')`)).toEqual([])
  expect((await kerfJson(there(), 'deletions', 'replay')).erased).toBe(0)
})
