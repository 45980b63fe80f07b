/** Message streams of open pages: what is sent to them, and when they end. */

import { readAllMessages, readMessages, setMessageSetting } from '@kerf/contract/endpoints/message'
import { changePassword } from '@kerf/contract/endpoints/password'
import { clearSessions, logout } from '@kerf/contract/endpoints/session'
import { STREAMS_PER_ACCOUNT_MAX } from '@kerf/contract/message-limits'
import type { StreamLine } from '@kerf/contract/messages/message-stream'
import { afterAll, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { setStatus } from '../../src/operations/account/set-status.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { PASSWORD, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { newReader, type OpenStream, openStream, type Reader, revoke, send } from './helpers.ts'

const open: OpenStream[] = []
const server = await useTestServer({ sibling: true })
afterAll(async () => {
  for (const stream of open) stream.close()
})

async function opened(token: string, more: Parameters<typeof openStream>[2] = {}): Promise<OpenStream> {
  const stream = await openStream(server, token, more)
  open.push(stream)
  await expect.poll(() => stream.lines[0]).toEqual({ type: 'hello' })
  return stream
}
const found = (stream: OpenStream, wanted: (line: StreamLine) => boolean, timeout = 30_000) =>
  expect.poll(() => stream.lines.some(wanted), { timeout, interval: 10 }).toBe(true)
const hasItem = (id: string) => (line: StreamLine) => line.type === 'message' && line.item.id === id
const changes = (stream: OpenStream): number => stream.lines.filter(({ type }) => type === 'changed').length

test('sends a broadcast to every page that shows it, in its language, on every process', async () => {
  const [one, two] = [await newReader(server), await newReader(server)]
  const english = await opened(one.token)
  const chinese = await opened(two.token, { process: 1, lang: 'zh' })
  const creative = await opened(two.token, { process: 1, query: '?appCode=creative' })
  const id = await send(server, { category: 'activity', body: { en: 'b' }, link: 'https://x.example/' })
  for (const stream of [english, chinese, creative]) await found(stream, hasItem(id))
  const item = (stream: OpenStream) =>
    stream.lines.flatMap(line => (line.type === 'message' && line.item.id === id ? [line.item] : []))
  expect(item(english)).toMatchObject([
    { title: 'A title', body: 'b', category: 'activity', read: false, link: 'https://x.example/' },
  ])
  expect(item(chinese)).toMatchObject([{ title: '标题', contentLang: 'zh' }])
  const toCreative = await send(server, { audience: 'app:creative' })
  await found(creative, hasItem(toCreative))
  const last = await send(server, {})
  await found(english, hasItem(last))
  expect(english.lines.some(hasItem(toCreative))).toBe(false)
  await revoke(server, id)
  for (const stream of [english, chinese]) await found(stream, line => line.type === 'gone' && line.id === id)
})

test('reports changed messages, marks and settings to all streams of the account only', async () => {
  const reader = await newReader(server)
  const { uid, token } = reader
  const stranger = await opened((await newReader(server)).token)
  const here = await opened(token)
  const there = await opened(await insertLiveSession(server, uid), { process: 1 })
  const acts = [
    () => send(server, { audience: `uid:${uid}` }),
    async () =>
      server.call(readMessages, { ids: [await send(server, { audience: `uid:${uid}` })] }, { token }),
    () => server.call(readAllMessages, {}, { token }),
    () =>
      server.call(
        setMessageSetting,
        { appCode: 'portal', key: 'device', enabled: false },
        { token, process: 1 },
      ),
  ]
  for (const act of acts) {
    const before = [changes(here), changes(there)]
    await act()
    await expect.poll(() => changes(here), { interval: 10 }).toBeGreaterThan(before[0] ?? 0)
    await expect.poll(() => changes(there), { interval: 10 }).toBeGreaterThan(before[1] ?? 0)
  }
  // The last change has muted the category.
  await send(server, { category: 'device' })
  const shown = await send(server, { category: 'app' })
  await found(here, hasItem(shown))
  expect(here.lines.some(line => line.type === 'message' && line.item.category === 'device')).toBe(false)
  expect(changes(stranger)).toBe(0)
})

test('reports the start and the end of a message in time', async () => {
  const { uid, token } = await newReader(server)
  const stream = await opened(token)
  const soon = new Date(Date.now() + 2_000)
  const id = await send(server, { from: soon, until: new Date(Date.now() + 3_000) })
  expect(stream.lines.some(hasItem(id))).toBe(false)
  await found(stream, hasItem(id))
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime())
  await found(stream, line => line.type === 'gone' && line.id === id)
  const before = changes(stream)
  await send(server, { audience: `uid:${uid}`, from: new Date(Date.now() + 2_000) })
  await expect.poll(() => changes(stream), { interval: 10 }).toBeGreaterThanOrEqual(before + 2)
})

