import { getCodeDelivery, sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SmtpFixture, startSmtp } from '../../src/outbound/mail/smtp-fixture.ts'
import { newEmail } from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let smtp: SmtpFixture
let server: TestServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ env: { MAIL_URL: smtp.url } })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(() => {
  smtp.refuse = undefined
})

const BROWSER = { cookie: `kerfDevice=${'b'.repeat(43)}` }
const OTHER_BROWSER = { cookie: `kerfDevice=${'c'.repeat(43)}` }

/** Requests a code for a new address. */
async function requestCode() {
  const email = newEmail()
  const { nonce } = (await server.call(verifyEmail, { email, scene: 'register' }, { headers: BROWSER })).data
  const sent = await server.call(
    sendVerificationCode,
    { receiver: email, nonce, ticket: 'any' },
    { headers: BROWSER },
  )
  expect(sent.code).toBe(0)
  const requestId = sent.headers.get('x-request-id') ?? ''
  const row = async () =>
    (
      await server.sql<Record<string, unknown>>(
        `select id::text, status, template, domain, attempts, command, reply, code from mail_delivery where request_id = $1`,
        requestId,
      )
    )[0]
  const audit = () =>
    server.sql<{ event: string; outcome: string; code: string | null }>(
      `select event, outcome, detail->>'code' as code from audit_event
        where request_id = $1 and event like 'mail.%' order by id`,
      requestId,
    )
  const deliveryStatus = async (headers: Record<string, string> = BROWSER) =>
    (await server.call(getCodeDelivery, { nonce }, { headers })).data.deliveryStatus
  return { email, nonce, row, audit, deliveryStatus }
}

const outcomes = async (outcome: string): Promise<number> =>
  Number(
    new RegExp(`^kerf_events_total\\{event="mail",outcome="${outcome}"\\} (\\d+)`, 'm').exec(
      await (await fetch(`${server.url}/metrics`)).text(),
    )?.[1],
  )

test('records a mail that the mail server accepted, without its address', async () => {
  const before = await outcomes('sent')
  const { email, row, audit, deliveryStatus } = await requestCode()
  await expect.poll(row).toMatchObject({ status: 'sent', template: 'code', attempts: 1, code: null })
  expect(smtp.received.at(-1)?.headers).toContain(`Message-ID: <${(await row())?.id}@`)
  expect(await audit()).toEqual([{ event: 'mail.sent', outcome: 'ok', code: null }])
  expect(await outcomes('sent')).toBe(before + 1)
  expect(await deliveryStatus()).toBe('pending')
  const stored = await server.sql<{ row: string }>('select d::text as row from mail_delivery d')
  expect(JSON.stringify(stored)).not.toContain(email.split('@')[0])
})

test('a refused receiver is known by its enhanced code, in the browser that asked only', async () => {
  const before = await outcomes('refused')
  smtp.refuse = { code: 550, text: '5.1.1 no such user' }
  const { nonce, row, audit, deliveryStatus } = await requestCode()
  await expect.poll(row).toMatchObject({ status: 'refused', command: 'RCPT TO', reply: 550, code: '5.1.1' })
  expect(await audit()).toEqual([{ event: 'mail.refused', outcome: 'refused', code: '5.1.1' }])
  expect(await outcomes('refused')).toBe(before + 1)
  expect(await deliveryStatus()).toBe('refused')
  expect(await deliveryStatus(OTHER_BROWSER)).toBe('pending')
  const unknown = await server.call(
    getCodeDelivery,
    { nonce: nonce.replace(/^./, 'x') },
    { headers: BROWSER },
  )
  expect(unknown.data.deliveryStatus).toBe('pending')
})

test.each([
  ['RCPT TO', 550, '5.7.1 not authorized'],
  ['DATA', 550, '5.7.26 unauthenticated email is not accepted'],
] as const)(
  'a refusal by policy at %s is a fault of the sender, counted apart, and final',
  async (at, reply, text) => {
    const [refused, policy] = [await outcomes('refused'), await outcomes('policy')]
    smtp.refuse = { at, code: reply, text }
    const { row, audit } = await requestCode()
    const code = text.split(' ')[0]
    await expect.poll(row).toMatchObject({ status: 'refused', command: at, reply, code, attempts: 1 })
    expect(await audit()).toEqual([{ event: 'mail.refused', outcome: 'refused', code }])
    expect([await outcomes('refused'), await outcomes('policy')]).toEqual([refused, policy + 1])
  },
)

test.each([
  ['MAIL FROM', 554, '5.7.1 sender not verified', '5.7.1', 'blocked'],
  ['RCPT TO', 451, '4.7.1 try again later', '4.7.1', 'deferred'],
] as const)(
  'a mail that is not accepted at %s with %i waits and is sent later',
  async (at, reply, text, code, outcome) => {
    const before = await outcomes(outcome)
    smtp.refuse = { at, code: reply, text }
    const { row, audit, deliveryStatus } = await requestCode()
    await expect.poll(row).toMatchObject({ status: 'deferred', command: at, reply, code })
    expect(await outcomes(outcome)).toBeGreaterThan(before)
    expect(await deliveryStatus()).toBe('pending')
    smtp.refuse = undefined
    await expect.poll(row, { timeout: 20_000 }).toMatchObject({ status: 'sent', command: null })
    expect((await audit()).map(({ event }) => event)).toEqual(['mail.deferred', 'mail.sent'])
  },
)

test('a suppressed address gets no mail, is answered as any other, and its browser is told', async () => {
  const first = await requestCode()
  await expect.poll(first.row).toMatchObject({ status: 'sent' })
  await server.sql(
    `insert into mail_suppression (address_hash, domain, mail, suppressed_at)
     select address_hash, domain, id, now() from mail_delivery where id = $1`,
    (await first.row())?.id,
  )
  await server.sql(`update verification_gate set sent_at = sent_at - interval '60 seconds'`)
  const count = smtp.received.length
  const again = await server.call(
    sendVerificationCode,
    { receiver: first.email, nonce: first.nonce, ticket: 'any' },
    { headers: BROWSER },
  )
  expect([again.code, again.data]).toEqual([0, { wait: 60 }])
  await expect.poll(() => first.deliveryStatus()).toBe('bounced')
  expect(smtp.received).toHaveLength(count)
})
