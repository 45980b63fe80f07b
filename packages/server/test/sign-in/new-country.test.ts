/** A login from a new browser in a new country asks for a code by mail. */
import {
  describeLoginStep,
  passSecondStep,
  type SecondStep,
  sendLoginCode,
} from '@kerf/contract/endpoints/factors'
import { findPassword } from '@kerf/contract/endpoints/password'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { allowLogin, login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { describe, expect, test } from 'vitest'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { CLIENT_ID, newPerson, useMockProvider } from '../sign-on/mock-provider.ts'
import { newEmail, PASSWORD, requestCode, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { protect } from './protect.ts'

const mock = await useMockProvider()
const server = await useTestServer({ env: mock.env })

const IN_US: CallOptions = { ip: '8.8.8.8' }
const IN_NL: CallOptions = { ip: '193.0.6.139' }
const NOWHERE: CallOptions = { ip: '192.0.2.33' }

const signIn = (email: string, options: CallOptions) =>
  server.call(login, { email, password: PASSWORD }, options)

/** An account that was used from the United States. */
async function seedAmerican() {
  const person = await seedPerson(server)
  expect((await signIn(person.email, IN_US)).code).toBe(0)
  return person
}

const stepOf = async (email: string, options = IN_NL): Promise<SecondStep> => {
  const answer = await signIn(email, options)
  expect(answer.code).toBe(20108)
  return answer.data as unknown as SecondStep
}

const mailedCode = async (email: string) => {
  const { text } = await server.waitForMail(email, ({ subject }) => /^\d{6} /.test(subject))
  return { code: /\b\d{6}\b/.exec(text)?.[0] ?? '', text }
}

const renewMail = () => server.sql(`update sign_in_flow set mailed_at = mailed_at - interval '1 minute'`)

test('a ticket makes no country known: a thief of a token can open tickets anywhere', async () => {
  const { email, uid } = await seedAmerican()
  await insertLiveSession(server, uid)
  await server.sql(`update session set method = 'ticket', place = 'NL' where uid = $1 and place = ''`, uid)
  await server.sql(
    `insert into sign_in_record (uid, ip, place, application, platform, method, session)
     select uid, '193.0.6.139', place, '', '', method, handle from session where uid = $1 and method = 'ticket'`,
    uid,
  )
  await stepOf(email)
})

test('the code of the mail logs in, once; the country is then known', async () => {
  const { email, uid } = await seedAmerican()
  const { flow, methods } = await stepOf(email)
  expect(methods).toEqual(['mail'])
  expect((await server.call(describeLoginStep, { flow }, IN_NL)).data).toMatchObject({
    methods: ['mail'],
    receiver: expect.stringContaining('*'),
    wait: expect.any(Number),
    removalAt: null,
  })
  const { code, text } = await mailedCode(email)
  expect(text).toContain('Netherlands')
  expect(text).toMatch(/\/not-me\S*#[\w-]+/)
  const pass = (digits: string) =>
    server.call(passSecondStep, { flow, method: 'mail', code: digits, rememberBrowser: true }, IN_NL)
  expect((await pass(code === '000000' ? '111111' : '000000')).code).toBe(20201)
  const passed = await pass(code)
  expect(passed.data).toMatchObject({ uid, utoken: expect.any(String) })
  expect((await pass(code)).code).toBe(20206)
  // A mailbox is no second factor.
  expect(await server.sql(`select acr, amr from session where uid = $1 and place = 'NL'`, uid)).toEqual([
    { acr: 'aal1', amr: ['pwd', 'otp'] },
  ])
  expect(await server.sql('select 1 from known_device where second_step_until is not null')).toEqual([])
  expect((await signIn(email, IN_NL)).code).toBe(0)
})

describe('not asked', () => {
  test('for the first session of an account', async () => {
    const { email } = await seedPerson(server)
    expect((await signIn(email, IN_NL)).code).toBe(0)
  })

  test("where a country is unknown: the caller's, or all of the account's", async () => {
    const american = await seedAmerican()
    expect((await signIn(american.email, NOWHERE)).code).toBe(0)
    const nobody = await seedPerson(server)
    expect((await signIn(nobody.email, NOWHERE)).code).toBe(0)
    expect((await signIn(nobody.email, IN_NL)).code).toBe(0)
  })

  test('in a country of the account, or in a known browser', async () => {
    const { email } = await seedAmerican()
    expect((await signIn(email, { ip: '8.8.4.4' })).code).toBe(0)
    const browser = { headers: { cookie: `kerfBrowser=${'b'.repeat(43)}` } }
    const first = await signIn(email, { ...IN_US, ...browser })
    const cookie = first.cookies.map(line => line.split(';')[0]).join('; ')
    const headers = { cookie: `${browser.headers.cookie}; ${cookie}` }
    expect((await signIn(email, { ...IN_NL, headers })).code).toBe(0)
  })

  test('for a login by mailed code, and the session after a reset', async () => {
    const { email } = await seedAmerican()
    const code = await requestCode(server, email, 'login')
    expect((await server.call(loginByVerificationCode, { email, ...code }, IN_NL)).code).toBe(0)
    const other = await seedAmerican()
    const reset = {
      email: other.email,
      password: 'another-long-one',
      ...(await requestCode(server, other.email, 'findpwd')),
    }
    expect((await server.call(findPassword, reset, IN_NL)).code).toBe(0)
  })

  test('where a second factor is: that one is the proof', async () => {
    const person = await seedAmerican()
    await protect(server, person)
    expect((await stepOf(person.email)).methods).toEqual(['totp', 'recovery'])
  })
})

describe('the link of the mail, for apps that cannot show the step', () => {
  const linkIn = (text: string) => /\/allow-login\S*#([\w-]+)/.exec(text)?.[1] ?? ''
  const linkOf = async (email: string) => linkIn((await mailedCode(email)).text)
  const use = (link: string, confirm: boolean) => server.call(allowLogin, { link, confirm }, IN_US)

  test('lets the next password login from that network pass, once, when it is confirmed', async () => {
    const { email, uid } = await seedAmerican()
    const asked = await signIn(email, { ...IN_NL, lang: 'zh' })
    expect([asked.code, asked.msg]).toEqual([20108, expect.stringContaining('邮件中的链接')])
    const link = await linkOf(email)
    expect((await use(link, false)).data).toEqual({
      place: 'Netherlands',
      at: expect.any(Number),
      application: 'portal',
      account: expect.stringContaining('***'),
    })
    expect((await signIn(email, IN_NL)).code).toBe(20108)
    expect((await use(link, true)).code).toBe(0)
    expect((await use(link, true)).code).toBe(20206)
    expect((await signIn(email, { ip: '145.97.0.1' })).code).toBe(20108)
    // Two at once: the country is known after the first, so the history is removed before the next try.
    const both = await Promise.all([signIn(email, IN_NL), signIn(email, IN_NL)])
    expect(both.map(({ code }) => code)).toContain(0)
    await server.sql(`delete from session where uid = $1`, uid)
    await server.sql(`delete from sign_in_record where uid = $1 and place like 'NL%'`, uid)
    expect((await signIn(email, IN_NL)).code).toBe(20108)
    const rows = await server.sql(
      `select detail from audit_event where uid = $1 and event = 'login.allow'`,
      uid,
    )
    expect(rows).toHaveLength(1)
  })

  test('is void after fifteen minutes, after its flow, and after "this was not me"', async () => {
    const { email, uid } = await seedAmerican()
    await stepOf(email)
    const link = await linkOf(email)
    expect((await use(link, true)).code).toBe(0)
    await server.sql(
      `update login_allowance set expires_at = expires_at - interval '15 minutes' where uid = $1`,
      uid,
    )
    expect((await signIn(email, IN_NL)).code).toBe(20108)

    const other = await seedAmerican()
    await stepOf(other.email)
    const late = await linkOf(other.email)
    await server.sql(`update sign_in_flow set expires_at = now() where uid = $1`, other.uid)
    expect((await use(late, true)).code).toBe(20206)

    const third = await seedAmerican()
    await stepOf(third.email)
    const { text } = await mailedCode(third.email)
    expect((await use(linkIn(text), true)).code).toBe(0)
    await server.sql(`update sign_in_record set at = at - interval '1 hour' where uid = $1`, third.uid)
    const notMe = /\/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
    expect((await server.call(reportNotMe, { link: notMe }, {})).code).toBe(0)
    expect((await signIn(third.email, IN_NL)).code).toBe(20108)
  })

  test('is not for social logins, and a forged one is refused', async () => {
    const identity = newPerson({ email: newEmail(), email_verified: true })
    const native = async (options: CallOptions) =>
      server.call(
        loginWithAccessToken,
        { op: 'login', cid: CLIENT_ID, idToken: await mock.idToken({ ...identity, aud: CLIENT_ID }) },
        { params: { channel: 'mock' }, ...options },
      )
    await native(IN_US)
    await native(IN_NL)
    expect((await mailedCode(identity.email ?? '')).text).not.toContain('allow-login')
    expect((await use('Zm9yZ2Vk', true)).code).toBe(20206)
  })
})

test('a social identity is asked too', async () => {
  const email = newEmail()
  const identity = newPerson({ email, email_verified: true })
  const native = async (options: CallOptions) =>
    server.call(
      loginWithAccessToken,
      { op: 'login', cid: CLIENT_ID, idToken: await mock.idToken({ ...identity, aud: CLIENT_ID }) },
      { params: { channel: 'mock' }, ...options },
    )
  expect((await native(IN_US)).data.code).toBe(0)
  const asked = (await native(IN_NL)).data
  expect(asked).toMatchObject({ code: 20108, utoken: '', methods: ['mail'] })
  const { code } = await mailedCode(email)
  const passed = await server.call(passSecondStep, { flow: asked.flow ?? '', method: 'mail', code }, IN_NL)
  expect(passed.code).toBe(0)
})

test('another code replaces the first; three for each login, ten a day for the account', async () => {
  const { email, uid } = await seedAmerican()
  const { flow } = await stepOf(email)
  const first = (await mailedCode(email)).code
  const send = () => server.call(sendLoginCode, { flow }, IN_NL)
  expect((await send()).code).toBe(20202)
  await renewMail()
  expect((await send()).code).toBe(0)
  const [row] = await server.sql<{ mails: number }>('select mails from sign_in_flow where uid = $1', uid)
  expect(row?.mails).toBe(2)
  const again = await server.call(passSecondStep, { flow, method: 'mail', code: first }, IN_NL)
  expect(again.code).toBe(20201)
  await renewMail()
  expect((await send()).code).toBe(0)
  await renewMail()
  expect((await send()).code).toBe(20202)
  const codes: number[] = []
  for (let i = 0; i < 8; i++) codes.push((await signIn(email, IN_NL)).code)
  expect(codes.filter(code => code === 20108).length).toBeLessThanOrEqual(7)
  expect(codes.at(-1)).toBe(20429)
  // The owner's other ways stay open.
  expect((await signIn(email, IN_US)).code).toBe(0)
})

test('a flow is good for the browser that began it, for its method, and for the password it began with', async () => {
  const { email, uid } = await seedAmerican()
  const { flow } = await stepOf(email)
  const { code } = await mailedCode(email)
  const other = await server.call(passSecondStep, { flow, method: 'mail', code }, IN_US)
  expect(other.code).toBe(20206)
  for (const method of ['totp', 'recovery', 'lost', 'setup'] as const)
    expect((await server.call(passSecondStep, { flow, method, code }, IN_NL)).code).toBe(20206)
  await server.sql(`update account set second_factor = true where uid = $1`, uid)
  expect((await server.call(passSecondStep, { flow, method: 'mail', code }, IN_NL)).code).toBe(20206)
})

test('a country of a login since a mail is not known once the owner reports that mail', async () => {
  const { email } = await seedAmerican()
  const { flow } = await stepOf(email)
  const { code, text } = await mailedCode(email)
  expect((await server.call(passSecondStep, { flow, method: 'mail', code }, IN_NL)).code).toBe(0)
  const link = /\/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
  await server.sql(`update sign_in_record set at = at - interval '1 hour' where place <> 'NL'`)
  expect((await server.call(reportNotMe, { link }, {})).code).toBe(0)
  await stepOf(email)
  expect((await signIn(email, IN_US)).code).toBe(0)
})

test('the link of the mail ends the login', async () => {
  const { email } = await seedAmerican()
  const { flow } = await stepOf(email)
  const { code, text } = await mailedCode(email)
  const link = /\/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
  expect((await server.call(reportNotMe, { link }, {})).code).toBe(0)
  expect((await server.call(passSecondStep, { flow, method: 'mail', code }, IN_NL)).code).toBe(20206)
})
