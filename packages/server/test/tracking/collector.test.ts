import { gzipSync } from 'node:zlib'
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { TRACKING_PATH, TRACKING_SDK_PATH } from '@kerf/contract/tracking/tracking'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { newVisitor, post, readStoredEvents, sdkEvent, sendAsSdk, sendPlain } from './send-events.ts'

const server = await useTestServer({ env: { METRICS_TOKEN: 'm' } })

/** Waits until the collector has stored the batch. */
const stored = async (visitor: string, count: number) => {
  await expect.poll(() => readStoredEvents(server, visitor)).toHaveLength(count)
  return readStoredEvents(server, visitor)
}

/** Sends an event after the others and waits for it: then all earlier ones are processed. */
async function nothingBut(visitor: string, event = 'register') {
  await sendAsSdk(server, [sdkEvent(visitor, event, { method: 'captcha', ok: true })])
  return stored(visitor, 1)
}

const figures = async (): Promise<string> =>
  (await fetch(new URL('/metrics', server.url), { headers: { authorization: 'Bearer m' } })).text()

test('stores a batch of the SDK with the analytics id of the account', async () => {
  const visitor = newVisitor()
  const login = crypto.randomUUID()
  const answer = await sendAsSdk(server, [
    sdkEvent(visitor, '$pageview', {
      $url: 'https://passport.example/en/login?p=creative',
      appCode: 'creative',
    }),
    sdkEvent(
      visitor,
      'login',
      { method: 'password', ok: true, lang: 'zh' },
      {
        identities: { $identity_cookie_id: visitor, $identity_login_id: login },
        distinct_id: login,
        time: Date.now() + 5,
      },
    ),
  ])
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await stored(visitor, 2)).toMatchObject([
    {
      event: '$pageview',
      login: null,
      properties: { $url: 'https://passport.example/en/login?p=creative', appCode: 'creative' },
    },
    { event: 'login', login, properties: { method: 'password', ok: true, lang: 'zh' } },
  ])
})

test('stores a single event of the SDK and plain JSON', async () => {
  const visitor = newVisitor()
  const one = Buffer.from(JSON.stringify(sdkEvent(visitor, 'passwordLogin'))).toString('base64')
  expect((await post(server, TRACKING_SDK_PATH, `data=${encodeURIComponent(one)}&ext=crc%3D1`)).status).toBe(
    204,
  )
  const plain = {
    visitor,
    events: [{ event: 'getCode', time: Date.now(), properties: { scene: 'findpwd' } }],
  }
  expect((await sendPlain(server, plain)).status).toBe(204)
  const rows = await stored(visitor, 2)
  expect(rows.map(row => row.event).sort()).toEqual(['getCode', 'passwordLogin'])
})

test('replaces an implausible time by the server time', async () => {
  const visitor = newVisitor()
  const day = 24 * 3600_000
  const times = [Date.now() - 3600_000, Date.now() - 30 * day, Date.now() + day, Number.NaN, 'yesterday']
  await sendAsSdk(
    server,
    times.map(time => sdkEvent(visitor, 'captchaLogin', {}, { time })),
  )
  const rows = await stored(visitor, times.length)
  const late = rows.map(row => Math.round(row.late / 60)).sort((a, b) => b - a)
  expect(late).toEqual([60, 0, 0, 0, 0])
})

test('rejects unknown events, properties, values and formats', async () => {
  const visitor = newVisitor()
  await sendAsSdk(server, [
    sdkEvent(visitor, 'made-up'),
    sdkEvent(visitor, 'evilLogin'),
    sdkEvent(visitor, '__proto__'),
    sdkEvent(visitor, 'constructor'),
    sdkEvent(visitor, 'x'.repeat(101)),
    sdkEvent(visitor, 'login', {}, { type: 'profile_set' }),
    sdkEvent(`${visitor} `, 'login'),
    sdkEvent('v'.repeat(256), 'login'),
    sdkEvent(visitor, 'login', {}, { identities: { $identity_cookie_id: { a: 1 } } }),
    null,
    7,
    'login',
    [sdkEvent(visitor, 'login')],
  ])
  const [row] = await nothingBut(visitor)
  expect(row?.event).toBe('register')
  expect(await server.sql('select 1 from tracking_event where length(visitor) > 255')).toEqual([])

  const other = newVisitor()
  await sendAsSdk(server, [
    sdkEvent(other, 'login', {
      method: ['password'],
      ok: 'yes',
      lang: 'fr',
      password: 'cut-along-77',
      $title: 'ada@example.com',
      ['k'.repeat(101)]: 1,
      appCode: 'x'.repeat(501),
      $screen_width: '1e9',
    }),
  ])
  expect(await stored(other, 1)).toMatchObject([{ event: 'login', properties: {} }])
})

