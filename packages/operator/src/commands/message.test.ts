import { listAnnouncements } from '@kerf/contract/endpoints/announcement'
import { listMessages, readAllMessages, readMessages } from '@kerf/contract/endpoints/message'
import { expect, test } from 'vitest'
import { insertLiveSession } from '../../../server/test/account-center/fixtures.ts'
import { seedPerson } from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, useServer } from '../server-fixture.ts'

useServer()

const HELLO = [
  '--title-en',
  'Hello',
  '--title-zh',
  '你好',
  '--body-en',
  'A **bold** [way](https://x.example/y) out',
]

const NOW = ['--now', '--reason', 'outage']

async function reader() {
  const person = await seedPerson(server)
  const token = await insertLiveSession(server, person.uid)
  const items = async () => (await server.call(listMessages, {}, { token })).data.items
  return { ...person, token, items }
}

test('sends to an account by user ID or email address and writes audit events', async () => {
  const { uid, email, items } = await reader()
  const sent = await runJson('message', 'send', '--audience', `uid:${uid}`, '--category', 'device', ...HELLO)
  expect(sent).toMatchObject({
    id: expect.stringMatching(/^m[\w-]{33}$/),
    audience: `uid:${uid}`,
    category: 'device',
    app: 'portal',
    from: expect.any(Number),
    until: null,
  })
  const again = await runJson('message', 'send', '--audience', `uid:${email}`, '--category', 'app', ...HELLO)
  expect((await items()).map(({ id }) => id)).toEqual([again.id, sent.id])
  expect((await audited('message.send', uid))[0]).toMatchObject({
    operator: 'lin',
    outcome: 'ok',
    detail: { category: 'app' },
  })
  expect((await runJson('message', 'list', '--account', email)).map(({ id }: { id: string }) => id)).toEqual([
    again.id,
    sent.id,
  ])
  expect(await audited('message.list', uid)).toHaveLength(1)

  const declined = await run(['message', 'revoke', sent.id], 'n')
  expect(declined.code).toBe(1)
  expect(await runJson('message', 'revoke', sent.id)).toEqual({ id: sent.id })
  expect((await items()).map(({ id }) => id)).toEqual([again.id])
  expect(await audited('message.revoke', uid)).toHaveLength(1)
})

test('a scheduled message waits; the list shows the state of each message', async () => {
  const { items } = await reader()
  const before = (await items()).length
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const scheduled = await runJson(
    'message',
    'schedule',
    '--audience',
    'app:creative',
    '--category',
    'app',
    '--from',
    later,
    ...HELLO,
    ...WHY,
  )
  const shown = await runJson(
    'message',
    'send',
    '--audience',
    'all',
    '--category',
    'system',
    ...HELLO,
    ...NOW,
  )
  await runJson('message', 'revoke', scheduled.id)
  expect(await items()).toHaveLength(before + 1)
  const { out } = await run(['message', 'list'])
  expect(out).toMatch(new RegExp(`${shown.id} +all +system .*active +lin +Hello`))
  expect(out).toMatch(new RegExp(`${scheduled.id} +app:creative +app .*revoked`))
  const past = await run([
    'message',
    'schedule',
    '--audience',
    'all',
    '--category',
    'app',
    '--from',
    '2020-01-01',
    ...HELLO,
  ])
  expect([past.code, past.out]).toEqual([2, ''])
})

const UNEXPLAINED = ['message', 'send', '--audience', 'all', '--category', 'app', ...HELLO]
const WHY = ['--reason', 'new release']
const ALL = [...UNEXPLAINED, ...WHY]
/** Stands for the five minutes. */
const start = (id: string) =>
  server.sql(
    `with v as (update broadcast_version set version = version + 1 returning version)
     update broadcast set starts_at = now(), changed = v.version from v where id = $1::int`,
    id.slice(1),
  )

test('a message to many asks, says how many it reaches, and is shown after five minutes', async () => {
  const { items } = await reader()
  const before = (await items()).length
  const [counted] = await server.sql<{ people: number }>('select count(*)::int as people from account')
  const people = counted?.people
  for (const words of [UNEXPLAINED, ['announcement', 'publish', ...HELLO]])
    expect(await run([...words, '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('with --reason'),
    })
  const unasked = await run(ALL)
  expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining(`goes to ${people} people`) })
  expect((await run([...UNEXPLAINED, '--yes', '--now'])).err).toContain('--now needs --reason')
  const sent = await runJson(...ALL)
  expect(sent).toMatchObject({ people, audience: 'all' })
  expect(sent.from - Date.now() / 1000).toBeGreaterThan(240)
  expect(await items()).toHaveLength(before)
  await start(sent.id)
  expect(await items()).toHaveLength(before + 1)
  expect((await run(['message', 'recall', sent.id])).err).toContain('kerf message revoke')
})

