import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { createTicket, listLiveSessions, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { describe, expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { registerApp } from '../sign-on/register-app.ts'
import { seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { useSamplePortal } from '../support/sample-portal.ts'
import { useTestServer } from '../support/test-server.ts'

const portal = useSamplePortal()
const APP_ORIGIN = 'https://shop.partner.example'
const server = await useTestServer({ env: { PORTAL_FOLDER: portal } })
const app = await registerApp(server, APP_ORIGIN)
const clientId = (await server.sql<{ client_id: string }>('select client_id from app'))[0]?.client_id ?? ''

const send = (method: string, path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { method, redirect: 'manual', ...init })
const JSON_TYPE = { 'content-type': 'application/json' }

const endpoints = Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>)
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, 'x')
const paths = [...Map.groupBy(endpoints, pathOf)].map(
  ([path, group]) => [path, new Set<string>(group.map(({ method }) => method))] as const,
)

describe.each(paths)('%s', (path, methods) => {
  const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method => !methods.has(method))

  test('answers every other method with 405 and the methods that it accepts', async () => {
    for (const method of refused) {
      const response = await send(method, path)
      const allowed = (response.headers.get('allow') ?? '').split(', ')
      const answer = await readAnswer(response)
      expect([method, answer.status, answer.code]).toEqual([method, 405, 20003])
      expect(allowed).toEqual(expect.arrayContaining([...methods, 'OPTIONS']))
      expect(allowed).not.toContain(method)
    }
  })

  test('answers HEAD like GET, or with 405', async () => {
    const response = await send('HEAD', path)
    if (!methods.has('GET')) expect(response.status).toBe(405)
    else if (response.status === 405) expect(response.headers.get('allow')).not.toContain('HEAD')
    else expect(response.status).toBe((await send('GET', path)).status)
    expect(await response.text()).toBe('')
  })

  test('answers OPTIONS with the methods that it accepts', async () => {
    const response = await send('OPTIONS', path)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([...methods]))
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is unknown with a slash at its end, and below', async () => {
    for (const other of [`${path}/`, `${path}/more/and/more`]) {
      const answer = await readAnswer(await send('POST', other, { headers: JSON_TYPE, body: '{}' }))
      expect([other, answer.status, answer.code]).toEqual([other, 404, 20002])
    }
  })
})

describe('an unknown path', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v2/unknown',
    '/v1/unknown?x=1',
    '/v1//login',
    '/v1/LOGIN',
    '/message/v1',
    '/oauth',
    '/oauth/x/y/z',
    '/.well-known/unknown',
    '/files/headpic/none.png',
    '/assets/none.js',
    '/docs/unknown',
    '/dev/unknown',
  ])('%s answers 404 in the envelope to every method', async path => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await readAnswer(await send(method, path))
      const isMissingFile = /^\/(?:files|assets)\//.test(path)
      expect([method, answer.status]).toEqual([method, isMissingFile && method !== 'GET' ? 405 : 404])
      expect(answer.code).toBe(answer.status === 405 ? 20003 : 20002)
    }
    expect((await send('HEAD', path)).status).toBe(404)
  })

  test.each([
    ['of another type', 'text/plain', 'text'],
    ['that is malformed', 'application/json', '{'],
    ['that is too large', 'application/json', 'x'.repeat(70_000)],
  ])('is unknown whatever body it gets: one %s', async (_name, type, body) => {
    const init = { headers: { 'content-type': type }, body }
    const answers = [await send('POST', '/v1/unknown', init), await send('PUT', '/v1/login', init)]
    expect(await Promise.all(answers.map(async one => (await readAnswer(one)).code))).toEqual([20002, 20003])
  })
})

describe('a body', () => {
  test.each([
    ['text/plain', 20005],
    ['application/x-www-form-urlencoded', 20005],
    ['multipart/form-data; boundary=x', 20005],
    ['application/json', 20111],
    ['application/json; charset=utf-8', 20111],
  ])('of type %s is answered with %i', async (type, code) => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'whatever' })
    const answer = await readAnswer(
      await send('POST', '/v1/login', { headers: { 'content-type': type }, body }),
    )
    expect(answer.code).toBe(code)
    if (code === 20005) expect(answer.status).toBe(415)
  })

  test('of a read is not looked at', async () => {
    // fetch() sends no body with GET.
    const { request } = await import('node:http')
    const status = await new Promise(resolve => {
      const sent = request(`${server.url}/v1/region/country`, {
        method: 'GET',
        headers: { 'content-type': 'text/plain', 'content-length': 4 },
      })
      sent.on('response', response => resolve(response.resume().statusCode))
      sent.end('text')
    })
    expect(status).toBe(200)
  })
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const appEndpoints = endpoints.filter(({ access }) => access === 'app')

