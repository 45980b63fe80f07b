/** DEV_HTTPS_PORT: an https address beside the http address, in development. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { login } from '@kerf/contract/endpoints/sign-in'
import { COOKIE_SECURE_HEADER } from '@kerf/contract/headers'
import { describe, expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { useSamplePortal } from '../support/sample-portal.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'

const dataDir = useFolder('https')
const portal = useSamplePortal()
const env = { DATA_DIR: dataDir, PORTAL_FOLDER: portal, DEV_HTTPS_PORT: '0' }
const certificateFile = join(dataDir, 'https/localhost.crt')
const server = await useTestServer({ env })

interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** PEM of the trusted certificate; undefined: what the system trusts */
  readonly ca?: string | undefined
  readonly agent?: Agent
  readonly port?: number | undefined
}

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly cookies: readonly string[]
  readonly text: string
}

/** Connects to 127.0.0.1 as a browser that resolves names below localhost; the certificate is checked against `host`. */
function send(path: string, sent: Sent = {}): Promise<Received> {
  const {
    method = 'GET',
    host = 'localhost',
    headers = {},
    body,
    agent = false,
    port = server.httpsPort,
  } = sent
  const ca = 'ca' in sent ? sent.ca : readFileSync(certificateFile, 'utf8')
  return new Promise((resolve, reject) => {
    const request = requestHttps({
      host: '127.0.0.1',
      port,
      servername: host === '127.0.0.1' ? '' : host,
      path,
      method,
      agent,
      ...(ca !== undefined && { ca }),
      headers: {
        host: `${host}:${port}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    request.on('error', reject).on('response', response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', chunk => {
          text += chunk
        })
        .on('error', reject)
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            cookies: response.headers['set-cookie'] ?? [],
            text,
          }),
        )
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const cookiePairs = (cookies: readonly string[]): string =>
  cookies.map(cookie => cookie.split(';', 1)[0]).join('; ')

test('stores the certificate and its key in DATA_DIR', () => {
  expect(existsSync(certificateFile)).toBe(true)
  expect(statSync(join(dataDir, 'https/localhost.key')).mode & 0o777).toBe(0o600)
})

describe('sign-in over https', () => {
  test.each([
    ['localhost', ''],
    ['127.0.0.1', ''],
    ['passport.kerf.localhost', '; Domain=kerf.localhost'],
  ])('sets cookies at %s as production does, and they carry the session', async (host, domain) => {
    const { email } = await seedPerson(server)
    const origin = `https://${host}:${server.httpsPort}`
    const signedIn = await send('/v1/login', {
      method: 'POST',
      host,
      headers: { origin, 'sec-fetch-site': 'same-origin' },
      body: { email, password: PASSWORD },
    })
    expect(signedIn.status, signedIn.text).toBe(200)
    expect(signedIn.headers['access-control-allow-origin']).toBe(origin)
    const { utoken } = JSON.parse(signedIn.text).data
    expect(signedIn.cookies[0]).toBe(`utoken=${utoken}; Path=/${domain}; SameSite=None; Secure`)
    expect(signedIn.cookies.slice(1).map(cookie => cookie.split('=', 1)[0])).toContain('__Host-kerfDevice')
    for (const cookie of signedIn.cookies) expect(cookie).toContain('; Secure')

    const basic = await send('/v1/user/basic', { host, headers: { cookie: cookiePairs(signedIn.cookies) } })
    expect(JSON.parse(basic.text)).toMatchObject({ code: 0 })
  })

  test('cannot be made insecure by an option of the page', async () => {
    const { email } = await seedPerson(server)
    const { cookies } = await send('/v1/login', {
      method: 'POST',
      headers: { [COOKIE_SECURE_HEADER]: '0' },
      body: { email, password: PASSWORD },
    })
    expect(cookies[0]).toMatch(/; SameSite=None; Secure$/)
  })
})

test('a client that does not trust the certificate refuses the connection', async () => {
  await expect(send('/healthz', { ca: undefined })).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test.each(['passport.kerf.localhost', 'host.other.localhost', 'a.kerf.localhost'])(
  'the certificate covers %s',
  async host => expect((await send('/healthz', { host })).status).toBe(200),
)

test('the certificate covers no name outside this computer', async () => {
  await expect(send('/healthz', { host: 'passport.kerf.example' })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

describe('addresses of a response', () => {
  const startSocial = '/oauth/demo/auth?lang=en'
  const callbackOf = (location: string | null | undefined): string =>
    new URL(location ?? '').searchParams.get('redirect_uri') ?? ''

  test.each(['localhost', 'passport.kerf.localhost'])('stay https at %s', async host => {
    const origin = `https://${host}:${server.httpsPort}`
    const redirect = await send(startSocial, { host })
    expect(callbackOf(redirect.headers.location)).toBe(`${origin}/oauth/demo/callback`)
    expect(redirect.cookies.join()).toContain('__Host-')
    const document = JSON.parse((await send('/v1/openapi.json', { host })).text)
    expect(document.servers[0].url).toBe(origin)
  })

  test('stay http at the http address', async () => {
    const redirect = await fetch(new URL(startSocial, server.url), { redirect: 'manual' })
    expect(callbackOf(redirect.headers.get('location'))).toBe(
      `http://localhost:${new URL(server.url).port}/oauth/demo/callback`,
    )
    expect(redirect.headers.getSetCookie().join()).not.toContain('__Host-')
  })

  test('do not follow X-Forwarded-Proto', async () => {
    const response = await fetch(new URL('/v1/openapi.json', server.url), {
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(await response.json()).toMatchObject({ servers: [{ url: expect.stringMatching(/^http:/) }] })
  })
})

test('the http address sets the cookies that it sets without DEV_HTTPS_PORT', async () => {
  const { email } = await seedPerson(server)
  const { cookies, data } = await server.call(login, { email, password: PASSWORD })
  expect(cookies[0]).toBe(`utoken=${data.utoken}; Path=/; SameSite=None; Secure`)
  expect(cookies.join()).toContain('kerfDevice=')
  expect(cookies.join()).not.toContain('__Host-')
})

test.each(['/en/login', '/unknown', '/assets/a-1234.js', '/v1/user/basic', '/v1/none', '/%zz'])(
  '%s sends no Strict-Transport-Security, which would end the http address',
  async path => {
    const { headers } = await send(path)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers).not.toHaveProperty('strict-transport-security')
  },
)

test('a write from a foreign origin is refused over https too', async () => {
  const { email } = await seedPerson(server)
  const { status } = await send('/v1/login', {
    method: 'POST',
    headers: { origin: 'https://evil.localhost', 'sec-fetch-site': 'cross-site' },
    body: { email, password: PASSWORD },
  })
  expect(status).toBe(403)
})

test('closes a connection that speaks http', async () => {
  const socket = connect(server.httpsPort ?? 0, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  let received = ''
  socket.on('data', chunk => {
    received += chunk.toString('latin1')
  })
  await new Promise(resolve => socket.on('error', () => undefined).on('close', resolve))
  expect(received).not.toContain('HTTP/1.1 200')
  expect((await send('/healthz')).status).toBe(200)
})

test('keeps the certificate over a restart, completes pending requests at the end and closes both ports', async () => {
  const second = await startTestServer({ env })
  const port = second.httpsPort
  const agent = new Agent({ keepAlive: true })
  const before = readFileSync(certificateFile, 'utf8')
  // Both trust the same certificate, although they use their own databases.
  const ca = before
  expect((await send('/healthz', { port, agent, ca })).status).toBe(200)
  const { email } = await seedPerson(second)
  const pending = send('/v1/login', { method: 'POST', port, agent, ca, body: { email, password: PASSWORD } })
  await new Promise(resolve => setTimeout(resolve, 20))
  const closed = second.close()
  expect((await pending).status).toBe(200)
  await closed
  await expect(send('/healthz', { port, ca })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(fetch(second.url)).rejects.toThrow()
  agent.destroy()
})

test('prints both addresses, the file and the fingerprint of the certificate', async () => {
  const child = await server.spawn({ WORKERS: '1', DEVICE_SIMULATOR_PORT: '0' })
  const port = /https +https:\/\/localhost:(\d+)/.exec(child.output())?.[1]
  expect(child.output()).toContain('is ready: http://localhost:')
  expect(child.output()).toContain(`certificate    ${certificateFile} (until `)
  expect(child.output()).toMatch(/SHA-256 {8}(?:[0-9A-F]{2}:){31}[0-9A-F]{2}\n/)
  expect(child.output()).not.toContain('PRIVATE')
  expect((await send('/healthz', { port: Number(port) })).status).toBe(200)
  expect(await child.stop()).toBe(0)
})
