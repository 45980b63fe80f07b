/** Publishing by apps, and the validation of messages. */
import { listAnnouncements } from '@kerf/contract/endpoints/announcement'
import { publishMessage, revokeMessage } from '@kerf/contract/endpoints/message'
import { describe, expect, test, vi } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { type Credentials, credentials } from '../sign-on/register-app.ts'
import { useTestServer } from '../support/test-server.ts'
import { countsOf, idsOf, newReader, pageOf, send } from './helpers.ts'

async function register(code: string): Promise<Credentials> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const origins = ['https://x.partner.example']
  const { clientId, clientSecret } = await createApp(db, {
    code,
    name: code,
    origins,
    production: false,
    operator: 'lin',
  }).finally(() => db.close())
  const headers = credentials(clientId, clientSecret)
  await vi.waitFor(
    async () => {
      if ((await server.call(revokeMessage, { id: 'b1' }, { headers })).code !== 0)
        throw new Error('not known yet')
    },
    { timeout: 30_000, interval: 20 },
  )
  return headers
}

const server = await useTestServer()
const [portal, creative] = await Promise.all([register('portal'), register('creative')])
const reader = await newReader(server)

const MESSAGE = { category: 'app', title: { en: 'Hello' }, body: { en: 'there' } } as const
const post = (headers: Credentials, more: object = {}, key?: string) =>
  server.call(publishMessage, { ...MESSAGE, audience: `uid:${reader.uid}`, ...more } as never, {
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
  })

describe('an app', () => {
  test('publishes to an account and to its own users', async () => {
    const one = await post(creative)
    expect(one.code).toBe(0)
    const users = await post(creative, { audience: 'app:creative' })
    const { items } = await pageOf(server, reader, { appCode: 'creative' })
    expect(items.slice(0, 2)).toMatchObject([
      { id: users.data.id, app: 'creative', title: 'Hello', body: 'there' },
      { id: one.data.id, app: 'creative' },
    ])
    const rows = await server.sql(
      `select app, operator, uid, detail from audit_event where event = 'message.send' order by id`,
    )
    expect(rows).toMatchObject([
      {
        app: 'creative',
        operator: null,
        uid: reader.uid,
        detail: { audience: 'uid', client: expect.any(String) },
      },
      { app: 'creative', operator: null, uid: null, detail: { id: users.data.id, audience: 'app:creative' } },
    ])
    expect(JSON.stringify(rows)).not.toContain('Hello')
  })

  test('cannot publish to other apps, to everyone or as the system, unless it is the default app', async () => {
    for (const more of [
      { audience: 'all' },
      { audience: 'app:portal' },
      { audience: 'app:focus' },
      { category: 'system' },
    ]) {
      expect([more, (await post(creative, more)).code]).toEqual([more, 20102])
      expect([more, (await post(portal, more)).code]).toEqual([more, 0])
    }
  })

  test('revokes its own messages only', async () => {
    const { id } = (await post(portal, { audience: 'all' })).data
    const own = (await post(portal)).data.id
    const operators = await send(server, {})
    const revoke = async (headers: Credentials, id: string) =>
      (await server.call(revokeMessage, { id }, { headers })).data.revoked
    const version = () => server.sql('select version from broadcast_version')
    const before = await version()
    for (const one of [id, own, operators]) expect(await revoke(creative, one)).toBe(false)
    // A rejected revocation does not raise the version.
    expect(await version()).toEqual(before)
    for (const one of [id, own]) {
      expect(await revoke(portal, one)).toBe(true)
      expect(await revoke(portal, one)).toBe(false)
    }
    expect(await revoke(portal, operators)).toBe(false)
    const shown = idsOf((await pageOf(server, reader)).items)
    expect(shown).toContain(operators)
    for (const gone of [id, own]) expect(shown).not.toContain(gone)
  })

  test('publishes once for repeated and parallel calls with one key', async () => {
    const other = await newReader(server)
    const before = (await countsOf(server, other)).all
    const more = { audience: `uid:${other.uid}` }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(creative, more, 'key-1')))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await countsOf(server, other)).all).toBe(before + 1)
    expect((await post(creative, { ...more, category: 'device' }, 'key-1')).code).toBe(20001)
    // Keys belong to one app; a rejected call stores none.
    expect((await post(portal, more, 'key-1')).data.id).not.toBe(answers[0]?.data.id)
    expect((await post(creative, { ...more, link: 'x' }, 'key-2')).code).toBe(20001)
    expect((await post(creative, more, 'key-2')).code).toBe(0)
  })

  test('needs credentials and an existing account', async () => {
    for (const headers of [
      {},
      { authorization: 'Basic x' },
      { utoken: reader.token },
      { ...credentials('app_x', 'y') },
    ])
      expect((await post(headers)).code).toBe(20121)
    expect((await post(creative, { audience: 'uid:00000000-0000-4000-8000-00000000dead' })).code).toBe(20113)
  })
})

