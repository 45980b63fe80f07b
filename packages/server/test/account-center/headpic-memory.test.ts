/** Uploads at once take bounded memory: past it they wait unread (S-130). */
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { afterAll, expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { openRawConnection, type RawConnection } from '../support/raw-socket.ts'
import { useTestServer } from '../support/test-server.ts'
import { drawPicture, signInToken, upload } from './fixtures.ts'

/** 14 of them exceed the 64 MiB of a process. */
const DECLARED_BYTES = 5_000_000
const ACCOUNTS = 5
const PER_ACCOUNT = 3

let stalled: RawConnection[] = []
const server = await useTestServer()
const tokens = await Promise.all(
  Array.from({ length: ACCOUNTS }, async () => signInToken(server, await seedPerson(server))),
)
afterAll(async () => {
  for (const { socket } of stalled) socket.destroy()
})

/** Declares a large picture, sends its first byte and then nothing. */
async function stall(token: string): Promise<RawConnection> {
  const connection = await openRawConnection(server.url)
  connection.socket.write(
    `POST ${uploadHeadpic.path} HTTP/1.1\r\nHost: localhost\r\nutoken: ${token}\r\nContent-Type: image/png\r\nContent-Length: ${DECLARED_BYTES}\r\n\r\nx`,
  )
  return connection
}

const reservedBytes = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^kerf_upload_memory_bytes (\d+)$/m.exec(text)?.[1] ?? 0)
}

test('reads no further upload until memory is free', async () => {
  stalled = await Promise.all(
    tokens.flatMap(token => Array.from({ length: PER_ACCOUNT }, () => stall(token))),
  )
  await expect.poll(reservedBytes, { timeout: 20_000 }).toBeGreaterThan(64 * 1024 * 1024 - DECLARED_BYTES)
  const newcomer = await signInToken(server, await seedPerson(server))
  let isAnswered = false
  const waiting = upload(server, newcomer, await drawPicture()).finally(() => {
    isAnswered = true
  })
  // Without the bound it is answered meanwhile.
  await sleep(1_500)
  expect(isAnswered).toBe(false)
  for (const { socket } of stalled) socket.destroy()
  expect((await waiting).code).toBe(0)
})
