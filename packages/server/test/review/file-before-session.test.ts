/** A file of somebody who may not send one is not read: five megabytes of memory cost a stranger nothing else. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { HEADPIC_MAX_BYTES, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture, tokenOf, upload } from '../account-center/helpers.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { seedPerson } from '../people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The first line of the answer to the head of a request whose body has not been sent. */
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

test('without a live session, or from a page of a stranger, the answer comes before the body', async () => {
  expect(await answerToHead()).toMatch(/ 401 /)
  expect(await answerToHead(`utoken: ${'A'.repeat(43)}`)).toMatch(/ 401 /)
  expect(await answerToHead('Origin: https://evil.example')).toMatch(/ 403 /)
})

test('with one it is taken', async () => {
  const token = await tokenOf(server, await seedPerson(server))
  expect((await upload(server, token, await picture())).code).toBe(0)
})