const past = Math.floor(Date.now() / 1000) - 10
test.each<[string, object]>([
  ['audience', { audience: 'everyone' }],
  ['audience', { audience: 'uid:x' }],
  ['audience', { audience: "app:x' or true" }],
  ['category', { category: 'news' }],
  ['title', { title: {}, body: {} }],
  ['title.en', { title: { en: ' \u200e\n' } }],
  ['title.zh', { body: { zh: 'no title' } }],
  ['title.en', { title: { en: 'x'.repeat(121) } }],
  ['body.en', { body: { en: 'x'.repeat(10_001) } }],
  ['title.fr', { title: { fr: 'x' } }],
  ['link', { link: 'http://passport.kerf.example' }],
  ['link', { link: 'javascript:alert(1)' }],
  ['link', { link: 'https://a:b@passport.kerf.example' }],
  ['link', { link: 'x'.repeat(2_001) }],
  ['picture', { picture: 'https://evil.example/x.png' }],
  ['picture', { picture: 'http://passport.kerf.example/x.png' }],
  ['picture', { picture: 'https://passport.kerf.example.evil.example/x.png' }],
  ['until', { until: past }],
  ['until', { from: past + 100, until: past + 50 }],
  ['from', { from: 1e15 }],
  ['from', { from: 1.5 }],
  ['html', { html: 'x' }],
])('rejects an invalid %s: %j', async (field, more) => {
  const { code, fields } = await post(portal, more)
  expect(code).toBe(20001)
  expect(Object.keys(fields ?? {})).toContain(field)
})

test('removes hidden characters', async () => {
  const { id } = (
    await post(portal, { title: { en: 'a\u202eb\u0000c' }, body: { en: 'x\u0007\u2066y\r\nz' } })
  ).data
  const found = (await pageOf(server, reader)).items.find(item => item.id === id)
  expect(found).toMatchObject({ title: 'abc', body: 'xy\nz' })
})

test('lists announcements to everyone in their display period and language, page by page', async () => {
  await server.sql(
    `insert into announcement (texts, starts_at, ends_at, revoked_at, sender)
     select jsonb_build_object('en', jsonb_build_object('title', 'A' || n, 'body', ''), 'zh', jsonb_build_object('title', '公' || n, 'body', '')),
            date_trunc('milliseconds', now() - n * interval '1 hour'), case when n = 3 then now() end, case when n = 4 then now() end, 'lin'
       from generate_series(-1, 9) n`,
  )
  const titles: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await server.call(
      listAnnouncements,
      { limit: '3', ...(cursor && { cursor }) },
      { lang: 'zh' },
    )
    expect(page.code).toBe(0)
    titles.push(...page.data.items.map(({ title }) => title))
    cursor = page.data.next
  }
  expect(titles).toEqual([0, 1, 2, 5, 6, 7, 8, 9].map(n => `公${n}`))
  for (const cursor of ['x', '1', '1.b1', "1.1'"])
    expect((await server.call(listAnnouncements, { cursor })).code).toBe(20001)
})
