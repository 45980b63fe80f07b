/** Connections that never end, arrive slowly, or are spelled in ways that two servers understand differently (S-129). */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { createServer } from '../../src/web/server.ts'
import { openRawConnection, sendEndlessBody, sendRaw } from '../support/raw-socket.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'

const portal = useFolder('portal')
mkdirSync(join(portal, 'pages'))
writeFileSync(join(portal, 'pages/pages.json'), JSON.stringify({ pages: {} }))
const server = await useTestServer({ env: { PORTAL_FOLDER: portal } })

/** Socket buffers of both sides hold some megabytes, and the server reads up to 8 MB more after its answer. */
const BYTES_MAX = 24 * 1024 * 1024
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

describe('a body without an end', () => {
  test.each([
    ['POST', '/en/login', FORM_TYPE],
    ['POST', '/zh/register', FORM_TYPE],
    ['POST', '/en/login', 'multipart/form-data; boundary=x'],
    ['POST', '/en/unknown-page', FORM_TYPE],
    ['POST', '/v1/login', JSON_TYPE],
    ['POST', '/v1/login', FORM_TYPE],
    ['POST', '/v1/login', undefined],
    ['POST', '/v1/unknown', JSON_TYPE],
    ['POST', '/v1/user/headpic/upload', 'image/png'],
    ['POST', '/v1/%', JSON_TYPE],
    ['POST', `/v1/login?${'q'.repeat(9_000)}`, JSON_TYPE],
    ['POST', '/sa.gif', FORM_TYPE],
    ['POST', '/v1/track', 'text/plain'],
    ['POST', '/oauth/apple/callback', FORM_TYPE],
    ['POST', '/assets/a.js', FORM_TYPE],
    ['POST', '/metrics', 'text/plain'],
    ['PUT', '/v1/login', JSON_TYPE],
    ['DELETE', '/anything', JSON_TYPE],
    ['GET', '/en/unknown', JSON_TYPE],
    ['GET', '/v1/user/basic', JSON_TYPE],
    ['GET', '/healthz', undefined],
    ['OPTIONS', '/v1/login', JSON_TYPE],
  ])('%s %s with the type %s is closed', async (method, path, type) => {
    const connection = await openRawConnection(server.url)
    const accepted = await sendEndlessBody(
      connection,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}`,
      BYTES_MAX,
    )
    expect(accepted).toBeLessThan(BYTES_MAX)
    expect(await connection.closed).toBeLessThan(30_000)
  })

  test.each([
    [
      'a body of an unknown call',
      404,
      `POST /v1/unknown HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 400000\r\n\r\n`,
    ],
    [
      'a body of an unknown type',
      415,
      'POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 400000\r\n\r\n',
    ],
    [
      'a body that is too long',
      413,
      `POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 400000\r\n\r\n`,
    ],
    ['a long head', 431, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: '],
    ['bytes that are no request', 400, '\0'],
  ])(
    'the answer to %s arrives while the client still sends, and the connection is not reset',
    async (_, status, head) => {
      const { socket, received, errors, closed } = await openRawConnection(server.url, {
        allowHalfOpen: true,
      })
      const rest = 'x'.repeat(200_000)
      socket.write(head + rest)
      await expect.poll(received).toMatch(/\r\n\r\n\{.*\}$/)
      socket.write(rest)
      // A reset would arrive with the next byte.
      await wait(100)
      socket.end('x')
      await closed
      expect(errors).toEqual([])
      expect(received()).toContain(`HTTP/1.1 ${status} `)
    },
  )

  test('a client that sends an endless body after its answer is disconnected', async () => {
    const connection = await openRawConnection(server.url, { allowHalfOpen: true })
    const head = `POST /v1/unknown HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\n`
    expect(await sendEndlessBody(connection, head, BYTES_MAX)).toBeLessThan(BYTES_MAX)
    expect(connection.received()).toContain('HTTP/1.1 404 ')
  })

  test('a form that is sent before its script has loaded is still answered with the page', async () => {
    const body = 'email=a%40example.com&password=secret'
    const text = await sendRaw(
      server.url,
      `POST /en/login?p=creative HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 303 /)
    expect(text).toMatch(/\r\nlocation: \/en\/login\?p=creative\r\n/)
  })
})

