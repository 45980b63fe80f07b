/** Webhooks deliver every granted benefit, signed, at least once and in order, also after errors and lost processes. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenefitEvent } from '@kerf/contract/endpoints/benefit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { listDeliveries, replayWebhook, testWebhook } from '../../src/operations/app/webhook-deliveries.ts'
import { listWebhooks, removeWebhook, rotateWebhook, setWebhook } from '../../src/operations/app/webhooks.ts'
import { newEmail, requestCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  createTestCode,
  createTestCodes,
  MASTER_KEY,
  newRedeemer,
  redeemCode,
  runAsOperator,
} from './helpers.ts'

const server = await useTestServer({ processes: 2, env: { KERF_MASTER_KEY: MASTER_KEY } })

interface ReceivedRequest {
  readonly headers: IncomingMessage['headers']
  /** milliseconds */
  readonly at: number
  readonly body: string
  readonly items: readonly BenefitEvent[]
}
let app: Server
let received: ReceivedRequest[]
/** the app's next status codes; 200 when empty */
let answers: number[]
/** the app answers after this promise */
let answerAfter: Promise<void>
let clientId: string
let secret: string

const url = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}/benefits`
const set = (more: { url?: string; fromStart?: boolean } = {}) =>
  runAsOperator(server, (db, keys) =>
    setWebhook(db, keys, {
      clientId,
      url: url(),
      fromStart: false,
      networks: { production: false, webhookNetworks: [] },
      operator: 'lin',
      ...more,
    }),
  )

beforeEach(async () => {
  received = []
  answers = []
  answerAfter = Promise.resolve()
  app = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, at: performance.now(), body, items: JSON.parse(body).items })
    await answerAfter
    response.writeHead(answers.shift() ?? 200, { location: `${url()}/elsewhere` }).end()
  })
  await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
  const wanted = {
    code: 'creative',
    name: 'x',
    origins: ['https://a.example'],
    production: false,
    operator: 'lin',
  }
  clientId = (await runAsOperator(server, db => createApp(db, wanted))).clientId
  secret = (await set()).secret
})
afterEach(async () => {
  await runAsOperator(server, db => removeWebhook(db, clientId, 'lin'))
  app.closeAllConnections()
  await new Promise(resolve => app.close(resolve))
})

const receivedEvents = () => received.flatMap(({ items }) => items)
const untilReceived = (count: number) =>
  expect.poll(() => new Set(receivedEvents().map(({ id }) => id)).size, { interval: 20 }).toBe(count)
/** Header with the signature that an app computes with the secret. */
const expectedSignature = (of: ReceivedRequest, secret: string): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${of.headers['webhook-id']}.${of.headers['webhook-timestamp']}.${of.body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** Makes the next attempt due at once. */
const skipBackoff = async () => {
  await server.sql('update webhook set next_try_at = now()')
  await server.sql(`select enqueue_once('tell_apps', 'tell_apps')`)
}

test('delivers a redemption at once, signed over id, time and body', async () => {
  const person = await newRedeemer(server)
  const { data } = await redeemCode(server, person, await createTestCode(server))
  await untilReceived(1)
  const [request] = received
  if (!request) throw new Error('nothing was received')
  const { headers, items } = request
  expect(items).toMatchObject([{ uid: person.uid, effectTime: data.effectTime }])
  const at = String(headers['webhook-timestamp'])
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  expect(headers['webhook-signature']).toBe(expectedSignature(request, secret))
  expect(JSON.stringify(headers)).not.toContain(secret)
  // The answer is recorded after it was received.
  await expect
    .poll(async () => (await runAsOperator(server, db => listWebhooks(db, 'lin')))[0])
    .toMatchObject({ clientId, failures: 0, behind: 0, toldAt: expect.any(Number) })
})

test('repeats a page that the app refused before it delivers later events', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 4 })
  answers = [500, 302, 404]
  await redeemCode(server, person, codes[0])
  await untilReceived(1)
  for (const code of codes.slice(1)) await redeemCode(server, person, code)
  for (let failures = 1; failures <= 3; failures++) {
    await expect
      .poll(async () => (await server.sql('select failures from webhook'))[0], {
        interval: 20,
      })
      .toEqual({ failures })
    await skipBackoff()
  }
  await expect
    .poll(async () => (await server.sql('select failures from webhook'))[0], {
      interval: 20,
    })
    .toEqual({ failures: 0 })
  // The redirect was not followed: three refused pages and one that was accepted.
  const tries = received.map(({ items }) => items.map(({ id }) => id))
  expect(tries.length).toBe(4)
  const ids = tries.at(-1) ?? []
  expect(ids).toHaveLength(4)
  for (const earlier of tries) expect(earlier).toEqual(ids.slice(0, earlier.length))
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
})

test('occupies one job slot for a slow app, however many deliveries wait', async () => {
  const slow = Promise.withResolvers<void>()
  answerAfter = slow.promise
  const person = await newRedeemer(server)
  await redeemCode(server, person, await createTestCode(server))
  await untilReceived(1)
  // New events wait for the claimed webhook; mails use the free job slots.
  await redeemCode(server, person, await createTestCode(server))
  const places = () =>
    server.sql(`select count(*) filter (where locked_at is not null)::int as taken, count(*) filter (where run_at <= now())::int as all
                  from graphile_worker.jobs where task_identifier = 'tell_apps'`)
  await expect.poll(places, { interval: 20 }).toMatchObject([{ taken: 1 }])
  await requestCode(server, newEmail(), 'register')
  // The job of the minute may wait beside it.
  await expect.poll(places, { interval: 20 }).toMatchObject([{ taken: 1 }])
  slow.resolve()
  await untilReceived(2)
})

test('repeats a failed delivery when its backoff ends, not with the job of the minute', async () => {
  answers = Array<number>(9).fill(503)
  await redeemCode(server, await newRedeemer(server), await createTestCode(server))
  await expect.poll(() => received.length, { interval: 50 }).toBeGreaterThanOrEqual(2)
  const [first = 0, second = 0] = received.map(({ at }) => at / 1_000)
  expect(second - first).toBeGreaterThanOrEqual(5)
  // The next job waits for the end of the next backoff.
  await expect
    .poll(() =>
      server.sql(
        `select failures >= 2 as failed, exists (
           select from graphile_worker.jobs
            where task_identifier = 'tell_apps' and run_at > next_try_at - interval '1 second' and run_at < next_try_at + interval '1 second'
         ) as waits from webhook`,
      ),
    )
    .toEqual([{ failed: true, waits: true }])
})

test('signs with both secrets while one is replaced, and with the new one afterwards', async () => {
  const rotate = (overlapHours: number) =>
    runAsOperator(server, (db, keys) => rotateWebhook(db, keys, { clientId, overlapHours, operator: 'lin' }))
  const { secret: second } = await rotate(24)
  await redeemCode(server, await newRedeemer(server), await createTestCode(server))
  await untilReceived(1)
  const [both] = received
  if (!both) throw new Error('nothing was received')
  expect(both.headers['webhook-signature']).toBe(
    `${expectedSignature(both, second)} ${expectedSignature(both, secret)}`,
  )
  const [row] = await runAsOperator(server, db => listWebhooks(db, 'lin'))
  expect(row?.twoSecretsUntil).toBeGreaterThan(Date.now() / 1_000 + 23 * 3_600)
  const { secret: third } = await rotate(0)
  await redeemCode(server, await newRedeemer(server), await createTestCode(server))
  await untilReceived(2)
  const last = received.at(-1)
  expect(last?.headers['webhook-signature']).toBe(last && expectedSignature(last, third))
})

test('sends a test, and logs every request without its content', async () => {
  const networks = { production: false, webhookNetworks: [] }
  const sendTest = () =>
    runAsOperator(server, (db, keys) => testWebhook(db, keys, { clientId, networks, operator: 'lin' }))
  expect(await sendTest()).toMatchObject({ clientId, status: 200, cause: '' })
  expect(received.at(-1)?.body).toBe('{"items":[]}')
  answers = [302]
  expect(await sendTest()).toMatchObject({ status: 302, cause: 'answered 302' })
  expect(received).toHaveLength(2)
  const address = url()
  await new Promise(resolve => app.close(resolve))
  expect(await sendTest()).toMatchObject({ status: null, cause: 'connection refused' })
  const rows = await runAsOperator(server, db =>
    listDeliveries(db, { clientId, failedOnly: false, limit: 9 }, 'lin'),
  )
  expect(rows.map(({ type, status, cause, attempt }) => ({ type, status, cause, attempt }))).toEqual([
    { type: 'webhook.test', status: null, cause: 'connection refused', attempt: 0 },
    { type: 'webhook.test', status: 302, cause: 'answered 302', attempt: 0 },
    { type: 'webhook.test', status: 200, cause: '', attempt: 0 },
  ])
  const logged = JSON.stringify(
    await server.sql('select * from webhook_attempt where client_id = $1', clientId),
  )
  expect(logged).not.toContain(address)
  expect(logged).not.toContain('whsec_')
})

test('sends one delivery again, and the events since a time', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 2 })
  const start = new Date()
  for (const [i, code] of codes.entries()) {
    await redeemCode(server, person, code)
    await untilReceived(i + 1)
  }
  const [first, second] = receivedEvents().map(({ id }) => id)
  const replay = async (what: { from: Date } | { deliveryId: string }) => {
    await expect.poll(() => server.sql('select 1 from webhook where claimed_until is null')).toHaveLength(1)
    received = []
    return runAsOperator(server, db => replayWebhook(db, { clientId, replay: what, operator: 'lin' }))
  }
  expect(await replay({ deliveryId: `${clientId}.${second}` })).toEqual({ clientId, events: 1 })
  await untilReceived(1)
  expect(receivedEvents().map(({ id }) => id)).toEqual([second])
  expect(await replay({ from: start })).toEqual({ clientId, events: 2 })
  await untilReceived(2)
  expect(receivedEvents().map(({ id }) => id)).toEqual([first, second])
  await expect(replay({ deliveryId: 'nothing' })).rejects.toThrow(/no delivery nothing/)
})

test('waits after a failed delivery', async () => {
  answers = [503]
  await redeemCode(server, await newRedeemer(server), await createTestCode(server))
  await untilReceived(1)
  const waits = () =>
    server.sql(`select failures, next_try_at > now() + interval '3 seconds' as waits from webhook`)
  await expect.poll(waits).toEqual([{ failures: 1, waits: true }])
})

test('delivers from the first event on, or new events only', async () => {
  await redeemCode(server, await newRedeemer(server), await createTestCode(server))
  await untilReceived(1)
  const all = (await server.sql('select 1 from benefit_event')).length
  received = []
  await set({ fromStart: true })
  await skipBackoff()
  await untilReceived(all)
})

test('skips benefits that the app does not honor', async () => {
  const person = await newRedeemer(server)
  const other = {
    code: 'aiart',
    name: 'x',
    origins: ['https://b.example'],
    production: false,
    operator: 'lin',
  }
  await runAsOperator(server, db => createApp(db, other))
  await redeemCode(server, person, await createTestCode(server, { apps: ['aiart'] }))
  const { benefit, codes } = await createTestCodes(server, { apps: ['creative'] })
  await redeemCode(server, person, codes[0])
  await untilReceived(1)
  expect(receivedEvents()[0]?.benefit.id).toBe(benefit)
})

test.each([
  'http://app.example/hook',
  'ftp://app.example',
  'https://user:pass@app.example',
  'https://app.example/#x',
  'nonsense',
  '',
])('rejects %j as a webhook URL', async address => {
  await expect(set({ url: address })).rejects.toThrow(/webhook/)
})

test('delivers all redemptions in order at least once when a process is killed', async () => {
  const person = await newRedeemer(server)
  const { benefit, codes } = await createTestCodes(server, { count: 24 })
  const [victim] = server.processes
  if (!victim) throw new Error('no process runs')
  for (const [i, code] of codes.entries()) {
    if (i === 12) await victim.kill()
    const answer = await redeemCode(server, person, code, { process: 1 })
    expect(answer.code).toBe(0)
  }
  // The claim of the lost process would expire by itself; the test does not wait for it.
  await server.sql('update webhook set claimed_until = null')
  await skipBackoff()
  await untilReceived(24)
  const rows = await server.sql<{ position: string; id: string }>(
    'select position, id from benefit_event where benefit_id = $1 order by id',
    benefit,
  )
  const first = [...new Set(receivedEvents().map(({ id }) => id))]
  // A distributed database has batches.
  expect(first.map(id => id.split('-').at(-1))).toEqual(
    rows.map(({ position, id }) => (first[0]?.includes('-') ? id : position)),
  )
})

test('delivers a batch of several pages in order, each event once', async () => {
  const person = await newRedeemer(server)
  const { benefit } = await createTestCodes(server)
  await server.sql(
    `update benefit_feed set sealed = last, published = last, single_until = last
       from (select coalesce(max(position), 0) as last from benefit_event) e where sealed is null`,
  )
  await server.sql(
    `insert into benefit_event (uid, benefit_id, at) select $1, $2, now() from generate_series(1, 250)`,
    person.uid,
    benefit,
  )
  await skipBackoff()
  await untilReceived(250)
  const ids = receivedEvents().map(({ id }) => Number(id.split('-').at(-1)))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  await expect
    .poll(() =>
      server.sql('select cursor from webhook where position = (select published from benefit_feed)'),
    )
    .toEqual([{ cursor: null }])
})

test('sends the events of a batch since a time', async () => {
  const { uid } = await newRedeemer(server)
  const { benefit } = await createTestCodes(server)
  const now = Math.floor(Date.now() / 1_000)
  await server.sql(
    `insert into benefit_event (uid, benefit_id, at) select $1, $2, to_timestamp($3::int + n * 3600) from generate_series(1, 4) n`,
    uid,
    benefit,
    now,
  )
  await skipBackoff()
  await untilReceived(4)
  const ids = receivedEvents().map(({ id }) => id)
  expect(new Set(ids.map(id => id.split('-')[0])).size).toBe(1)
  await expect.poll(() => server.sql('select 1 from webhook where claimed_until is null')).toHaveLength(1)
  received = []
  const from = new Date((now + 3 * 3_600) * 1_000)
  expect(
    await runAsOperator(server, db => replayWebhook(db, { clientId, replay: { from }, operator: 'lin' })),
  ).toEqual({ clientId, events: 2 })
  await untilReceived(2)
  expect(receivedEvents().map(({ id }) => id)).toEqual(ids.slice(2))
})