describe.each(appEndpoints.map(endpoint => [endpoint.path, endpoint] as const))('%s', (path, endpoint) => {
  const call = (headers: Readonly<Record<string, string>>, lang = 'en') =>
    send(endpoint.method, path, {
      headers: { ...(endpoint.method !== 'GET' && JSON_TYPE), lang, ...headers },
      ...(endpoint.method !== 'GET' && { body: '{"nonsense":1}' }),
    })

  test('asks an unknown app for its credentials before it looks at the input', async () => {
    for (const authorization of [
      undefined,
      '',
      'Basic',
      'Basic %%%',
      basic(':'),
      basic('kerf_nobody:secret'),
      basic(clientId),
      basic(`${clientId}:`),
      basic(`${clientId}:wrong`),
      'Bearer abc',
    ]) {
      const response = await call(authorization === undefined ? {} : { authorization })
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Kerf Passport", charset="UTF-8"')
      const answer = await readAnswer(response)
      expect([authorization, answer.status, answer.code]).toEqual([authorization, 401, 20121])
    }
  })

  test('is answered in words for developers', async () => {
    const texts = async (headers: Readonly<Record<string, string>>) => [
      (await readAnswer(await call(headers))).msg,
      (await readAnswer(await call(headers, 'zh'))).msg,
    ]
    expect(await texts({})).toEqual([
      'The client ID or the client secret is missing or wrong. Send both with HTTP Basic authentication.',
      '客户端 ID 或密钥缺失或有误，请通过 HTTP Basic 认证同时提供二者。',
    ])
    if (endpoint.method === 'GET') return
    expect(await texts(app)).toEqual([
      'The input is not valid. data.fields names each field and what is wrong with it.',
      '请求参数无效，data.fields 列出了各字段及其原因。',
    ])
  })
})

test('the name of the scheme may be in lower case', async () => {
  const authorization = app.authorization?.replace('Basic', 'basic') ?? ''
  expect((await server.call(listLiveSessions, { sessions: [] }, { headers: { authorization } })).code).toBe(0)
})

test('a known app that may not make the call gets 20102, in words for developers', async () => {
  const headers = { ...app, origin: 'https://evil.example' }
  const answer = await server.call(listLiveSessions, { sessions: [] }, { headers })
  expect([answer.status, answer.code, answer.msg]).toEqual([
    403,
    20102,
    'The app is known, but may not do this.',
  ])
  expect(answer.headers.get('www-authenticate')).toBeNull()
})

test('a person still gets the words of the form', async () => {
  const answer = await server.call(getBasicInfo)
  expect([answer.code, answer.msg]).toEqual([20101, 'Your login has expired. Log in again.'])
  expect(answer.headers.get('www-authenticate')).toBeNull()
})

test('an app is never told that a login has expired, even if the account is deleted at that moment', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const { ticket } = (
    await server.call(createTicket, { purpose: 'handover', target: `${APP_ORIGIN}/` }, { token })
  ).data
  // The account is deleted between the use of the ticket and the read of its data.
  await server.sql(
    `create function vanish() returns trigger language plpgsql as
     $$ begin delete from account where uid = new.uid; return new; end $$`,
  )
  await server.sql(
    `create trigger vanish after insert on audit_event for each row
     when (new.event = 'ticket.redeemed') execute function vanish()`,
  )
  const answer = await server.call(redeemTicket, { ticket }, { headers: app })
  expect([answer.status, answer.code]).toEqual([410, 20206])
  expect(await server.sql('select 1 from account where uid = $1', person.uid)).toEqual([])
})

describe('a page', () => {
  test.each([
    ['GET', '/unknown', 302],
    ['GET', '/en/unknown', 302],
    ['GET', '/en/login', 200],
    ['HEAD', '/en/login', 200],
    ['POST', '/en/login', 303],
    ['POST', '/en/unknown', 404],
  ])('%s %s answers %i', async (method, path, status) => {
    const form = { body: new URLSearchParams({ a: 'b' }) }
    expect((await send(method, path, method === 'POST' ? form : {})).status).toBe(status)
  })

  test('answers other methods with 405', async () => {
    const response = await send('PUT', '/en/login')
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await readAnswer(response)).code).toBe(20003)
    expect((await send('DELETE', '/anything/at/all')).status).toBe(405)
  })
})

test.each(['PROPFIND', 'LOCK', 'TRACE', 'PURGE'])('the method %s is answered like others', async method => {
  const { request } = await import('node:http')
  const statusOf = (path: string) =>
    new Promise(resolve => {
      const sent = request(server.url + path, { method })
      sent.on('response', response => resolve(response.resume().statusCode))
      sent.end()
    })
  expect([await statusOf('/v1/login'), await statusOf('/v1/unknown')]).toEqual([405, 404])
})
