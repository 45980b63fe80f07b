import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import {
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
  verifyHumanAnswer,
  verifyRecaptcha,
} from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import {
  newEmail,
  requestCode,
  seedBusiness,
  seedPerson,
  skipCodeInterval,
  wrongCode,
} from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ processes: 1, env: { LOG_LEVEL: 'trace', NODE_ENV: 'test' } })

/** Values that were sent or returned and must not appear in the log. */
const secrets = new Set<string>()
const secret = <T extends string>(value: T): T => {
  secrets.add(value)
  return value
}

const log = () => server.processes[0]?.output() ?? ''

test('writes no token, code, password, email address, nonce or ticket into the log', async () => {
  const email = secret(newEmail('canary'))
  const password = secret('canary-Pass-1')
  const code = await requestCode(server, email, 'register')
  secret(code.nonce)
  const registered = await server.call(register, { email, password, ...code, agreement: true })
  const token = secret(registered.data.utoken)
  await server.call(register, { email, password, ...code, agreement: true })
  for (const cookie of registered.cookies) secret((cookie.split(';')[0] ?? '').split('=')[1] ?? '')
  await server.call(getBasicInfo, undefined, { token })
  await server.call(getBasicInfo, undefined, { cookie: `utoken=${token}` })
  await server.call(getBasicInfo, undefined, { cookie: `utoken=${token}; utoken=${secret('canary-cookie')}` })
  await server.call(getBasicInfo, undefined, { token: secret('c'.repeat(43)) })
  await fetch(
    `${server.url}/v1/user/basic?ut=${token}&ticket=${secret('canary-ticket-in-query')}&email=${email}`,
  )
  await fetch(`${server.url}/v1/nowhere/${secret('canary-in-path')}?r=${encodeURIComponent(email)}`)
  await fetch(`${server.url}/v1/%zz${secret('canary-in-broken-path')}`)

  await server.call(login, { email, password: secret('canary-Wrong-2') })
  secret((await server.call(login, { email, password })).data.utoken)
  await server.call(login, { email: secret('canary-typo@example'), password })
  await server.call(login, { email, password, [secret('canary-field')]: secret('canary-value') })

  const loginCode = await requestCode(server, email, 'login')
  secret(loginCode.nonce)
  await server.call(loginByVerificationCode, { email, nonce: loginCode.nonce, captcha: wrongCode(loginCode) })
  secret((await server.call(loginByVerificationCode, { email, ...loginCode })).data.utoken)
  await skipCodeInterval(server)
  const resetCode = await requestCode(server, email, 'findpwd')
  secret(resetCode.nonce)
  const next = secret('canary-Next-3')
  secret((await server.call(findPassword, { email, ...resetCode, password: next })).data.utoken)

  const shop = await seedBusiness(server)
  secret(shop.email)
  await server.call(enterpriseLogin, { account: shop.account, password: secret('canary-Shop-4') })
  const verified = (await server.call(verifyEnterpriseAccount, { account: shop.account })).data
  await server.call(sendVerificationCode, {
    ...verified,
    nonce: secret(verified.nonce),
    ticket: secret('canary-human-ticket'),
  })
  await server.waitForMail(shop.email)
  const { data } = await server.call(verifyEmail, { email: secret(newEmail('canary')), scene: 'register' })
  await server.call(sendVerificationCode, { receiver: email, nonce: secret(data.nonce), ticket: 'x' })
  await server.call(verifyHumanAnswer, { payload: secret('canary-human-payload') })
  await server.call(verifyRecaptcha, { token: secret('canary-google-token') })

  // Internal errors at several places, in calls that carry the same values.
  await server.sql('alter table audit_event rename to audit_event_away')
  await server.call(login, { email, password: next }).catch(() => undefined)
  await server.call(login, { email, password: 'canary-Wrong-2' }).catch(() => undefined)
  await server.sql('alter table audit_event_away rename to audit_event')
  const broken = await seedPerson(server, { email: secret(newEmail('canary')) })
  await server.sql(
    `update account set password_hash = $2 where uid = $1`,
    broken.uid,
    secret('canary-broken-hash'),
  )
  await server.call(login, { email: broken.email, password: next }).catch(() => undefined)
  await fetch(`${server.url}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"email":"${email}","password":"${secret('canary-malformed')}`,
  })
  await server.call(logout, {}, { token })

  // Six digits may be part of another number, so codes are matched in their contexts only.
  const codes = [code.captcha, loginCode.captcha, resetCode.captcha]
  await expect.poll(() => log()).toContain('"route":"/v1/user/logout"')
  const written = log()
  for (const value of [...secrets].filter(({ length }) => length > 5)) {
    expect([value, written.includes(value)]).toEqual([value, false])
    expect([value, written.includes(encodeURIComponent(value))]).toEqual([value, false])
  }
  for (const value of codes)
    expect([value, new RegExp(`"${value}"|\\b${value} is your`).test(written)]).toEqual([value, false])
})

test('logs the route and the status of each call as one line of JSON', async () => {
  await server.call(
    login,
    { email: newEmail(), password: 'wrong' },
    { headers: { 'user-agent': 'x"}\t{"level":60' } },
  )
  await expect.poll(() => log()).toMatch(/"route":"\/v1\/login","status":401/)
  const lines = log()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as { level: number; route?: string; requestId?: string; time: string })
  expect(lines.some(line => line.route === '/v1/register' && line.requestId !== undefined)).toBe(true)
  expect(lines.some(line => line.level >= 50)).toBe(true)
  for (const line of lines) expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('logs the network and the kind of limit of a throttled call, not the person', async () => {
  const person = await seedPerson(server)
  const ip = '203.0.113.201'
  const guess = () =>
    server.call(login, { email: person.email, password: 'canary-Wrong-5', ticket: 'any' }, { ip })
  let answer = await guess()
  for (let tries = 0; tries < 30 && answer.code !== 20429; tries++) answer = await guess()
  expect(answer.code).toBe(20429)
  const lineOf = () =>
    log()
      .split('\n')
      .find(written => written.includes(`"${answer.requestId}"`) && written.includes('"limit"'))
  await expect.poll(lineOf).toBeDefined()
  const line = lineOf() ?? ''
  expect(JSON.parse(line)).toMatchObject({
    method: 'POST',
    route: '/v1/login',
    status: 429,
    code: 20429,
    limit: 'fail-short',
    network: '203.0.113.0/24',
  })
  for (const personal of [person.uid, person.email, person.email.split('@')[0], ip])
    expect(line).not.toContain(personal)
})

test('names no account in the log line of a throttled try', async () => {
  const { email, uid } = await seedPerson(server)
  for (let i = 0; i < 11; i++) await server.call(login, { email, password: `canary-wrong-${i}` })
  const { requestId, code } = await server.call(login, { email, password: 'canary-wrong' })
  expect(code).toBe(20429)
  await expect.poll(log).toContain(requestId)
  const [row] = await server.sql(
    'select uid from audit_event where uid = $1 and event = $2',
    uid,
    'call.refused',
  )
  expect(row).toEqual({ uid })
  expect(
    log()
      .split('\n')
      .filter(line => line.includes(uid)),
  ).toEqual([])
})
