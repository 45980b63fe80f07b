/** The client against a server that answers as told: failures that the real passport does not show on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createKerfClient } from './client.ts'
import { KerfError } from './kerf-error.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void
let answers: Answer[] = []
let received: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
  const answer = answers.shift()
  if (!answer) throw new Error('no more answers')
  answer(response, request)
})
let portal = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  expect(answers, 'every answer was requested').toEqual([])
  received = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ok =
  (data: unknown): Answer =>
  response =>
    void response.end(JSON.stringify({ code: 0, data, msg: '', requestId: 'r-0' }))
const refuse =
  (status: number, code: number, headers: Record<string, string> = {}, data: unknown = {}): Answer =>
  response =>
    void response
      .writeHead(status, headers)
      .end(JSON.stringify({ code, data, msg: 'text of the passport', requestId: 'r-1' }))
const hangUp: Answer = response => void response.destroy()
const stayQuiet: Answer = () => undefined
const SYSTEM = refuse(503, 20901)
const BUSY = refuse(429, 20429, { 'retry-after': '1' })

const SECRET = 'a-secret-of-this-app'
const client = (more: object = {}) =>
  createKerfClient({ portal, clientId: 'app_1', clientSecret: SECRET, ...more })
const failureOf = (call: Promise<unknown>): Promise<KerfError> =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    error => error,
  )
const redeem = (more?: object) =>
  client(more).tickets.redeem({ ticket: 'tkt_x', returnUrl: 'https://a.example/' })

describe('repeats', () => {
  test.each([
    ['an outage', SYSTEM],
    ['a closed connection', hangUp],
    [
      "a proxy's error page",
      ((response: ServerResponse) => void response.writeHead(502).end('<h1>Bad</h1>')) as Answer,
    ],
  ])('a call that is safe to repeat after %s', async (_, failure) => {
    answers = [failure, failure, ok({ alive: ['a'] })]
    expect(await client().sessions.alive(['a', 'b'])).toEqual(new Set(['a']))
  })

  test('no more often than configured', async () => {
    answers = [SYSTEM, SYSTEM]
    expect(await failureOf(client({ retries: 1 }).sessions.end(['a']))).toMatchObject({ name: 'system' })
  })

  test.each([
    ['an outage', SYSTEM, 'system'],
    ['a closed connection', hangUp, 'unreachable'],
  ])('no redeemed ticket after %s, because the first call may have used it', async (_, failure, name) => {
    answers = [failure]
    expect(await failureOf(redeem())).toMatchObject({ name, isTemporary: true })
  })

  test('every call that was refused for too many calls, after the time that the passport names', async () => {
    answers = [BUSY, ok({ uid: 'u' })]
    const startedAt = Date.now()
    expect(await redeem()).toEqual({ uid: 'u' })
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
  })

  test('not after more time than the call has, which the caller learns', async () => {
    answers = [refuse(429, 20429, { 'retry-after': '3600' })]
    expect(await failureOf(client().sessions.alive(['a']))).toMatchObject({
      name: 'too_many_requests',
      retryAfterSeconds: 3600,
      isTemporary: true,
    })
  })

  test('a message with one idempotency key, so that it is sent once', async () => {
    answers = [hangUp, ok({ id: 'b1' }), ok({ id: 'b2' })]
    const message = { audience: 'app:shop', category: 'app', title: { en: 'Hi' } } as const
    await client().messages.send(message)
    await client().messages.send(message, { idempotencyKey: 'mine' })
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0], 'mine'])
  })

  test('no error of the caller', async () => {
    answers = [refuse(400, 20001, {}, { fields: { sessions: 'invalid' } })]
    expect(await failureOf(client().sessions.alive(['a']))).toMatchObject({
      name: 'bad_request',
      number: 20001,
      status: 400,
      requestId: 'r-1',
      fields: { sessions: 'invalid' },
      isTemporary: false,
    })
  })
})

describe('ends a call', () => {
  test('at its timeout, repeats included', async () => {
    answers = [hangUp, stayQuiet]
    const error = await failureOf(client().sessions.alive(['a'], { timeoutMs: 500 }))
    expect(error).toMatchObject({ name: 'timeout', number: undefined, status: undefined, isTemporary: true })
  })

  test('with the reason of the signal, before, during and between attempts', async () => {
    const reason = new Error('the visitor left')
    const aborted = AbortSignal.abort(reason)
    expect(await failureOf(client().sessions.alive(['a'], { signal: aborted }))).toBe(reason)
    for (const answer of [stayQuiet, refuse(503, 20901, { 'retry-after': '4' })]) {
      answers = [answer]
      const controller = new AbortController()
      const failure = failureOf(client().sessions.alive(['a'], { signal: controller.signal }))
      await expect.poll(() => received.length).toBeGreaterThan(0)
      setTimeout(() => controller.abort(reason), 20)
      expect(await failure).toBe(reason)
      received = []
    }
  })

  test('for an answer that is not the passport’s, and follows no redirect with the credentials', async () => {
    answers = [response => void response.writeHead(307, { location: `${portal}/elsewhere` }).end()]
    expect(await failureOf(redeem())).toMatchObject({
      name: 'invalid_answer',
      status: 307,
      isTemporary: true,
    })
    expect(received.map(({ line }) => line)).toEqual(['POST /v1/ticket/redeem'])
  })

  test('with the name unknown for an error of a newer passport', async () => {
    answers = [refuse(418, 29999)]
    expect(await failureOf(redeem())).toMatchObject({ name: 'unknown', number: 29999, status: 418 })
  })
})

test('authenticates as the app with UTF-8, or with the token of the person', async () => {
  answers = [ok({ alive: [] }), ok({ uid: 'u' }), refuse(401, 20101), refuse(401, 20101)]
  await client({ clientSecret: 'sécret' }).sessions.alive(['a'])
  await client().accounts.find('token-1')
  expect(await client().accounts.find('token-1')).toBeUndefined()
  await client().accounts.logout('token-1')
  const [app, person] = received
  expect(app?.headers.authorization).toBe(`Basic ${Buffer.from('app_1:sécret').toString('base64')}`)
  expect(app?.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(person?.headers.utoken).toBe('token-1')
  expect(person?.headers.authorization).toBeUndefined()
})

test('sends no value that cannot be a token', async () => {
  for (const utoken of ['', 'a b', 'a\nb', '"', 'x'.repeat(513)]) {
    expect(await client().accounts.find(utoken)).toBeUndefined()
    await client().accounts.logout(utoken)
    expect((await failureOf(client().accounts.createTicket(utoken, portal))).name).toBe('expired_login')
  }
  expect(received).toEqual([])
})

test('checks any number of sessions, each once, a hundred a call', async () => {
  const handles = Array.from({ length: 250 }, (_, i) => `s${i}`)
  const echo: Answer = response =>
    ok({ alive: JSON.parse(received.at(-1)?.body ?? '').sessions })(response, undefined as never)
  answers = [echo, echo, echo]
  expect((await client().sessions.alive([...handles, ...handles])).size).toBe(250)
  expect(received.map(({ body }) => JSON.parse(body).sessions.length)).toEqual([100, 100, 50])
  answers = [ok({ ended: 100 }), ok({ ended: 3 })]
  expect(await client().sessions.end(handles.slice(0, 110))).toBe(103)
  expect(await client().sessions.alive([])).toEqual(new Set())
})

test('reads the feed with cursors of any form until there is no later event', async () => {
  answers = [
    ok({ items: [{ id: '1' }, { id: 'x:2' }], next: 'x:2' }),
    ok({ items: [{ id: '3' }], next: null }),
  ]
  const ids: string[] = []
  for await (const { id } of client().benefits.events({ cursor: 'a&b=c' })) ids.push(id)
  expect(ids).toEqual(['1', 'x:2', '3'])
  expect(received.map(({ line }) => line)).toEqual([
    'GET /v1/benefits/feed?cursor=a%26b%3Dc&limit=100',
    'GET /v1/benefits/feed?cursor=x%3A2&limit=100',
  ])
})

test('names no secret, token or ticket in an error, its stack or its properties', async () => {
  answers = [hangUp, refuse(403, 20102), SYSTEM]
  const { accounts } = client({ retries: 0 })
  const errors = [
    await failureOf(redeem({ retries: 0 })),
    await failureOf(redeem()),
    await failureOf(accounts.find('token-1')),
    await failureOf(accounts.createTicket('token 1', portal)),
  ]
  for (const error of errors) {
    expect(error).toBeInstanceOf(KerfError)
    expect(inspect(error, { depth: 9 })).not.toMatch(/tkt_x|token.1|a-secret|YXBwXz|a\.example/)
  }
  expect(inspect(client(), { depth: 9 })).not.toContain(SECRET)
})

test('refuses a portal that would get the secret without encryption', () => {
  const create =
    (url: string, more: object = {}) =>
    () =>
      client({ portal: url, ...more })
  for (const url of [
    'http://passport.kerf.example',
    'ftp://localhost',
    'http://localhost.evil.example',
    'nothing',
  ])
    expect(create(url), url).toThrow(TypeError)
  for (const url of [
    'https://passport.kerf.example',
    'http://a.localhost:3000',
    'http://[::1]:1',
    'http://127.0.0.1',
  ])
    expect(create(url), url).not.toThrow()
  expect(create('http://passport.internal', { allowHttp: true })).not.toThrow()
  expect(create(portal, { clientSecret: undefined })).toThrow('required')
})

test('sends calls to another origin than browsers use', async () => {
  answers = [ok({ alive: [] })]
  const kerf = client({ portal: 'https://passport.kerf.example', api: portal })
  await kerf.sessions.alive(['a'])
  expect(kerf.loginUrl({ returnUrl: 'https://a.example/' })).toMatch(
    /^https:\/\/passport\.kerf\.example\/en\/login\?/,
  )
  expect(() => client({ api: 'http://passport.internal' })).toThrow(TypeError)
})

test('builds the address of the login page', () => {
  const returnUrl = 'https://shop.example/return?state=a&b'
  const url = new URL(client().loginUrl({ returnUrl, app: 'shop', language: 'zh', parameters: { sl: '0' } }))
  expect(url.origin + url.pathname).toBe(`${portal}/zh/login`)
  expect(Object.fromEntries(url.searchParams)).toEqual({ p: 'shop', sl: '0', r: returnUrl })
})