describe('a request that arrives slowly', () => {
  const origins = { own: () => 'http://localhost', listed: () => new Set<string>() }
  const deadlines = { headersTimeoutMs: 300, requestTimeoutMs: 700, checkIntervalMs: 50 }
  const app = createServer({
    trustedProxies: [],
    logLevel: 'silent',
    origins,
    metrics: createMetrics(),
    deadlines,
  })
  app.post('/known', async () => 'done')
  let url = ''
  beforeAll(async () => {
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  test.each([
    ['headers', 'POST /known HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n', 300],
    ['the first line', 'POST /know', 'n', 300],
    [
      'a body with a length',
      `POST /known HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 4000\r\n\r\n`,
      'x',
      700,
    ],
    [
      'a chunked body',
      `POST /known HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '1\r\nx\r\n',
      700,
    ],
    [
      'a body of an unknown route',
      `POST /unknown HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 4000\r\n\r\n`,
      'x',
      700,
    ],
  ])('%s: the connection is closed at the deadline', async (_, head, drip, deadline) => {
    const connection = await openRawConnection(url)
    connection.socket.write(head)
    const timer = setInterval(() => connection.socket.write(drip), 20)
    const took = await connection.closed.finally(() => clearInterval(timer))
    // Without the deadlines of this test, it would take a minute or more.
    expect(took).toBeLessThan(deadline + 30_000)
    expect(took).toBeGreaterThan(deadline - 100)
    // An unknown route is answered before its body has arrived.
    expect(connection.received()).toMatch(/^HTTP\/1\.1 (?:404|408) /)
    expect(connection.received().toLowerCase()).toContain('cache-control: no-store')
  })

  test('a client that sends slowly after its last answer is disconnected at the deadline', async () => {
    const { socket, received, closed } = await openRawConnection(url, { allowHalfOpen: true })
    // A whole request: its own deadline has no more to wait for.
    socket.write(
      `POST /known HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    )
    const timer = setInterval(() => socket.write('x'), 20)
    const took = await closed.finally(() => clearInterval(timer))
    expect(took).toBeGreaterThan(deadlines.requestTimeoutMs - 100)
    expect(took).toBeLessThan(deadlines.requestTimeoutMs + 30_000)
    expect(received()).toContain('HTTP/1.1 200 ')
  })

  test('a connection that sends nothing is closed', async () => {
    const connection = await openRawConnection(url)
    await wait(50)
    expect(await connection.closed).toBeLessThan(30_000)
  })
})

describe('a request that two servers understand differently', () => {
  test.each([
    ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two equal Host headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n'],
    ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['an absolute target', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an absolute target of its own host', 'GET http://a/healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an authority', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['an explicit HTTP/0.9', 'GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n'],
    ['HTTP/2.0 in a first line', 'GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['a bare line feed', 'GET /healthz HTTP/1.1\nHost: a\n\n'],
    ['a null byte in a header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n'],
    [
      'two content lengths',
      'POST /v1/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}',
    ],
  ])('%s is refused and the connection closed', async (_, bytes) => {
    const text = await sendRaw(server.url, bytes)
    // Nothing at all is answered to CONNECT.
    if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 (?:400|505) /)
    if (text !== '') expect(text.toLowerCase()).toContain('cache-control: no-store')
    expect(text).not.toContain('"ok"')
  })

  test.each([
    ['alone', ''],
    ['after a request of the same packet', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('a HEAD request that is no HTTP, %s, is refused without a body', async (_, before) => {
    const malformed = (method: string) =>
      sendRaw(server.url, `${before}${method} /healthz HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n`)
    expect(await malformed('HEAD')).toMatch(/HTTP\/1\.1 400 [^{]*Content-Length: [1-9]\d*\r\n\r\n$/)
    expect(await malformed('GET')).toMatch(/HTTP\/1\.1 400 [^{]*\r\n\r\n\{.*\}$/)
  })

  test('HTTP/1.0 with one Host header is answered', async () => {
    expect(await sendRaw(server.url, 'GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
