import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { type SmtpFixture, startSmtp } from '../../src/outbound/mail/smtp-fixture.ts'
import { newEmail, seedPerson, skipCodeInterval } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { CODES_PER_RECEIVER: '10', CODES_PER_ADDRESS: '30' } })

const requestNonce = async (email: string, scene: 'login' | 'register' | 'findpwd' = 'register') =>
  (await server.call(verifyEmail, { email, scene })).data.nonce
const send = (receiver: string, nonce: string, more: Record<string, unknown> = {}, options?: CallOptions) =>
  server.call(sendVerificationCode, { receiver, nonce, ticket: 'any', ...more }, options)

test('rejects a second code within a minute and returns the remaining seconds', async () => {
  const email = newEmail()
  const nonce = await requestNonce(email)
  const startedAt = Date.now()
  expect((await send(email, nonce)).data).toEqual({ wait: 60 })
  const early = await send(email, await requestNonce(email))
  expect([early.code, early.status]).toEqual([20202, 429])
  const wait = Number(early.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(59 - (Date.now() - startedAt) / 1_000)
  expect(wait).toBeLessThanOrEqual(60)
  await server.sql(`update verification_gate set sent_at = sent_at - interval '50 seconds'`)
  expect((await send(email, nonce)).code).toBe(20202)
  await server.sql(`update verification_gate set sent_at = sent_at - interval '10 seconds'`)
  expect((await send(email, nonce)).code).toBe(0)
})

test('delays the codes of each scene separately', async () => {
  const { email } = await seedPerson(server)
  expect((await send(email, await requestNonce(email, 'login'))).code).toBe(0)
  expect((await send(email, await requestNonce(email, 'findpwd'))).code).toBe(0)
  expect((await send(email.toUpperCase(), await requestNonce(email.toUpperCase(), 'login'))).code).toBe(20202)
})

test('limits a mailbox to ten codes a day', async () => {
  const email = newEmail()
  const nonce = await requestNonce(email)
  for (let i = 0; i < 10; i++) {
    expect((await send(email, nonce)).code).toBe(0)
    await skipCodeInterval(server)
  }
  // The human check opens one more for a network.
  const ip = '203.0.113.59'
  expect((await send(email, nonce, {}, { ip })).code).toBe(0)
  await skipCodeInterval(server)
  const refused = await send(email.toUpperCase(), nonce, {}, { ip })
  expect(refused.code).toBe(20429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
})

test('limits an IP address to thirty codes a day and one more in 15 minutes', async () => {
  const ip = '203.0.113.60'
  const request = async () => {
    const email = newEmail()
    return (await send(email, await requestNonce(email), {}, { ip })).code
  }
  expect(await request()).toBe(0)
  await server.sql(`update rate_limit set points = 29 where key = 'codes:203.0.113.60'`)
  expect([await request(), await request(), await request()]).toEqual([0, 0, 20429])
})

test('limits an IP address to sixty account lookups in ten minutes', async () => {
  const ip = '203.0.113.61'
  const request = async () =>
    (await server.call(verifyEmail, { email: newEmail(), scene: 'register' }, { ip })).code
  expect(await request()).toBe(0)
  await server.sql(`update rate_limit set points = 59 where key = 'ask:203.0.113.61'`)
  expect([await request(), await request()]).toEqual([0, 20429])
})

test('writes the mail in the requested language, otherwise in that of the request', async () => {
  for (const [more, lang, chinese] of [
    [{ lang: 'zh' }, 'en', true],
    [{ lang: 'en' }, 'zh', false],
    [{}, 'zh-CN', true],
    [{}, 'zh-TW', false],
    [{}, 'fr', false],
    [{}, '../../etc/passwd', false],
  ] as const) {
    const email = newEmail()
    await send(email, await requestNonce(email), more, { lang })
    const mail = await server.waitForMail(email)
    expect([lang, /\p{Script=Han}/u.test(mail.text)]).toEqual([lang, chinese])
    expect(mail.subject).toContain(mail.code)
  }
})

test.each([
  [['a@example.com', 'b@example.com']],
  [{ email: 'a@example.com' }],
  ['a@example.com,b@example.com'],
  ['a@example.com;b@example.com'],
  ['a@example.com b@example.com'],
  ['a@example.com\r\nBcc: b@example.com'],
  ['a@example.com\nb@example.com'],
  ['a@example.com\u0000'],
  ['"a\r\nBcc: b"@example.com'],
  ['Ada <a@example.com>'],
  ['a@example.com@example.org'],
  [['a@example.com']],
  [true],
  [''],
  ['   '],
  [`${'a'.repeat(65)}@example.com`],
  [`a@${'b'.repeat(250)}.com`],
  ['a@localhost'],
  ['a@.com'],
  ['a..b@example.com'],
])('rejects the email address %j', async email => {
  const answer = await server.call(verifyEmail, { email, scene: 'register' })
  expect(answer.code).toBe(20001)
  expect(Object.keys(answer.fields ?? {})).toEqual(['email'])
  const nonce = await requestNonce(newEmail())
  const sent = await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })
  expect([20001, 20206]).toContain(sent.code)
})

test('ignores white space around the receiver', async () => {
  const email = newEmail()
  expect((await send(` ${email}\r\n`, await requestNonce(email))).code).toBe(0)
  const mail = await server.waitForMail(email)
  expect(mail.to).toBe(email)
})

test('sends a code to one receiver by SMTP, with links to PUBLIC_URL despite forged host headers', async () => {
  const smtp: SmtpFixture = await startSmtp()
  const other = await startTestServer({
    env: {
      MAIL_URL: smtp.url,
      KERF_DEV_EXPOSE: '1',
      PUBLIC_URL: 'https://passport.kerf.example',
      ACCOUNT_PRIVACY: 'strict',
    },
  })
  const { email } = await seedPerson(other)
  const evil = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    'x-forwarded-proto': 'http',
    referer: 'https://evil.example/',
  }
  // Strict privacy: the owner of a registered mailbox gets links to sign in and to reset the password.
  const { data } = await other.call(verifyEmail, { email, scene: 'register' }, { headers: evil })
  await other.call(
    sendVerificationCode,
    { receiver: email, nonce: data.nonce, ticket: 'any' },
    { headers: evil },
  )
  await expect.poll(() => smtp.received.length).toBe(1)
  const [mail] = smtp.received
  expect(mail?.to).toBe(email)
  expect(`${mail?.headers}${mail?.text}${mail?.html}`).not.toContain('evil.example')
  expect(mail?.text).toContain('https://passport.kerf.example/en/login')
  await other.close()
  await smtp.close()
})
