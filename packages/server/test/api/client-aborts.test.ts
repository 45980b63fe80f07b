import { getBasicInfo, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { openRawConnection } from '../support/raw-socket.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ processes: 1, env: { LOG_LEVEL: 'info' } })
const person = await seedPerson(server)
const token = (await server.call(login, { email: person.email, password: PASSWORD })).data.utoken

interface LogLine {
  readonly level: number
  readonly msg: string
  readonly status?: number
}
const log = (): LogLine[] =>
  (server.processes[0]?.output() ?? '').split('\n').flatMap(line => {
    const at = line.indexOf('{"level"')
    return at < 0 ? [] : [JSON.parse(line.slice(at)) as LogLine]
  })
const metric = async (pattern: RegExp): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(pattern.exec(text)?.[1] ?? 0)
}
const aborts = () => metric(/^kerf_events_total\{event="client_abort",outcome="request"\} (\d+)/m)
const serverErrors = () => metric(/^kerf_http_request_duration_seconds_count\{[^}]*status="5xx"\} (\d+)/m)

const HEAD = 'Host: x\r\nContent-Type: application/json\r\n'
/** The server answers it when it has read the head of the request. */
const EXPECT = 'Expect: 100-continue\r\n'
const start = async (bytes: string) => {
  const { socket, received } = await openRawConnection(server.url)
  await new Promise(resolve => socket.write(bytes, resolve))
  if (bytes.includes(EXPECT)) await expect.poll(received).toContain('100 Continue')
  return socket
}
const INFO = 30

test.each([
  [
    'a body of known length',
    () => `POST ${login.path} HTTP/1.1\r\n${HEAD}${EXPECT}Content-Length: 5000\r\n\r\n{"email":`,
  ],
  [
    'a chunked body',
    () =>
      `POST ${login.path} HTTP/1.1\r\n${HEAD}${EXPECT}Transfer-Encoding: chunked\r\n\r\n9\r\n{"email":\r\n`,
  ],
  [
    'an upload',
    () =>
      `POST ${uploadHeadpic.path} HTTP/1.1\r\nHost: x\r\nutoken: ${token}\r\nContent-Type: image/png\r\n${EXPECT}Content-Length: 900000\r\n\r\n${'x'.repeat(70_000)}`,
  ],
])('a client that leaves within %s is no error of the server', async (_what, bytes) => {
  for (const leave of ['destroy', 'resetAndDestroy'] as const) {
    const [{ length }, before] = [log(), await aborts()]
    const socket = await start(bytes())
    socket[leave]()
    await expect.poll(aborts).toBe(before + 1)
    const lines = () =>
      log()
        .slice(length)
        .filter(({ status }) => status !== 200)
    await expect.poll(lines).not.toHaveLength(0)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(lines()).toMatchObject([{ level: INFO, msg: 'client closed the connection' }])
    expect(Object.keys(lines()[0] ?? {})).not.toContain('frames')
  }
  expect(await serverErrors()).toBe(0)
})

test('a client that leaves before the answer is no error, and the server answers others', async () => {
  const { length } = log()
  const body = JSON.stringify({ email: person.email, password: PASSWORD })
  const sockets = await Promise.all(
    Array.from({ length: 5 }, () =>
      start(`POST ${login.path} HTTP/1.1\r\n${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`),
    ),
  )
  for (const socket of sockets) socket.resetAndDestroy()
  const file = await start(`GET /courses/laser/materials.webm HTTP/1.1\r\nHost: x\r\n\r\n`)
  file.once('data', () => file.resetAndDestroy())
  const stream = await start(`GET /message/v1/web/stream HTTP/1.1\r\nHost: x\r\nutoken: ${token}\r\n\r\n`)
  stream.once('data', () => stream.resetAndDestroy())
  await new Promise(resolve => setTimeout(resolve, 1_000))
  expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(0)
  expect(
    log()
      .slice(length)
      .filter(({ level }) => level > INFO),
  ).toEqual([])
  expect(await serverErrors()).toBe(0)
})