test('tells how many have read a message, and whether one account has', async () => {
  const [one, marker, other] = [await reader(), await reader(), await reader()]
  const all = ['--audience', 'all', '--category', 'activity', ...HELLO, ...NOW]
  const { id } = await runJson('message', 'send', ...all)
  await expect.poll(async () => (await one.items()).map(item => item.id)).toContain(id)
  const before = await runJson('message', 'readers', id)
  expect(before).toMatchObject({ id, readers: 0, readAt: null })
  expect(before.audience).toBeGreaterThanOrEqual(3)
  await server.call(readMessages, { ids: [id] }, { token: one.token })
  await server.call(readAllMessages, {}, { token: marker.token })
  expect(await runJson('message', 'readers', id)).toMatchObject({ readers: 2 })
  expect(await runJson('message', 'readers', id, '--account', marker.email)).toMatchObject({ readers: 1 })
  expect((await run(['message', 'readers', id, '--account', other.uid])).out).toBe('Not read.')
  expect(await audited('message.readers', other.uid)).toHaveLength(1)

  const own = ['--audience', `uid:${one.uid}`, '--category', 'device', ...HELLO]
  const sent = await runJson('message', 'send', ...own)
  expect(await runJson('message', 'readers', sent.id)).toMatchObject({ audience: 1, readers: 0 })
  await server.call(readMessages, { ids: [sent.id] }, { token: one.token })
  expect((await run(['message', 'readers', sent.id])).out).toMatch(/^Read 2\d{3}-/)
  expect((await run(['message', 'readers', 'a1'])).err).toContain('There is no message a1')
})

test('a message that is recalled within the five minutes is never shown', async () => {
  const { items } = await reader()
  const before = (await items()).length
  const { id } = await runJson(...ALL)
  expect(await runJson('message', 'recall', id)).toEqual({ id })
  await start(id)
  expect(await items()).toHaveLength(before)
  expect((await audited('message.recall', null))[0]).toMatchObject({ operator: 'lin', detail: { id } })
  expect((await run(['message', 'recall', id])).code).toBe(1)
})

test('an announcement can be recalled for five minutes', async () => {
  const shown = async () => (await server.call(listAnnouncements, {}, {})).data.items
  const before = await shown()
  expect((await run(['announcement', 'publish', ...HELLO, ...WHY])).err).toContain('Every visitor sees this')
  const { id } = await runJson('announcement', 'publish', ...HELLO, ...WHY)
  await runJson('announcement', 'recall', id)
  await server.sql('update announcement set starts_at = now() where id = $1::int', id.slice(1))
  expect(await shown()).toEqual(before)
})

test('a preview draws the message and sends nothing', async () => {
  const words = ['message', 'send', '--audience', 'all', '--category', 'activity', '--preview', ...HELLO]
  const rows = await server.sql('select count(*) from broadcast')
  const { code, out } = await run([
    ...words,
    '--body-zh',
    '# 一\n\n- 甲\n- 乙\n\n<script>x</script>',
    '--link',
    'https://x.example/',
  ])
  expect(code).toBe(0)
  expect(out).toBe(
    [
      '┌ en',
      '│ Hello',
      '│',
      '│ A bold way <https://x.example/y> out',
      '│',
      '│ → https://x.example/',
      '└',
      '┌ zh',
      '│ 你好',
      '│',
      '│ 一',
      '│',
      '│ • 甲',
      '│ • 乙',
      '│',
      '│ <script>x</script>',
      '│',
      '│ → https://x.example/',
      '└',
    ].join('\n'),
  )
  expect(await server.sql('select count(*) from broadcast')).toEqual(rows)
})

test.each([
  [['--audience', 'everyone', '--category', 'app', ...HELLO], 'audience'],
  [['--audience', 'app:nosuch', '--category', 'app', ...HELLO], 'nosuch'],
  [['--audience', 'uid:nobody@example.com', '--category', 'app', ...HELLO], 'no such account'],
  [
    ['--audience', 'uid:00000000-0000-4000-8000-00000000dead', '--category', 'app', ...HELLO],
    'no such account',
  ],
  [['--audience', 'all', '--category', 'news', ...HELLO], 'news'],
  [['--audience', 'all', '--category', 'app'], 'title-en is missing'],
  [['--audience', 'all', '--category', 'app', '--body-zh', 'x'], 'title-zh is missing'],
  [['--audience', 'all', '--category', 'app', ...HELLO, '--link', 'javascript:alert(1)'], 'link'],
  [
    ['--audience', 'all', '--category', 'app', ...HELLO, '--picture', 'https://evil.example/x.png'],
    'picture',
  ],
  [['--audience', 'all', '--category', 'app', ...HELLO, '--until', '2020-01-01'], 'must be in the future'],
  [['--audience', 'app:creative', '--category', 'app', '--app', 'focus', ...HELLO], '--app'],
  [['--category', 'app', ...HELLO], '--audience'],
])('rejects %j', async (words, named) => {
  const before = await server.sql(
    'select (select count(*) from broadcast) + (select count(*) from account_message) as n',
  )
  const { code, out, err } = await run(['message', 'send', ...words])
  expect(code).toBeGreaterThan(0)
  expect(out).toBe('')
  expect(err).toContain(named)
  expect(
    await server.sql('select (select count(*) from broadcast) + (select count(*) from account_message) as n'),
  ).toEqual(before)
})

test('publishes, lists and revokes announcements', async () => {
  const shown = async () => (await server.call(listAnnouncements, {}, { lang: 'zh' })).data.items
  const published = await runJson('announcement', 'publish', ...HELLO, ...NOW, '--until', '2999-01-01')
  expect(published).toMatchObject({ id: expect.stringMatching(/^a\d+$/), until: 32_472_144_000 })
  expect(await shown()).toMatchObject([{ id: published.id, title: '你好' }])
  expect((await runJson('announcement', 'list'))[0]).toMatchObject({ id: published.id, revoked: null })
  await runJson('announcement', 'revoke', published.id)
  expect(await shown()).toEqual([])
  for (const id of [published.id, 'a999999', 'b1', 'x'])
    expect((await run(['announcement', 'revoke', id, '--yes'])).code).toBe(1)
  for (const event of ['announcement.publish', 'announcement.revoke'])
    expect((await audited(event, null))[0]).toMatchObject({ operator: 'lin', detail: { id: published.id } })
})