test('removes secrets from allowed properties', async () => {
  const visitor = newVisitor()
  const token = `${'Zk9'.repeat(14)}x`
  await sendAsSdk(server, [
    sdkEvent(visitor, '$WebClick', {
      $url: `https://ada:pw@passport.example/en/login?ut=${token}&r=https%3A%2F%2Fx&p=creative&av=123456#${token}`,
      $url_path: '/en/certificate/KERF-2026-0001',
      $referrer: 'https://mail.example/inbox?q=ada%40example.com',
      $element_id: `code-${token}`,
      $element_selector: 'a[href="mailto:ada@example.com"] > b:nth-child(271828)',
      $element_path: 'KERFDEM020260001/ABCDEFGH1234567890JKLMN',
    }),
  ])
  const [row] = await stored(visitor, 1)
  const text = JSON.stringify(row?.properties)
  for (const secret of [token, 'ada', 'pw@', '271828', '123456', 'KERF', 'ABCDEFGH', 'inbox', 'https%3A'])
    expect(text).not.toContain(secret)
  expect(row?.properties).toMatchObject({
    $url: 'https://passport.example/en/login?p=creative',
    $url_path: '/en/certificate/-',
    $referrer: 'https://mail.example',
  })
})

test('stores events with values that PostgreSQL cannot hold unchanged', async () => {
  const [odd, even] = [newVisitor(), newVisitor()]
  const places = ['a\u0000b', '\ud800', '\udfff\ud800', `x${'\u202e'}`, '\u0000'.repeat(400)]
  await sendAsSdk(server, [
    ...places.map(place =>
      sdkEvent(odd, '$WebClick', { $element_path: place, $element_id: place, appCode: place }),
    ),
    sdkEvent(odd, '$WebClick', {
      $page_x: 1e308,
      $page_y: -0,
      $url: `https://${'a'.repeat(1_000)}.example/`,
    }),
    sdkEvent(odd, '$WebClick', {}, { time: 1e308 }),
    sdkEvent(even, 'passwordLogin'),
  ])
  await stored(even, 1)
  await stored(odd, places.length + 2)
})

test.each([
  ['nothing', ''],
  ['no form', '{"a":'],
  ['no base64', 'data_list=%%%'],
  ['base64 of no JSON', `data_list=${Buffer.from('[{').toString('base64')}`],
  ['no list', `data_list=${Buffer.from('{"a":1}').toString('base64')}`],
  ['deep nesting', `data_list=${Buffer.from('['.repeat(20_000)).toString('base64')}`],
  ['bytes', gzipSync('hello')],
])('answers %s with 204', async (_, body) => {
  for (const path of [TRACKING_SDK_PATH, TRACKING_PATH])
    expect((await post(server, path, body)).status).toBe(204)
})

test('rejects batches of more than 200 events and bodies of more than 256 KiB', async () => {
  const visitor = newVisitor()
  await sendAsSdk(
    server,
    Array.from({ length: 201 }, () => sdkEvent(visitor, 'passwordLogin')),
  )
  const fat = { visitor, events: [{ event: 'passwordLogin', properties: {}, pad: 'x'.repeat(256 * 1024) }] }
  expect((await sendPlain(server, fat)).status).toBe(204)
  await nothingBut(visitor)
  await sendAsSdk(
    server,
    Array.from({ length: 199 }, () => sdkEvent(visitor, 'passwordLogin')),
  )
  await stored(visitor, 200)
})

test('ignores pages of other origins, cookies and tokens', async () => {
  const visitor = newVisitor()
  const events = [sdkEvent(visitor, 'passwordLogin')]
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const answer = await sendAsSdk(server, events, { headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  await nothingBut(visitor)
  const cookie = { cookie: `utoken=${'A'.repeat(43)}`, utoken: 'B'.repeat(43) }
  const answer = await sendAsSdk(server, events, { headers: cookie })
  expect(answer.headers.get('set-cookie')).toBeNull()
  await stored(visitor, 2)
})

test('limits an address to 60 requests a minute', async () => {
  const [loud, quiet] = [newVisitor(), newVisitor()]
  const ip = '203.0.113.200'
  const answers = []
  for (let i = 0; i < 150; i++)
    answers.push((await sendAsSdk(server, [sdkEvent(loud, 'passwordLogin')], { ip })).status)
  expect(new Set(answers)).toEqual(new Set([204]))
  await sendAsSdk(server, [sdkEvent(quiet, 'passwordLogin')])
  await stored(quiet, 1)
  // A new minute may have started in between.
  const { length } = await readStoredEvents(server, loud)
  expect(length).toBeGreaterThanOrEqual(60)
  expect(length).toBeLessThanOrEqual(120)
  expect(await figures()).toMatch(/kerf_events_total\{event="tracking",outcome="limited"\} [1-9]/)
})

test('requires consent depending on the place', async () => {
  const rule = async (ip: string) => (await server.call(getConsentRule, undefined, { ip })).data.rule
  expect(await rule('10.1.2.3')).toBe('opt-in')
  expect(await rule('8.8.8.8')).toBe('opt-out')
  expect(await rule('193.99.144.80')).toBe('opt-in')
})
