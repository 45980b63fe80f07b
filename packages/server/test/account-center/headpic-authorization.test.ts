/** A file is read only if its sender may upload it: otherwise five megabytes of memory would cost an attacker nothing. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { HEADPIC_MAX_BYTES, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { drawPicture, signInToken, upload } from './fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The status line of the response to a request whose body was not sent yet. */
async function answerToHead(...headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${uploadHeadpic.path} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: image/png',
    `Content-Length: ${HEADPIC_MAX_BYTES}`,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  try {
    const [data] = await once(socket, 'data', { signal: AbortSignal.timeout(3_000) })
    return String(data).split('\r\n')[0] ?? ''
  } finally {
    socket.destroy()
  }
}

test('answers before it reads the body, without a live session or from a foreign origin', async () => {
  expect(await answerToHead()).toMatch(/ 401 /)
  expect(await answerToHead(`utoken: ${'A'.repeat(43)}`)).toMatch(/ 401 /)
  expect(await answerToHead('Origin: https://evil.example')).toMatch(/ 403 /)
})

test('accepts the upload with a live session', async () => {
  const token = await signInToken(server, await seedPerson(server))
  expect((await upload(server, token, await drawPicture())).code).toBe(0)
})
