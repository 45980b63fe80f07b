import { Agent, request } from 'node:http'
import { login } from '@kerf/contract/endpoints/sign-in'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { casesOf, JSON_BODIES, NAUGHTY_STRINGS, readNamedCorpora } from '../support/corpora.ts'
import {
  createHostileRequests,
  findFault,
  type HostileAnswer,
  type HostileRequest,
} from '../support/hostile-requests.ts'
import { useSamplePortal } from '../support/sample-portal.ts'
import { useTestServer } from '../support/test-server.ts'

const named = readNamedCorpora()
const isNamed = named.lists.length > 0
const REQUESTS = casesOf({ sample: 1_500, whole: 20_000 })
const AT_ONCE = 20

const portal = useSamplePortal()
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const server = await useTestServer({ env: { PORTAL_FOLDER: portal } })
const { email } = await seedPerson(server)
const token = (await server.call(login, { email, password: PASSWORD })).data.utoken
afterAll(async () => {
  agent.destroy()
})

const send = ({ method, path, headers, body }: HostileRequest): Promise<HostileAnswer> =>
  new Promise((resolve, reject) => {
    const url = new URL(server.url)
    const outgoing = request(
      { host: url.hostname, port: url.port, method, path, headers, agent },
      incoming => {
        let text = ''
        incoming.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers as Record<string, string | undefined>,
            body: text,
          }),
        )
      },
    )
    outgoing.on('error', error => reject(new Error(`${method} ${path}: ${error.message}`)))
    outgoing.end(body)
  })

test(`${REQUESTS} hostile requests: no internal error, nothing reflected, nothing leaves the site`, async context => {
  expect(NAUGHTY_STRINGS.length).toBeGreaterThan(400)
  expect(JSON_BODIES.length).toBeGreaterThan(250)
  if (!isNamed) context.annotate('skipped: the corpora of the folder KERF_CORPORA')
  const next = createHostileRequests(20_260, token)
  const own = [server.url, server.url.replace('127.0.0.1', 'localhost')]
  const faults: string[] = []
  const times: number[] = []
  let left = REQUESTS
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const one = next()
      const start = performance.now()
      const fault = findFault(one, await send(one), own)
      times.push(performance.now() - start)
      if (fault !== undefined)
        faults.push(`${one.method} ${one.path.slice(0, 120)} ${one.body?.slice(0, 120)}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect(faults).toEqual([])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a malformed address costs about as much as a call of the same minute', async () => {
  const next = createHostileRequests(7, '')
  const times: number[] = []
  const reference: number[] = []
  const measure = async (into: number[], call: () => Promise<unknown>) => {
    const start = performance.now()
    await call()
    into.push(performance.now() - start)
  }
  for (let i = 0; i < 300; i++) {
    const one = next()
    if (one.method !== 'GET') continue
    await measure(times, () => send(one))
    await measure(reference, () => fetch(`${server.url}/readyz`))
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  expect(median(times)).toBeLessThan(20 * median(reference))
})