test('ends the streams of a session that ends, and no others', async () => {
  const { uid, token } = await newReader(server)
  const other = await insertLiveSession(server, uid)
  const [ends, stays] = [await opened(token, { process: 1 }), await opened(other)]
  await server.call(logout, undefined, { token })
  await found(ends, line => line.type === 'end' && line.reason === 'session', 15_000)
  await ends.ended
  expect(stays.lines.some(({ type }) => type === 'end')).toBe(false)
  expect((await openStream(server, token)).status).toBe(401)
})

/** Each ends the session of `token`; `other` is a second session of the same account. */
const ENDINGS: readonly [string, (who: Reader & { email: string; other: string }) => Promise<unknown>][] = [
  ['a sign-out', ({ token }) => server.call(logout, undefined, { token })],
  ['all other sessions cleared', ({ other }) => server.call(clearSessions, {}, { token: other })],
  [
    'a changed password',
    ({ other }) =>
      server.call(changePassword, { oldPassword: PASSWORD, password: 'engraved-88' }, { token: other }),
  ],
  [
    'a ban by an operator',
    ({ uid }) => withDatabase(db => setStatus(db, { who: uid, change: 'ban', operator: 'lin' })),
  ],
  ['an erasure', ({ uid }) => withDatabase(db => db.transaction(tx => eraseAccount(tx, uid)))],
]
const withDatabase = async <T>(use: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  return use(db).finally(() => db.close())
}

test.each(ENDINGS)('%s ends the streams on every process as fast as a message arrives', async (_, end) => {
  const { uid, email } = await seedPerson(server)
  const [token, other] = [await insertLiveSession(server, uid), await insertLiveSession(server, uid)]
  const streams = [await opened(token), await opened(token, { process: 1 })]
  const sentAt = performance.now()
  const id = await send(server, {})
  for (const stream of streams) await found(stream, hasItem(id))
  const reference = performance.now() - sentAt
  await end({ uid, email, token, other })
  const start = performance.now()
  await Promise.all(streams.map(stream => stream.ended))
  // Within a second on an idle machine. A process looks for ended sessions by itself only every 5 s.
  expect(performance.now() - start).toBeLessThan(1_000 + 10 * reference)
  for (const { lines } of streams) expect(lines.at(-1)).toEqual({ type: 'end', reason: 'session' })
})

test('ends the streams of a banned account', async () => {
  const { uid, token } = await newReader(server)
  const stream = await opened(token)
  await server.sql(`update account set status = 'banned' where uid = $1`, uid)
  await found(stream, line => line.type === 'end' && line.reason === 'session', 15_000)
})

test('ends the oldest stream of an account that has too many', async () => {
  const { token } = await newReader(server)
  const streams: OpenStream[] = []
  for (let i = 0; i < STREAMS_PER_ACCOUNT_MAX + 1; i++) streams.push(await opened(token))
  await found(streams[0] as OpenStream, line => line.type === 'end' && line.reason === 'replaced')
  await streams[0]?.ended
  const id = await send(server, {})
  await found(streams.at(-1) as OpenStream, hasItem(id))
  expect(streams[1]?.lines.some(({ type }) => type === 'end')).toBe(false)
})

test('requires a valid token in the header', async () => {
  const { token } = await newReader(server)
  const url = `${server.url}/message/v1/web/stream`
  for (const headers of [{}, { cookie: `utoken=${token}` }, { utoken: 'x' }, { utoken: 'A'.repeat(43) }]) {
    const response = await fetch(url, { headers: headers as Record<string, string> })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 20101 })
  }
  for (const query of ['?appCode=nosuch', '?appCode=Portal', '?appCode=a&appCode=b', '?appCode[x]=1']) {
    const response = await fetch(url + query, { headers: { utoken: token } })
    if (query.includes('[')) await response.body?.cancel()
    else expect([query, response.status]).toEqual([query, 400])
  }
  const evil = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
  expect(evil.headers.get('access-control-allow-origin')).toBeNull()
  const business = await seedBusiness(server)
  await opened(await insertLiveSession(server, business.uid))
})

test('continues when the listening database connection is lost', async () => {
  const { token } = await newReader(server)
  const stream = await opened(token)
  await server.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kerf listen' and datname = current_database()`,
  )
  const id = await send(server, {})
  await found(stream, hasItem(id), 15_000)
})

test('ends all streams when the process stops', async () => {
  const { token } = await newReader(server)
  const extra = await server.spawn()
  const stream = await opened(token, { url: extra.url })
  await extra.stop()
  await stream.ended
  expect(stream.lines.at(-1)).toEqual({ type: 'end', reason: 'closing' })
})

test('removes the stream of a page that leaves', async () => {
  const { uid, token } = await newReader(server)
  for (let i = 0; i < 20; i++) (await openStream(server, token)).close()
  const stays = await opened(token)
  for (let i = 0; i < STREAMS_PER_ACCOUNT_MAX - 1; i++) await opened(token)
  await send(server, { audience: `uid:${uid}` })
  await found(stays, ({ type }) => type === 'changed')
  expect(stays.lines.some(({ type }) => type === 'end')).toBe(false)
})
