import { randomUUID } from 'node:crypto'
import { getCodeDelivery, sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOUNCE_WEBHOOK_PATH } from '../../src/outbound/mail/bounce/bounce-webhook-routes.ts'
import { bounceMessage, type ImapFixture, startImap } from '../../src/outbound/mail/bounce/imap-fixture.ts'
import { type SmtpFixture, startSmtp } from '../../src/outbound/mail/smtp-fixture.ts'
import { createWebhookSecret, signWebhook } from '../../src/outbound/webhook/sign-webhook.ts'
import { newEmail } from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const SECRET = createWebhookSecret()
let smtp: SmtpFixture
let imap: ImapFixture
let server: TestServer
beforeAll(async () => {
  smtp = await startSmtp()
  imap = await startImap()
  server = await startTestServer({
    env: {
      MAIL_URL: smtp.url,
      BOUNCE_ADDRESS: 'bounces@kerf.example',
      BOUNCE_MAILBOX_URL: imap.url,
      BOUNCE_WEBHOOK_SECRET: SECRET,
    },
  })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  await imap.close()
})

const ip = '203.0.113.90'

/** Sends a code to the address, and resolves once the mail server has it. */
async function sendCode(email: string) {
  await server.sql(`update verification_gate set sent_at = sent_at - interval '61 seconds'`)
  const count = smtp.received.length
  const { nonce } = (await server.call(verifyEmail, { email, scene: 'register' }, { ip })).data
  const sent = await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }, { ip })
  expect([sent.code, sent.data]).toEqual([0, { wait: 60 }])
  const row = async () =>
    (
      await server.sql<{ id: string; status: string; code: string | null }>(
        'select id::text, status, code from mail_delivery where request_id = $1',
        sent.requestId,
      )
    )[0]
  await expect.poll(async () => (await row())?.status).not.toBe('queued')
  return {
    isSent: smtp.received.length > count,
    id: (await row())?.id ?? '',
    returnPath: smtp.envelopes.at(-1) ?? '',
    row,
    deliveryStatus: async () => (await server.call(getCodeDelivery, { nonce }, { ip })).data.deliveryStatus,
  }
}

/** Delivers a message and reads the mailbox, which the server does every minute. */
async function returnMail(source: string) {
  imap.deliver(source)
  const uid = imap.messages.at(-1)?.uid
  await server.sql(`select graphile_worker.add_job('read_bounces')`)
  await expect
    .poll(() => imap.messages.find(message => message.uid === uid)?.seen ?? 'deleted')
    .not.toBe(false)
  return imap.messages.some(message => message.uid === uid) ? 'kept' : 'deleted'
}

const suppressed = async () =>
  (await server.sql('select 1 from mail_suppression where suppressed_at is not null')).length

const report = (body: string, secret = SECRET, at = Math.floor(Date.now() / 1_000)) =>
  fetch(new URL(BOUNCE_WEBHOOK_PATH, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signWebhook([secret], randomUUID(), at, body) },
    body,
  })
const bounceEvent = (id: string, data = {}) =>
  JSON.stringify({ type: 'email.bounced', data: { messageId: `<${id}@kerf.example>`, ...data } })

test('two mails that come back for good suppress the address, and no answer changes', async () => {
  const email = newEmail()
  const first = await sendCode(email)
  expect(first.returnPath).toMatch(/^bounces\+[0-9a-f]{52}@kerf\.example$/)
  expect(await returnMail(bounceMessage(first.returnPath, '5.1.1'))).toBe('deleted')
  expect(await first.row()).toMatchObject({ status: 'bounced', code: '5.1.1' })
  expect(await first.deliveryStatus()).toBe('bounced')
  // The same mail again.
  await returnMail(bounceMessage(first.returnPath, '5.1.1'))
  expect(await suppressed()).toBe(0)
  const second = await sendCode(email)
  expect(second.isSent).toBe(true)
  await returnMail(bounceMessage(second.returnPath, '5.1.1'))
  expect(await suppressed()).toBe(1)
  const third = await sendCode(email)
  expect([third.isSent, (await third.row())?.status]).toEqual([false, 'suppressed'])
  expect(await third.deliveryStatus()).toBe('bounced')
  const events = await server.sql<{ event: string }>(
    `select event from audit_event where event = 'mail.bounced' and detail->>'suppressed' = 'true'`,
  )
  expect(events).toHaveLength(1)
})

test('of two mails that come back at once, one is the second', async () => {
  const before = await suppressed()
  const email = newEmail()
  const ids = [(await sendCode(email)).id, (await sendCode(email)).id]
  const answers = await Promise.all(ids.map(id => report(bounceEvent(id, { status: '5.1.1' }))))
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await suppressed()).toBe(before + 1)
})

test.each([
  ['is full for now', '4.2.2', 'failed'],
  ['refuses the content', '5.7.1', 'failed'],
  ['delays it', '4.4.1', 'delayed'],
])('no address is suppressed whose mail server %s', async (_, code, action) => {
  const before = await suppressed()
  const email = newEmail()
  for (let i = 0; i < 3; i++) {
    const { returnPath, row } = await sendCode(email)
    expect(await returnMail(bounceMessage(returnPath, code, action))).toBe(
      action === 'failed' ? 'deleted' : 'kept',
    )
    expect((await row())?.status).toBe(action === 'failed' ? 'bounced' : 'sent')
  }
  expect(await suppressed()).toBe(before)
})

test('a forged or late notification changes nothing', async () => {
  const { returnPath, id, row } = await sendCode(newEmail())
  const forged = returnPath.replace(/.@/, digit => (digit.startsWith('0') ? '1@' : '0@'))
  expect(await returnMail(bounceMessage(forged, '5.1.1'))).toBe('kept')
  expect(await returnMail('Subject: I am away\r\n\r\nUntil Monday.\r\n')).toBe('kept')
  expect((await row())?.status).toBe('sent')
  await server.sql(`update mail_delivery set at = now() - interval '8 days' where id = $1`, id)
  await returnMail(bounceMessage(returnPath, '5.1.1'))
  expect((await report(bounceEvent(id, { status: '5.1.1' }))).status).toBe(204)
  expect((await row())?.status).toBe('sent')
})

test('the webhook takes signed reports of the last minutes only', async () => {
  const { id, row } = await sendCode(newEmail())
  const now = Math.floor(Date.now() / 1_000)
  const event = bounceEvent(id, { permanent: true })
  expect((await report(event, createWebhookSecret())).status).toBe(401)
  expect((await report(event, SECRET, now - 600)).status).toBe(401)
  expect((await report(event, SECRET, now + 600)).status).toBe(401)
  expect((await report('{"type":"email.bounced","data":{"messageId":"x"}}')).status).toBe(400)
  expect((await report('{"type":"email.delivered"}')).status).toBe(204)
  expect((await report(bounceEvent(randomUUID()))).status).toBe(204)
  expect((await row())?.status).toBe('sent')
  expect((await report(event)).status).toBe(204)
  expect(await row()).toMatchObject({ status: 'bounced', code: '5.0.0' })
})
