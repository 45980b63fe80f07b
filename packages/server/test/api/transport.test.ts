import { connect } from 'node:net'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { getCountries } from '@kerf/contract/endpoints/region'
import { logout } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const post = (
  body: string | undefined,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  path = '/v1/login',
) => fetch(server.url + path, { method: 'POST', headers, ...(body !== undefined && { body }) })

const credentials = JSON.stringify({ email: 'a@example.com', password: 'whatever' })

test.each([
  ['text/plain', 415],
  ['text/plain;charset=application/json', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/xml', 415],
  ['text/html', 415],
  ['application/json-seq', 415],
  ['application/json; charset=utf-8', 401],
  ['APPLICATION/JSON', 401],
])('answers a body of type %s with %i', async (type, status) => {
  const answer = await readAnswer(await post(credentials, { 'content-type': type }))
  expect([answer.status, answer.code]).toEqual([status, status === 415 ? 20005 : 20111])
})

test.each([
  ['{', 400],
  ['{"email":', 400],
  ["{'email':1}", 400],
  ['NaN', 400],
  ['', 400],
  ['\u0000', 400],
  ['{"a":1}{"b":2}', 400],
  ['null', 400],
  ['[]', 400],
  ['"text"', 400],
  ['7', 400],
  ['true', 400],
  [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
])('rejects the malformed body %#', async (body, status) => {
  const answer = await readAnswer(await post(body))
  expect([answer.status, answer.code]).toEqual([status, 20001])
})

test('rejects a body of more than 64 KiB', async () => {
  const sized = (bytes: number) => `{"x":"${'y'.repeat(bytes - 8)}"}`
  expect((await readAnswer(await post(sized(64 * 1024)))).status).toBe(400)
  const answer = await readAnswer(await post(sized(64 * 1024 + 1)))
  expect([answer.status, answer.code]).toEqual([413, 20004])
})

test('rejects a URL of more than 8 KiB', async () => {
  const get = async (length: number) =>
    readAnswer(await fetch(`${server.url}/v1/unknown?${'q'.repeat(length - 12)}`))
  expect((await get(8 * 1024)).status).toBe(404)
  const answer = await get(9 * 1024)
  expect([answer.status, answer.code]).toEqual([414, 20001])
})

test('rejects headers of more than 16 KiB', async () => {
  const response = await fetch(`${server.url}/v1/user/basic`, {
    headers: { 'x-long': 'y'.repeat(17 * 1024) },
  })
  expect(response.status).toBe(431)
  expect(await response.text()).not.toMatch(/node_modules|\bat /)
})

test.each([
  ['GET', '/v1/unknown', 404],
  ['GET', '/v1/login', 405],
  ['POST', '/v1/user/basic', 405],
  ['PUT', '/v1/login', 405],
  ['DELETE', '/v1/login', 405],
  ['PATCH', '/v1/login', 405],
  ['GET', '/v1/', 404],
  ['GET', '/v2/verify/ncdata/../../../etc/passwd', 404],
  ['GET', '/v1/%2e%2e/%2e%2e/etc/passwd', 404],
  ['GET', '/v1/user/basic/extra', 404],
  ['GET', '/v1/.env', 404],
  ['TRACE', '/v1/login', 405],
])('answers %s %s with %i and no detail', async (method, path, status) => {
  const { port } = new URL(server.url)
  // Sent over a socket, because an HTTP client normalizes the path and rejects some methods.
  const text = await sendRaw(
    Number(port),
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  )
  expect(text.split(' ')[1]).toBe(String(status))
  expect(text).toContain(`{"code":${status === 405 ? 20003 : 20002},`)
  expect(text).not.toMatch(/root:|FST_|Route /)
})

test.each([
  '/v1/%',
  '/v1/%zz',
  '/v1/user/%c0%af',
  '/v1/region/country/%ff/states',
  '/v1/region/country/x%00y/states',
])('answers the malformed path %s in the envelope', async path => {
  const { port } = new URL(server.url)
  const text = await sendRaw(Number(port), `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1\.1 (?:200|40[04]) /)
  expect(text).toMatch(/"code":(?:0|20001),/)
  expect(text).not.toMatch(/FST_|not a valid url/)
})

test('answers an oversized path parameter in the envelope', async () => {
  const answer = await readAnswer(await fetch(`${server.url}/v1/region/country/${'x'.repeat(300)}/states`))
  expect([answer.code, answer.status]).toEqual([20002, 404])
})

test.each([
  ['two content lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a content length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a folded header', 'X-A: b\r\n c\r\nContent-Length: 0\r\n\r\n'],
  ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
])('rejects a request with %s', async (_name, rest) => {
  const { port } = new URL(server.url)
  const text = await sendRaw(
    Number(port),
    `POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`,
  )
  expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(text).not.toMatch(/node_modules|\.ts:/)
})

test('is not vulnerable to prototype pollution', async () => {
  const { email } = await seedPerson(server)
  for (const property of [
    '"__proto__":{"polluted":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"\\u005f_proto__":{"polluted":true}',
    '"__proto__":null',
  ]) {
    const body = `{"email":"${email}","password":"${PASSWORD}",${property}}`
    const answer = await readAnswer(await post(body))
    expect([0, 20001]).toContain(answer.code)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  }
  for (const name of ['toString', 'constructor', 'hasOwnProperty', 'prototype', 'valueOf']) {
    const answer = await server.call(login, { email, password: PASSWORD, [name]: 1 })
    expect([answer.code, answer.fields]).toEqual([20001, { [name]: 'unknown_field' }])
  }
  expect((await fetch(`${server.url}/v1/region/country?__proto__=1&constructor=2`)).status).toBe(200)
})

test('uses the last value of a repeated JSON field', async () => {
  const { email } = await seedPerson(server)
  const body = `{"email":"${newEmail()}","email":"${email}","password":"wrong","password":"${PASSWORD}"}`
  expect((await readAnswer(await post(body))).code).toBe(0)
})

test.each([
  ['en', {}, 'en'],
  ['zh', {}, 'zh'],
  ['zh-CN', {}, 'zh'],
  ['zh-TW', {}, 'en'],
  ['ZH', {}, 'en'],
  ['fr', {}, 'en'],
  ['../zh', {}, 'en'],
  ['<script>', {}, 'en'],
  ['x'.repeat(10_000), {}, 'en'],
  [undefined, { cookie: 'IntlLang=zh' }, 'zh'],
  [undefined, { cookie: 'IntlLang=fr', 'accept-language': 'zh' }, 'en'],
  [undefined, { 'accept-language': 'zh-TW,en;q=0.5' }, 'zh'],
  [undefined, { 'accept-language': 'en,zh' }, 'en'],
  ['en', { cookie: 'IntlLang=zh', 'accept-language': 'zh' }, 'en'],
] as const)('answers lang %j with %j in %3$s', async (lang, headers, expected) => {
  const options = { headers: headers as Record<string, string>, ...(lang !== undefined && { lang }) }
  const refused = await server.call(getBasicInfo, undefined, options)
  expect(/\p{Script=Han}/u.test(refused.msg)).toBe(expected === 'zh')
  const list = await server.call(getCountries, undefined, options)
  expect(list.data.find(country => country.id === 'DE')?.name).toBe(expected === 'zh' ? '德国' : 'Germany')
})

test('treats a write without a body as one with an empty object', async () => {
  const { email } = await seedPerson(server)
  const { data } = await server.call(login, { email, password: PASSWORD })
  expect((await readAnswer(await post(undefined, { utoken: data.utoken }, '/v1/user/logout'))).code).toBe(0)
  expect((await server.call(logout, {}, { token: data.utoken })).code).toBe(20101)
})

test('treats SQL in any field as text', async () => {
  for (const attack of ["' or '1'='1", "'; drop table account; --", '\\', '%', '$1', '{{7*7}}']) {
    expect(
      (
        await server.call(login, {
          email: `${attack.replace(/[\s\\;,]/g, '')}@example.com`,
          password: attack,
        })
      ).code,
    ).not.toBe(0)
    expect((await server.call(getBasicInfo, undefined, { token: encodeURIComponent(attack) })).code).toBe(
      20101,
    )
  }
  expect(await server.sql('select count(*) from account')).toHaveLength(1)
})

/** Sends a request over a socket and returns everything received. */
function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setEncoding('utf8').on('data', chunk => {
      text += String(chunk)
    })
    socket.on('end', () => resolve(text)).on('error', reject)
  })
}
