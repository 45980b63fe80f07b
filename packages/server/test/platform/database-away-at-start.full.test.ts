import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { afterEach, expect, test } from 'vitest'
import { createCall } from '../support/api-call.ts'
import { startProcess } from '../support/server-process.ts'
import { useProxiedServer } from '../support/test-server.ts'

const WAIT = { timeout: 30_000, interval: 100 }
/** Of the form of a token, and of no session. */
const UNKNOWN_TOKEN = 'A'.repeat(43)

const server = await useProxiedServer()
afterEach(() => {
  server.proxy.state = 'open'
})

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}

/** Status of a path; 0: nothing listens. */
const statusOf = async (url: string): Promise<number> =>
  (await fetch(url).catch(() => undefined))?.status ?? 0

/** Code of a call that asks the database; undefined: no envelope. */
async function codeOf(url: string): Promise<number | undefined> {
  const answer = await createCall([url])(getBasicInfo, undefined, { token: UNKNOWN_TOKEN }).catch(
    () => undefined,
  )
  return answer?.code
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

test('waits for a database that is away at start: alive, not ready, 503 with 20901', async () => {
  server.proxy.interrupt('closed')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const starting = startProcess({ ...server.env, PORT: String(port) })
  try {
    await expect.poll(() => statusOf(`${url}/healthz`), WAIT).toBe(200)
    expect(await statusOf(`${url}/readyz`)).toBe(503)
    const answer = await createCall([url])(getBasicInfo, undefined, { token: UNKNOWN_TOKEN })
    expect([answer.code, answer.status]).toEqual([20901, 503])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(starting.child.exitCode).toBeNull()
    server.proxy.state = 'open'
    await expect.poll(() => statusOf(`${url}/readyz`), WAIT).toBe(200)
    expect(await codeOf(url)).toBe(20101)
    expect(starting.output().match(/does not answer/g)).toHaveLength(1)
  } finally {
    await starting.kill()
  }
})

test('ends at once with the reason when the database can never be used', async () => {
  const url = new URL(server.databaseUrl)
  url.pathname = '/kerf_no_such_database'
  const starting = startProcess({ ...server.env, DATABASE_URL: url.href })
  expect(await starting.exited).toBe(1)
  expect(starting.output()).toContain('The database of DATABASE_URL cannot be used: database "kerf_no_such')
})

test.runIf(process.platform === 'linux')(
  'survives the death of a worker while the database is away, and replaces it',
  async () => {
    // A port of its own choice would be another one when the last worker that listened has died.
    const running = await server.spawn({ WORKERS: '2', PORT: String(await findFreePort()) })
    const primary = running.child.pid ?? 0
    await expect.poll(() => childrenOf(primary).length, WAIT).toBe(2)
    await expect.poll(() => codeOf(running.url), WAIT).toBe(20101)
    const workers = childrenOf(primary)
    server.proxy.interrupt('closed')
    process.kill(workers[0] ?? 0, 'SIGKILL')
    // Its successor starts without a database.
    const successors = () => childrenOf(primary).filter(pid => !workers.includes(pid))
    await expect.poll(() => successors().length, WAIT).toBeGreaterThan(0)
    const [successor = 0] = successors()
    // The successor waits: it answers for the database that is away, like the healthy worker.
    await expect.poll(() => codeOf(running.url), WAIT).toBe(20901)
    await expect.poll(() => running.output(), WAIT).toContain('does not answer')
    expect(running.child.exitCode).toBeNull()
    expect(childrenOf(primary)).toContain(successor)
    // The other one, or its successor if it was still starting.
    await expect.poll(() => childrenOf(primary).length, WAIT).toBe(2)
    server.proxy.state = 'open'
    await expect
      .poll(async () => Promise.all([codeOf(running.url), codeOf(running.url), codeOf(running.url)]), WAIT)
      .toEqual([20101, 20101, 20101])
    expect(childrenOf(primary)).toContain(successor)
  },
)
