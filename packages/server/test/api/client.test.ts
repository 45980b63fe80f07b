import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, type ClientContext, createClient } from '@kerf/contract/client/client'
import { endpoint } from '@kerf/contract/endpoint'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { getCountries, getRegions } from '@kerf/contract/endpoints/region'
import { logout } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let baseUrl: string
let received: ReceivedRequest[] = []
let reply: (response: ServerResponse) => void

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
const ok = (data: unknown) => json(200, { code: 0, data, msg: '', requestId: 'r' })

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += String(chunk)
    })
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      reply(response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  received = []
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

const app = { code: 'creative', platform: 'pc', version: '2.6.0', origin: 'atomm' }
const client = (more: Partial<ClientContext> = {}) =>
  createClient({
    baseUrl,
    token: () => 'the-token',
    language: () => 'zh',
    app: () => app,
    online: () => true,
    ...more,
  })

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('the call did not reject with an ApiError')
  return error
}

test('sends token, language, app and options with a passport call, and resolves with its data', async () => {
  reply = ok({ utoken: 'new', uid: 'u' })
  const call = client({ cookieOptions: () => ({ sameSite: 'strict', insecure: false }) })
  const data = await call(login, { email: 'a@example.com', password: 'x' }, { idempotencyKey: 'k-1' })
  expect(data).toEqual({ utoken: 'new', uid: 'u' })
  const [request] = received
  expect(request).toMatchObject({ method: 'POST', url: '/v1/login' })
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    utoken: 'the-token',
    lang: 'zh',
    appcode: 'creative',
    appplatform: 'pc',
    appversion: '2.6.0',
    apporigin: 'atomm',
    passportversion: '1.11.19',
    cookiesamesite: 'strict',
    'idempotency-key': 'k-1',
  })
  expect(JSON.parse(request?.body ?? '')).toEqual({ email: 'a@example.com', password: 'x' })
})

test('sends only token, language and content type with a call of another base', async () => {
  reply = ok({})
  const other = endpoint({ ...logout, base: 'other' })
  await client({ cookieOptions: () => ({ sameSite: undefined, insecure: true }) })(other, undefined)
  const names = Object.keys(received[0]?.headers ?? {})
  expect(names).toEqual(expect.arrayContaining(['utoken', 'lang', 'content-type']))
  expect(names.filter(name => /^(?:app|passport|cookie)/.test(name))).toEqual([])
  expect(received[0]?.body).toBe('{}')
})

test('sends no token header without a token', async () => {
  reply = ok([])
  for (const token of [undefined, '']) await client({ token: () => token })(getCountries, undefined)
  for (const request of received) expect(request.headers.utoken).toBeUndefined()
})

test('escapes the parameters of the path', async () => {
  reply = ok([])
  await client()(getRegions, undefined, { params: { id: '../../x?y=1#z' } })
  expect(received[0]?.url).toBe('/v1/region/country/..%2F..%2Fx%3Fy%3D1%23z/states')
})

test('rejects with the code, data, request id and delay of an error', async () => {
  reply = json(
    429,
    { code: 20429, data: { fields: { a: 'x' } }, msg: 'm', requestId: 'r-9' },
    { 'retry-after': '30' },
  )
  const error = await failure(client()(getBasicInfo, undefined))
  expect(error).toMatchObject({ code: 20429, data: { fields: { a: 'x' } }, requestId: 'r-9', retryAfter: 30 })
  expect(error.reason).toBeUndefined()
  reply = json(401, { code: 20101, data: {}, msg: '', requestId: 'r' })
  expect((await failure(client()(getBasicInfo, undefined))).retryAfter).toBeUndefined()
})

test.each<[string, (response: ServerResponse) => void]>([
  ['a 502 page', response => void response.writeHead(502).end('<html>Bad gateway</html>')],
  ['a 200 page', response => void response.writeHead(200).end('<html>captive portal</html>')],
  ['an empty body', response => void response.writeHead(200).end()],
  ['JSON without an envelope', json(500, { error: 'x' })],
  ['an envelope with a code of text', json(200, { code: '0', data: {} })],
  ['null', json(200, null)],
  ['a list', json(200, [0])],
  ['a broken connection', response => void response.destroy()],
  [
    'a truncated body',
    response => {
      response.writeHead(200, { 'content-length': '100' }).write('{"code":0')
      setTimeout(() => response.destroy(), 20)
    },
  ],
])('rejects %s as a network error', async (_name, answer) => {
  reply = answer
  expect(await failure(client()(getBasicInfo, undefined))).toMatchObject({ code: 1002, reason: 'network' })
})

test('rejects as a network error if no server listens', async () => {
  const call = client({ baseUrl: 'http://127.0.0.1:1' })
  expect(await failure(call(getBasicInfo, undefined))).toMatchObject({ code: 1002, reason: 'network' })
})

test('rejects as a timeout before and within the body', async () => {
  reply = () => undefined
  expect(await failure(client({ timeoutMs: 60 })(getBasicInfo, undefined))).toMatchObject({
    code: 1002,
    reason: 'timeout',
  })
  reply = response => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"code":0,')
  expect(await failure(client({ timeoutMs: 60 })(getBasicInfo, undefined))).toMatchObject({
    code: 1002,
    reason: 'timeout',
  })
})

test('distinguishes an abort by the caller', async () => {
  reply = () => undefined
  const controller = new AbortController()
  const work = failure(client()(getBasicInfo, undefined, { signal: controller.signal }))
  setTimeout(() => controller.abort(), 20)
  expect(await work).toMatchObject({ code: 1002, reason: 'abort' })
  expect(await failure(client()(getBasicInfo, undefined, { signal: AbortSignal.abort() }))).toMatchObject({
    code: 1002,
    reason: 'abort',
  })
})

test('sends nothing while offline, and rejects as offline if the connection is lost meanwhile', async () => {
  reply = response => void response.destroy()
  expect((await failure(client({ online: () => false })(getBasicInfo, undefined))).code).toBe(1000)
  expect(received).toEqual([])
  let checks = 0
  const call = client({ online: () => checks++ === 0 })
  expect((await failure(call(getBasicInfo, undefined))).code).toBe(1000)
})

test('rejects with an unknown code unchanged', async () => {
  reply = json(418, { code: 29_999, data: null, msg: '', requestId: 'r' })
  expect((await failure(client()(getBasicInfo, undefined))).code).toBe(29_999)
})
