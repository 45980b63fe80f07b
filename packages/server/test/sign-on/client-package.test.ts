/** The package @kerf/client against the real server: every call of an app, and webhooks as they are delivered. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKerfClient, type KerfWebhook, verifyWebhook } from '@kerf/client'
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { setWebhook } from '../../src/operations/app/webhooks.ts'
import { signInToken } from '../account-center/fixtures.ts'
import { createTestCodes, MASTER_KEY, newRedeemer, redeemCode, runAsOperator } from '../redemption/helpers.ts'
import { type Person, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const ORIGIN = 'https://shop.partner.example'
const returnUrl = `${ORIGIN}/return?state=abc`

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY } })
const app = await runAsOperator(server, db =>
  createApp(db, { code: 'creative', name: 'Shop', origins: [ORIGIN], production: false, operator: 'lin' }),
)
const { clientId } = app
const create = (more: object = {}) => createKerfClient({ portal: server.url, ...app, ...more })
const kerf = create()
await vi.waitFor(() => kerf.sessions.alive(['x']), { timeout: 30_000, interval: 20 })

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    error => error,
  )
const newTicket = async (token: string, target = returnUrl) =>
  (await server.call(createTicket, { purpose: 'handover', target }, { token })).data.ticket
const signedIn = async (): Promise<{ person: Person; token: string }> => {
  const person = await seedPerson(server)
  return { person, token: await signInToken(server, person) }
}

describe('a sign-in by ticket', () => {
  test('is redeemed, followed and ended', async () => {
    const { person, token } = await signedIn()
    const account = await kerf.tickets.redeem({ ticket: await newTicket(token), returnUrl })
    expect(account).toMatchObject({ uid: person.uid, email: person.email, enterpriseUser: null })
    expect(await kerf.sessions.isAlive(account.session)).toBe(true)
    expect(await kerf.sessions.alive([account.session, 'unknown'])).toEqual(new Set([account.session]))
    expect(await kerf.sessions.end([account.session])).toBe(1)
    expect(await kerf.sessions.end([account.session])).toBe(0)
    expect(await kerf.sessions.isAlive(account.session)).toBe(false)
  })

  test('is refused by name for a used ticket and for another address', async () => {
    const { token } = await signedIn()
    const ticket = await newTicket(token)
    const elsewhere = { ticket, returnUrl: `${ORIGIN}/return?state=other` }
    expect(await failureOf(kerf.tickets.redeem(elsewhere))).toMatchObject({ name: 'expired', status: 410 })
    const second = await newTicket(token)
    await kerf.tickets.redeem({ ticket: second, returnUrl })
    const error = await failureOf(kerf.tickets.redeem({ ticket: second, returnUrl }))
    expect(error).toMatchObject({ name: 'expired', requestId: expect.any(String), isTemporary: false })
    expect(String(error.stack)).not.toContain(second)
  })
})

test('wrong credentials and wrong input have names', async () => {
  const wrong = create({ clientSecret: 'wrong' })
  expect(await failureOf(wrong.sessions.alive(['x']))).toMatchObject({ name: 'invalid_client', status: 401 })
  const input = { ticket: 'not a ticket', returnUrl }
  expect(await failureOf(kerf.tickets.redeem(input))).toMatchObject({
    name: 'bad_request',
    fields: { ticket: expect.any(String) },
  })
})

test('an app of the shared cookie reads the account, hands it over and signs out', async () => {
  const { person, token } = await signedIn()
  expect(await kerf.accounts.find(token)).toMatchObject({ uid: person.uid, email: person.email })
  expect(await kerf.accounts.createTicket(token, returnUrl)).toEqual({
    ticket: expect.stringMatching(/^tkt_/),
    expiresIn: 60,
  })
  await kerf.accounts.logout(token)
  await kerf.accounts.logout(token)
  expect(await kerf.accounts.find(token)).toBeUndefined()
})

test('a repeated message is sent once', async () => {
  const { uid } = await seedPerson(server)
  const message = {
    audience: `uid:${uid}`,
    category: 'app',
    title: { en: 'Ready' },
    body: { en: 'Done' },
  } as const
  const first = await kerf.messages.send(message, { idempotencyKey: 'job-1' })
  expect(first).toEqual({ id: expect.any(String), from: expect.any(Number), until: null })
  expect(await kerf.messages.send(message, { idempotencyKey: 'job-1' })).toEqual(first)
  const other = await kerf.messages.send(message)
  expect(other.id).not.toBe(first.id)
  expect(await kerf.messages.revoke(other.id)).toBe(true)
  const everyone = { audience: 'all', category: 'app', title: { en: 'Ready' } } as const
  expect(await failureOf(kerf.messages.send(everyone))).toMatchObject({ name: 'authority', status: 403 })
})

test('the feed is read from a cursor, across pages', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 3 })
  for (const code of codes) await redeemCode(server, person, code)
  const first = await kerf.benefits.list({ limit: 2 })
  expect(first.items).toHaveLength(2)
  expect(first.next).toBe(first.items[1]?.id)
  const events: string[] = []
  for await (const event of kerf.benefits.events({ limit: 1 })) events.push(event.id)
  expect(events).toHaveLength(3)
  const rest: string[] = []
  for await (const { id, uid } of kerf.benefits.events({ cursor: events[0] ?? '' })) rest.push(`${uid} ${id}`)
  expect(rest).toEqual(events.slice(1).map(id => `${person.uid} ${id}`))
})

describe('a webhook that the passport delivers is verified', () => {
  const received: (KerfWebhook | string)[] = []
  let secrets: readonly string[] = []
  const app = createServer(async (request, response) => {
    const { headers } = request
    const webhook = await verifyWebhook({ headers, body: request }, { secret: secrets }).catch(
      error => error.name,
    )
    received.push(webhook)
    response.writeHead(typeof webhook === 'string' ? 400 : 204).end()
  })
  beforeAll(() => new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    app.closeAllConnections()
    app.close()
  })
  const set = async (form: 'items' | 'events') => {
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`
    const networks = { production: false, webhookNetworks: [] }
    const options = { clientId, url, form, fromStart: false, networks, operator: 'lin' }
    const { secret } = await runAsOperator(server, (db, keys) => setWebhook(db, keys, options))
    secrets = [`whsec_${Buffer.alloc(32).toString('base64')}`, secret]
    received.length = 0
  }
  const untilReceived = () =>
    vi.waitFor(() => expect(received.length).toBeGreaterThan(0), { timeout: 30_000, interval: 20 })

  test('with a page of benefits', async () => {
    await set('items')
    const person = await newRedeemer(server)
    const [code] = (await createTestCodes(server)).codes
    await redeemCode(server, person, code)
    await untilReceived()
    expect(received).toMatchObject([
      { form: 'items', items: [{ type: 'benefit.redeemed', uid: person.uid }] },
    ])
  })

  test('with an event', async () => {
    await set('events')
    const { person, token } = await signedIn()
    const { session } = await kerf.tickets.redeem({ ticket: await newTicket(token), returnUrl })
    await kerf.accounts.logout(token)
    const event = expect.objectContaining({ type: 'session.ended', data: { uid: person.uid, session } })
    // The app learns first that the account exists.
    await vi.waitFor(
      () => expect(received).toContainEqual(expect.objectContaining({ form: 'events', event })),
      { timeout: 30_000, interval: 20 },
    )
  })
})

test('says that the passport is away, without a word about the session', async () => {
  const away = create({ portal: 'http://127.0.0.1:9', retries: 0 })
  expect(await failureOf(away.sessions.isAlive('x'))).toMatchObject({
    name: 'unreachable',
    isTemporary: true,
  })
})
