/** The server rejects an unauthorized upload before it reads the body, which could fill the memory. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'
import { expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { drawPicture, signInToken, upload } from './fixtures.ts'

const server = await useTestServer()

/** Sends the headers of an upload without its body and returns the status line of the response. */
async function sendUploadHeaders(...headers: readonly string[]): Promise<string> {
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
    const [data] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) })
    return String(data).split('\r\n')[0] ?? ''
  } finally {
    socket.destroy()
  }
}

test('answers before it reads the body, without a live session or from a foreign origin', async () => {
  expect(await sendUploadHeaders()).toMatch(/ 401 /)
  expect(await sendUploadHeaders(`utoken: ${'A'.repeat(43)}`)).toMatch(/ 401 /)
  expect(await sendUploadHeaders('Origin: https://evil.example')).toMatch(/ 403 /)
})

test('accepts the upload with a live session', async () => {
  const token = await signInToken(server, await seedPerson(server))
  expect((await upload(server, token, await drawPicture())).code).toBe(0)
})
