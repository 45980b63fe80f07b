/** Listing, counting and reading messages: those of the account and broadcasts. */
import { listMessages, readAllMessages, readMessages } from '@kerf/contract/endpoints/message'
import { afterEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { allOf, countsOf, giveOwn, idsOf, newReader, openStream, pageOf, revoke, send } from './helpers.ts'

const server = await useTestServer({ sibling: true })
// Broadcasts of one test are visible to the accounts of the next.
afterEach(() => clear())

const NONE = { all: 0, device: 0, system: 0, app: 0, activity: 0, unread: 0 }

const clear = (): Promise<unknown> =>
  server.sql(
    `with gone as (update broadcast set revoked_at = now(), changed = (select version + 1 from broadcast_version))
     update broadcast_version set version = version + 1`,
  )

describe('a message', () => {
  test('reaches its audience only, in every category', async () => {
    const reader = await newReader(server)
    const other = await newReader(server)
    const before = await countsOf(server, reader)
    const own: string[] = []
    for (const category of ['device', 'system', 'app', 'activity'])
      own.push(await send(server, { category, audience: `uid:${reader.uid}` }))
    const toAll = await send(server, { category: 'system' })
    const toPortal = await send(server, { category: 'activity', audience: 'app:portal' })
    const elsewhere = await send(server, { category: 'activity', audience: 'app:creative' })
    const ids = idsOf((await pageOf(server, reader)).items)
    expect(ids.slice(0, 6)).toEqual([toPortal, toAll, ...own.toReversed()])
    expect(ids).not.toContain(elsewhere)
    expect(await countsOf(server, reader)).toEqual({
      all: before.all + 6,
      unread: before.unread + 6,
      device: before.device + 1,
      system: before.system + 2,
      app: before.app + 1,
      activity: before.activity + 2,
    })
    expect(idsOf((await pageOf(server, other)).items).slice(0, 2)).toEqual([toPortal, toAll])
    // Opening the stream of an app makes the account one of its users.
    expect(idsOf((await pageOf(server, other, { appCode: 'creative' })).items)[0]).toBe(elsewhere)
    expect(idsOf((await pageOf(server, other)).items)).not.toContain(elsewhere)
    const page = await openStream(server, other.token, { query: '?appCode=creative' })
    expect(idsOf((await pageOf(server, other)).items)[0]).toBe(elsewhere)
    page.close()
  })

  test('is shown in the requested language or, without a text, in the other', async () => {
    const reader = await newReader(server)
    await send(server, {
      audience: `uid:${reader.uid}`,
      title: { en: ' A   title\u202e ', zh: '标题' },
      body: { en: '**b**', zh: '正文' },
      link: 'https://passport.kerf.example/x',
      picture: 'https://passport.kerf.example/y.png',
    })
    await send(server, { audience: `uid:${reader.uid}`, title: { zh: '只有中文' } })
    const [chinese, both] = (await pageOf(server, reader)).items
    expect(both).toMatchObject({
      title: 'A title',
      body: '**b**',
      contentLang: 'en',
      link: 'https://passport.kerf.example/x',
      picture: 'https://passport.kerf.example/y.png',
      read: false,
      until: null,
      app: 'portal',
    })
    expect(chinese).toMatchObject({ title: '只有中文', contentLang: 'zh', body: '' })
    expect((await pageOf(server, reader, {}, 'zh')).items[1]).toMatchObject({
      title: '标题',
      contentLang: 'zh',
    })
  })

  test('is visible in its display period only', async () => {
    const reader = await newReader(server)
    const later = new Date(Date.now() + 3_600_000)
    for (const audience of ['all', `uid:${reader.uid}`]) {
      await send(server, { audience, from: later })
      const id = await send(server, { audience, until: later })
      expect(idsOf((await pageOf(server, reader)).items)).toEqual([id])
      expect((await countsOf(server, reader)).all).toBe(1)
      await server.sql(
        `with a as (update account_message set ends_at = now() - interval '1 second' where ends_at is not null)
         , b as (update broadcast set ends_at = now() - interval '1 second', changed = (select version + 1 from broadcast_version) where ends_at is not null)
         update broadcast_version set version = version + 1`,
      )
      expect(await countsOf(server, reader)).toEqual(NONE)
      expect((await pageOf(server, reader)).items).toEqual([])
    }
  })

  test('that is revoked disappears on all processes', async () => {
    const reader = await newReader(server)
    for (const audience of ['all', `uid:${reader.uid}`]) {
      const id = await send(server, { audience })
      expect((await countsOf(server, reader, 1)).all).toBe(1)
      await revoke(server, id)
      for (const process of [0, 1]) expect((await countsOf(server, reader, process)).all).toBe(0)
      expect((await pageOf(server, reader)).items).toEqual([])
      await expect(revoke(server, id)).rejects.toThrow('no message')
    }
  })
})

describe('pages', () => {
  test('contain every message once, in every order and page size', async () => {
    const reader = await newReader(server)
    await giveOwn(server, reader.uid, 23)
    const broadcasts: string[] = []
    for (let i = 0; i < 9; i++) broadcasts.push(await send(server, { category: i % 2 ? 'app' : 'system' }))
    // Some messages start in the same millisecond.
    const [seventh] = await server.sql<{ at: string }>(
      `select starts_at::text as at from account_message where uid = $1 and handle = '00000000007'`,
      reader.uid,
    )
    await server.sql(
      `with moved as (update broadcast set starts_at = $1::timestamptz,
         changed = (select version + 1 from broadcast_version) where id % 3 = 0)
       update broadcast_version set version = version + 1`,
      seventh?.at,
    )
    const newest = await allOf(server, reader, { limit: '100' })
    expect(newest).toHaveLength(32)
    expect(newest.map(({ at }) => at)).toEqual(newest.map(({ at }) => at).toSorted((a, b) => b - a))
    const ids = idsOf(newest)
    await server.call(readMessages, { ids: ids.filter((_, i) => i % 3 === 0) }, { token: reader.token })
    for (const limit of ['1', '5', '32', '100']) {
      expect(idsOf(await allOf(server, reader, { limit }))).toEqual(ids)
      expect(idsOf(await allOf(server, reader, { limit, sort: 'oldest' }))).toEqual(ids.toReversed())
      const unreadFirst = await allOf(server, reader, { limit, sort: 'unread' })
      expect(idsOf(unreadFirst)).toEqual([
        ...ids.filter((_, i) => i % 3 !== 0),
        ...ids.filter((_, i) => i % 3 === 0),
      ])
      const unread = await allOf(server, reader, { limit, unread: 'true' })
      expect(idsOf(unread)).toEqual(ids.filter((_, i) => i % 3 !== 0))
      const system = await allOf(server, reader, { limit, category: 'system' })
      expect(idsOf(system)).toEqual(newest.filter(one => one.category === 'system').map(one => one.id))
    }
    expect((await countsOf(server, reader)).all).toBe(21)
  })

  test.each(['x', 'a.1', 'a..b1', 'a.1.x1', 'a.9999999999999999.b1', '0', "a.1.b1'", 'u.1.m../x'])(
    'are rejected for the cursor %j',
    async cursor => {
      const { token } = await newReader(server)
      expect((await server.call(listMessages, { cursor }, { token })).code).toBe(20001)
    },
  )
})

describe('read marks', () => {
  test('of single messages change only the account that sends them', async () => {
    const [reader, other] = [await newReader(server), await newReader(server)]
    const own = await send(server, { audience: `uid:${reader.uid}` })
    const all = await send(server, {})
    const { token } = other
    const hostile = [own, all, 'b999999', 'b2147483648', 'b0', 'a1', `m${'A'.repeat(33)}`]
    expect((await server.call(readMessages, { ids: hostile }, { token })).code).toBe(0)
    expect((await countsOf(server, other)).all).toBe(0)
    expect((await countsOf(server, reader)).all).toBe(2)
    for (let i = 0; i < 2; i++) await server.call(readMessages, { ids: [own, all] }, { token: reader.token })
    expect(await countsOf(server, reader, 1)).toEqual(NONE)
    expect((await pageOf(server, reader)).items.map(({ read }) => read)).toEqual([true, true])
  })

  test.each([
    [[]],
    [['x']],
    [Array.from({ length: 201 }, () => 'b1')],
    ['b1'],
    [[1]],
    [["b1' or 1=1"]],
    [null],
  ])('are rejected for the ids %j', async ids => {
    const { token } = await newReader(server)
    expect((await server.call(readMessages, { ids } as never, { token })).code).toBe(20001)
  })

  test('of all messages or of a category cover visible messages, not later ones', async () => {
    const reader = await newReader(server)
    const { uid, token } = reader
    await giveOwn(server, uid, 5)
    await send(server, { category: 'device' })
    await send(server, { category: 'activity' })
    const scheduled = await send(server, { category: 'device', from: new Date(Date.now() + 60_000) })
    await server.call(readAllMessages, { category: 'device' }, { token })
    expect(await countsOf(server, reader)).toEqual({ ...NONE, all: 1, unread: 1, activity: 1 })
    await server.call(readAllMessages, {}, { token })
    expect(await countsOf(server, reader)).toEqual(NONE)
    const next = await send(server, { category: 'device' })
    await server.sql(
      `with begun as (update broadcast set starts_at = now() - interval '1 millisecond', changed = (select version + 1 from broadcast_version)
         where 'b' || id = $1) update broadcast_version set version = version + 1`,
      scheduled,
    )
    expect(await countsOf(server, reader)).toMatchObject({ all: 2, device: 2 })
    expect(idsOf((await pageOf(server, reader, { unread: '1' })).items).sort()).toEqual(
      [scheduled, next].sort(),
    )
    expect((await server.call(readAllMessages, { category: 'x' as never }, { token })).code).toBe(20001)
  })

  test('of all messages, sent late, leave unread what became visible meanwhile', async () => {
    const reader = await newReader(server)
    const { uid, token } = reader
    await giveOwn(server, uid, 2)
    // The first one is a minute older than the second one.
    await send(server, { category: 'device' })
    await server.call(readAllMessages, { delaySeconds: 30 }, { token })
    const unread = await pageOf(server, reader, { unread: '1' })
    expect(unread.items).toHaveLength(2)
    await server.call(readAllMessages, { delaySeconds: 0 }, { token })
    expect(await countsOf(server, reader)).toEqual(NONE)
  })

  test('of parallel calls leave nothing unread and no obsolete row', async () => {
    const reader = await newReader(server)
    const { uid, token } = reader
    await giveOwn(server, uid, 40)
    for (let i = 0; i < 4; i++) await send(server, {})
    const ids = idsOf(await allOf(server, reader))
    await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        i % 3 === 0
          ? server.call(readAllMessages, {}, { token, process: i % 2 })
          : server.call(readMessages, { ids: ids.slice(i) }, { token, process: i % 2 }),
      ),
    )
    await server.call(readAllMessages, {}, { token })
    expect(await countsOf(server, reader)).toEqual(NONE)
    expect(await server.sql('select 1 from broadcast_read where uid = $1', uid)).toEqual([])
  })

  test('drop the reads of broadcasts that are no longer stored', async () => {
    const reader = await newReader(server)
    const kept = await send(server, { category: 'system' })
    await server.sql(`insert into broadcast_read (uid, broadcast) values ($1, 999999999)`, reader.uid)
    await server.call(readMessages, { ids: [kept] }, { token: reader.token })
    expect(await server.sql('select broadcast from broadcast_read where uid = $1', reader.uid)).toEqual([
      { broadcast: Number(kept.slice(1)) },
    ])
  })

  test('do not hide a message that is published at the same time', async () => {
    const reader = await newReader(server)
    const { token } = reader
    const sent: string[] = []
    const publishing = async (): Promise<void> => {
      for (let i = 0; i < 10; i++) sent.push(await send(server, {}))
    }
    let seen = new Set<string>()
    const reading = async (): Promise<void> => {
      for (let i = 0; i < 20; i++) {
        seen = new Set([...seen, ...idsOf((await pageOf(server, reader)).items)])
        await server.call(readAllMessages, {}, { token, process: i % 2 })
        // A message that was marked before it was listed would be missing from both.
        for (const item of (await pageOf(server, reader)).items) if (!item.read) seen.delete(item.id)
      }
    }
    await Promise.all([publishing(), reading()])
    const last = await pageOf(server, reader, { limit: '100' })
    expect(last.items.map(({ id }) => id).sort()).toEqual(sent.toSorted())
    expect((await countsOf(server, reader)).all).toBe(last.items.filter(({ read }) => !read).length)
  })
})
