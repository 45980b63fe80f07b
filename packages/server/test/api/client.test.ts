import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, type ClientContext, createClient } from '@kerf/contract/client'
import { endpoint } from '@kerf/contract/endpoint'
import { getBasicInfo, logout } from '@kerf/contract/endpoints/account'
import { login } from '@kerf/contract/endpoints/login'
import { getCountries, getRegions } from '@kerf/contract/endpoints/region'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let baseUrl: string
let heard: Heard[] = []
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
      heard.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      reply(response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  heard = []
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
    (one: unknown) => one,
  )
  if (!(error instanceof ApiError)) throw new Error('the call did not fail as a call does')
  return error
}

test('a passport call carries token, language, app and options, and answers its data', async () => {
  reply = ok({ utoken: 'new', uid: 'u' })
  const call = client({ cookieOptions: () => ({ sameSite: 'strict', insecure: false }) })
  const data = await call(login, { email: 'a@example.com', password: 'x' }, { idempotencyKey: 'k-1' })
  expect(data).toEqual({ utoken: 'new', uid: 'u' })
  const [request] = heard
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

test('a call of another base carries only token, language and type', async () => {
  reply = ok({})
  const other = endpoint({ ...logout, base: 'other' })
  await client({ cookieOptions: () => ({ sameSite: undefined, insecure: true }) })(other, undefined)
  const names = Object.keys(heard[0]?.headers ?? {})
  expect(names).toEqual(expect.arrayContaining(['utoken', 'lang', 'content-type']))
  expect(names.filter(name => /^(?:app|passport|cookie)/.test(name))).toEqual([])
  expect(heard[0]?.body).toBe('{}')
})

test('without a token no token header is sent', async () => {
  reply = ok([])
  for (const token of [undefined, '']) await client({ token: () => token })(getCountries, undefined)
  for (const request of heard) expect(request.headers.utoken).toBeUndefined()
})

test('parameters of the path are escaped', async () => {
  reply = ok([])
  await client()(getRegions, undefined, { params: { id: '../../x?y=1#z' } })
  expect(heard[0]?.url).toBe('/v1/region/country/..%2F..%2Fx%3Fy%3D1%23z/states')
})

test('a refusal brings its code, data, request id and wait', async () => {
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
  ['nothing', response => void response.writeHead(200).end()],
  ['JSON that is no envelope', json(500, { error: 'x' })],
  ['an envelope whose code is text', json(200, { code: '0', data: {} })],
  ['null', json(200, null)],
  ['a list', json(200, [0])],
  ['a broken connection', response => void response.destroy()],
  [
    'half an answer',
    response => {
      response.writeHead(200, { 'content-length': '100' }).write('{"code":0')
      setTimeout(() => response.destroy(), 20)
    },
  ],
])('%s is a network fault, which keeps the token', async (_name, answer) => {
  reply = answer
  expect(await failure(client()(getBasicInfo, undefined))).toMatchObject({ code: 1002, reason: 'network' })
})

test('a server that is not there is a network fault', async () => {
  const call = client({ baseUrl: 'http://127.0.0.1:1' })
  expect(await failure(call(getBasicInfo, undefined))).toMatchObject({ code: 1002, reason: 'network' })
})

test('a server that does not answer is a time-out, before and within the body', async () => {
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

test('an abort of our own is told apart', async () => {
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

test('offline nothing is sent, and going offline meanwhile reads as offline', async () => {
  reply = response => void response.destroy()
  expect((await failure(client({ online: () => false })(getBasicInfo, undefined))).code).toBe(1000)
  expect(heard).toEqual([])
  let asked = 0
  const call = client({ online: () => asked++ === 0 })
  expect((await failure(call(getBasicInfo, undefined))).code).toBe(1000)
})

test('an unknown code is handed on as it is', async () => {
  reply = json(418, { code: 29_999, data: null, msg: '', requestId: 'r' })
  expect((await failure(client()(getBasicInfo, undefined))).code).toBe(29_999)
})
