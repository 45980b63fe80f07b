/** The account-takeover matrix of docs/threat-model.md: what a thief gets with one thing of the owner. */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import {
  confirmTotp,
  describeLoginStep,
  passSecondStep,
  removeTotp,
  type SecondStep,
  startTotp,
} from '@kerf/contract/endpoints/factors'
import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { getPasskeyCreationOptions } from '@kerf/contract/endpoints/passkey'
import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { login, loginByVerificationCode, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { connectSocialFlow, describeSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'
import { describe, expect, test } from 'vitest'
import {
  requestOwnCode,
  setAuthenticationAge,
  signInWithBothProofs,
  withOpenTransaction,
} from '../account-center/fixtures.ts'
import { CLIENT_ID, newPerson, useMockProvider } from '../sign-on/mock-provider.ts'
import {
  newEmail,
  PASSWORD,
  type Person,
  requestCode,
  seedPerson,
  skipCodeInterval,
} from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Protection, protect } from './protect.ts'

const mock = await useMockProvider()
const server = await useTestServer({ env: mock.env })

/** The thief's network: a flow without a browser cookie is bound to it. */
const THIEF: CallOptions = { ip: '203.0.113.66' }
const NEW_PASSWORD = 'a-thief-wrote-this'

type Owner = Person & Protection

/** An account with an authenticator app. */
async function seedOwner(more: { email?: string } = {}): Promise<Owner> {
  const person = await seedPerson(server, more)
  return { ...person, ...(await protect(server, person)) }
}

const sessionCount = async (uid: string): Promise<number> =>
  (await server.sql('select 1 from session where uid = $1', uid)).length

const passwordLogin = (email: string, password = PASSWORD) => server.call(login, { email, password }, THIEF)
const pass = (data: unknown, input: { method: 'totp' | 'recovery'; code: string }) =>
  server.call(passSecondStep, { flow: (data as SecondStep).flow, ...input }, THIEF)

describe('the mailbox only', () => {
  test('gets no session by a mailed code, nor by a new password', async () => {
    const { uid, email } = await seedOwner()
    const byCode = await server.call(
      loginByVerificationCode,
      { email, ...(await requestCode(server, email, 'login')) },
      THIEF,
    )
    expect(byCode.code).toBe(20108)
    const reset = { email, password: NEW_PASSWORD, ...(await requestCode(server, email, 'findpwd')) }
    expect((await server.call(findPassword, reset, THIEF)).code).toBe(20108)
    expect(await sessionCount(uid)).toBe(0)
    expect((await passwordLogin(email, NEW_PASSWORD)).code).toBe(20108)
  })

  test('connects no identity of its own with the account', async () => {
    const { uid, email } = await seedOwner()
    const thief = newPerson({ email, email_verified: true })
    const idToken = () => mock.idToken({ ...thief, aud: CLIENT_ID })
    const native = async () =>
      server.call(
        loginWithAccessToken,
        { op: 'login', cid: CLIENT_ID, idToken: await idToken() },
        { params: { channel: 'mock' }, ...THIEF },
      )
    const { flow = '' } = (await native()).data
    const connected = await server.call(connectSocialFlow, { flow, password: PASSWORD }, THIEF)
    expect(connected.code).toBe(20108)
    expect(await server.sql('select 1 from social_link where uid = $1', uid)).toEqual([])
    expect((await native()).data).toMatchObject({ code: 20115, utoken: '' })
  })
})

test('the password only: gets no session, and the owner is notified of wrong codes', async () => {
  const { uid, email } = await seedOwner()
  const { code, data } = await passwordLogin(email)
  expect(code).toBe(20108)
  for (let i = 0; i < 5; i++) expect((await pass(data, { method: 'totp', code: '000000' })).code).toBe(20201)
  expect((await pass(data, { method: 'totp', code: '000000' })).code).toBe(20206)
  await server.waitForMail(email, ({ text }) => text.includes('second step'))
  expect(await sessionCount(uid)).toBe(1)
})

describe('an account without a second factor', () => {
  const browserOf = async (email: string) => {
    const { data, cookies } = await passwordLogin(email)
    return {
      ...THIEF,
      token: data.utoken,
      headers: { cookie: cookies.map(one => one.split(';')[0]).join('; ') },
    }
  }
  const bindTicket = { purpose: 'bind', target: 'https://portal.example' } as const
  /** Changes that outlast a new password, or send codes to another mailbox. */
  const additions = async (options: CallOptions) => [
    await server.call(changeEmail, { email: newEmail(), captcha: '000000', nonce: 'A'.repeat(22) }, options),
    await server.call(createTicket, bindTicket, options),
    await server.call(
      loginWithAccessToken,
      { op: 'bind', cid: CLIENT_ID, idToken: 'x' },
      { params: { channel: 'mock' }, ...options },
    ),
    await server.call(startTotp, {}, options),
    await server.call(confirmTotp, { code: '000000' }, options),
    await server.call(getPasskeyCreationOptions, {}, options),
  ]

  test('the password only: gets a session, adds nothing and keeps the address', async () => {
    const { email } = await seedPerson(server)
    const thief = await browserOf(email)
    for (const { code, data } of await additions(thief))
      expect([code, data]).toEqual([20107, { missing: 'code' }])
    // The password again is not another proof.
    expect((await server.call(reauthenticate, { password: PASSWORD }, thief)).code).toBe(0)
    for (const { code } of await additions(thief)) expect(code).toBe(20107)
  })

  test('the password and the mailbox: the owner adds an app, in either order, within ten minutes', async () => {
    const person = await seedPerson(server)
    const own = await browserOf(person.email)
    const proveMailbox = async () =>
      server.call(reauthenticate, await requestOwnCode(server, own.token, person, 'verify', THIEF), own)
    const withCompanion = ({ data }: { data: { companion: string } }) => {
      own.headers.cookie = own.headers.cookie.replace(
        /kerfCompanion=[^;]*/,
        `kerfCompanion=${data.companion}`,
      )
    }
    withCompanion(await proveMailbox())
    expect((await server.call(startTotp, {}, own)).code).toBe(0)
    // The same kind again does not keep the other one recent.
    await skipCodeInterval(server)
    withCompanion(await proveMailbox())
    expect((await server.call(startTotp, {}, own)).data).toEqual({ missing: 'password' })
    withCompanion(await server.call(reauthenticate, { password: PASSWORD }, own))
    expect((await server.call(startTotp, {}, own)).code).toBe(0)
    await setAuthenticationAge(server, person.uid, '11 minutes')
    withCompanion(await server.call(reauthenticate, { password: PASSWORD }, own))
    expect((await server.call(startTotp, {}, own)).data).toEqual({ missing: 'code' })
  })

  test('the mailbox only: gets a session, and adds nothing as long as the password is not reset', async () => {
    const { email } = await seedPerson(server)
    const { data, cookies } = await server.call(
      loginByVerificationCode,
      { email, ...(await requestCode(server, email, 'login')) },
      THIEF,
    )
    const headers = { cookie: cookies.map(one => one.split(';')[0]).join('; ') }
    for (const answer of await additions({ ...THIEF, token: data.utoken, headers }))
      expect([answer.code, answer.data]).toEqual([20107, { missing: 'password' }])
  })

  describe('connecting a social account at a login', () => {
    const thiefAt = async (person: Person) => {
      const thief = newPerson({ email: person.email, email_verified: true })
      const native = async () =>
        server.call(
          loginWithAccessToken,
          { op: 'login', cid: CLIENT_ID, idToken: await mock.idToken({ ...thief, aud: CLIENT_ID }) },
          { params: { channel: 'mock' }, ...THIEF },
        )
      const { flow = '' } = (await native()).data
      const loginCode = async () => {
        const { nonce, email } = (await server.call(describeSocialFlow, { flow }, THIEF)).data
        await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }, THIEF)
        return { nonce, captcha: await server.waitForCode(person.email) }
      }
      const isConnected = async () =>
        (await server.sql('select 1 from social_link where uid = $1', person.uid)).length === 1
      return { flow, loginCode, isConnected }
    }

    test('the mailbox only: connects nothing', async () => {
      const person = await seedPerson(server)
      const { flow, loginCode, isConnected } = await thiefAt(person)
      const answer = await server.call(connectSocialFlow, { flow, ...(await loginCode()) }, THIEF)
      expect([answer.code, answer.data]).toEqual([20107, { missing: 'password' }])
      expect([await isConnected(), await sessionCount(person.uid)]).toEqual([false, 0])
    })

    test('the password only: connects nothing before the code by email', async () => {
      const person = await seedPerson(server)
      const { flow, isConnected } = await thiefAt(person)
      const { code, data } = await server.call(connectSocialFlow, { flow, password: PASSWORD }, THIEF)
      const step = data as unknown as SecondStep
      expect([code, step.methods]).toEqual([20108, ['mail']])
      expect((await server.call(describeLoginStep, { flow: step.flow }, THIEF)).data.purpose).toBe(
        'connection',
      )
      expect([await isConnected(), await sessionCount(person.uid)]).toEqual([false, 0])
      const pass = { flow: step.flow, method: 'mail', code: await server.waitForCode(person.email) } as const
      expect((await server.call(passSecondStep, pass, THIEF)).code).toBe(0)
      expect(await isConnected()).toBe(true)
    })

    test('a browser that remembers the second step does not leave it out', async () => {
      const owner = await seedOwner()
      const { data } = await passwordLogin(owner.email)
      const passed = await server.call(
        passSecondStep,
        {
          ...{ flow: (data as unknown as SecondStep).flow, method: 'totp', rememberBrowser: true },
          code: await owner.code(),
        },
        THIEF,
      )
      const headers = { cookie: passed.cookies.map(one => one.split(';')[0]).join('; ') }
      const options = { ...THIEF, headers }
      const again = await server.call(login, { email: owner.email, password: PASSWORD }, options)
      expect(again.code).toBe(0)
      const { flow, isConnected } = await thiefAt(owner)
      expect((await server.call(connectSocialFlow, { flow, password: PASSWORD }, options)).code).toBe(20108)
      expect(await isConnected()).toBe(false)
    })
  })

  test('a stolen cookie: adds nothing', async () => {
    const { email } = await seedPerson(server)
    const { token } = await browserOf(email)
    for (const { code } of await additions({ ...THIEF, token, headers: { cookie: `utoken=${token}` } }))
      expect(code).toBe(20107)
  })
})

describe('a change that is under way while the owner ends all sessions', () => {
  const CHANGES: readonly [string, (token: string) => Promise<number>][] = [
    [
      'a new address',
      async token => {
        const email = newEmail()
        const code = await requestCode(server, email, 'bind')
        return (await server.call(changeEmail, { email, ...code }, { token })).code
      },
    ],
    [
      'an authenticator app',
      async token => {
        expect((await server.call(startTotp, {}, { token })).code).toBe(0)
        return (await server.call(confirmTotp, { code: '000000' }, { token })).code
      },
    ],
    [
      'a password',
      async token =>
        (await server.call(changePassword, { oldPassword: PASSWORD, password: NEW_PASSWORD }, { token }))
          .code,
    ],
  ]
  test.each(CHANGES)('%s: is refused', async (_name, change) => {
    const person = await seedPerson(server)
    const token = await signInWithBothProofs(server, person)
    const ending = [
      'select 1 from account where uid = $1 for update',
      'delete from session where uid = $1',
    ] as const
    expect(await withOpenTransaction(server, ending, person.uid, () => change(token))).toBe(20101)
    expect((await passwordLogin(person.email)).code).toBe(0)
  })
})

describe('an app that a stranger set up', () => {
  const notMeLink = async (email: string): Promise<string> => {
    const { text } = await server.waitForMail(email, mail => mail.text.includes('authenticator app'))
    return /\/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
  }

  test('is removed by the link of its mail, with the session', async () => {
    const { uid, email } = await seedOwner()
    expect((await passwordLogin(email)).code).toBe(20108)
    const link = await notMeLink(email)
    expect((await server.call(reportNotMe, { link }, THIEF)).code).toBe(0)
    expect(await sessionCount(uid)).toBe(0)
    await server.waitForMail(email, ({ subject }) => subject.includes('turned off'))
    const reset = { email, password: NEW_PASSWORD, ...(await requestCode(server, email, 'findpwd')) }
    expect((await server.call(findPassword, reset)).code).toBe(0)
    expect((await passwordLogin(email)).code).toBe(20111)
  })

  test.each([
    [
      'if it is older than the mail',
      `update totp_factor set confirmed_at = now() - interval '4 days', protected_since = null`,
    ],
    ['if it replaced another app', `update totp_factor set protected_since = now() - interval '1 hour'`],
  ])('is kept %s: a thief of the mailbox must not remove it', async (_name, statement) => {
    const { uid, email } = await seedOwner()
    const link = await notMeLink(email)
    await server.sql(`${statement} where uid = $1`, uid)
    expect((await server.call(reportNotMe, { link }, THIEF)).code).toBe(0)
    expect(await sessionCount(uid)).toBe(0)
    expect((await passwordLogin(email)).code).toBe(20108)
  })
})

describe('a social account that a stranger connected', () => {
  const link = async (uid: string, channel: string, at: string) => {
    await server.sql(
      `insert into social_link (uid, channel, name, bound_at) values ($1, $2, 'eve', ${at})`,
      uid,
      channel,
    )
    await server.sql(
      `insert into sign_in_identifier (kind, value, uid) values ('social.' || $2, $1::text, $1::uuid)`,
      uid,
      channel,
    )
  }
  const linksOf = async (uid: string) =>
    (await server.sql<{ channel: string }>('select channel from social_link where uid = $1', uid)).map(
      ({ channel }) => channel,
    )
  const victim = async () => {
    const person = await seedPerson(server)
    await server.sql(`update account set created_at = now() - interval '1 year' where uid = $1`, person.uid)
    return person
  }

  test('is removed by the link of a mail and by a reset, with a mail; an older one stays', async () => {
    for (const by of ['link', 'reset'] as const) {
      const { uid, email } = await victim()
      await passwordLogin(email)
      await server.call(login, { email, password: PASSWORD }, { ip: '10.99.1.1' })
      const { text } = await server.waitForMail(email)
      await link(uid, 'github', `now() - interval '30 days'`)
      await link(uid, 'google', 'now()')
      if (by === 'link') {
        const secret = /\/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
        expect((await server.call(reportNotMe, { link: secret }, THIEF)).code).toBe(0)
      } else {
        const reset = { email, password: NEW_PASSWORD, ...(await requestCode(server, email, 'findpwd')) }
        expect((await server.call(findPassword, reset)).code).toBe(0)
      }
      expect(await linksOf(uid)).toEqual(['github'])
      await server.waitForMail(email, ({ subject }) => subject.includes('connected account was removed'))
    }
  })

  test('is kept if the account was created with it: that is how its owner logs in', async () => {
    const { uid, email } = await seedPerson(server)
    await link(uid, 'google', 'now()')
    const reset = { email, password: NEW_PASSWORD, ...(await requestCode(server, email, 'findpwd')) }
    expect((await server.call(findPassword, reset)).code).toBe(0)
    expect(await linksOf(uid)).toEqual(['google'])
  })
})

test('a stolen cookie: reads, and changes nothing', async () => {
  const owner = await seedOwner()
  await setAuthenticationAge(server, owner.uid, '1 hour')
  const options = { ...THIEF, token: owner.token, headers: { cookie: `utoken=${owner.token}` } }
  const email = newEmail()
  const answers = [
    await server.call(changeEmail, { email, ...(await requestCode(server, email, 'bind')) }, options),
    await server.call(startTotp, {}, options),
    await server.call(removeTotp, {}, options),
    await server.call(changePassword, { oldPassword: PASSWORD, password: NEW_PASSWORD }, options),
  ]
  expect(answers.map(({ code }) => code)).toEqual([20107, 20107, 20107, 20107])
  const code = await requestOwnCode(server, owner.token, owner, 'delete', THIEF)
  expect((await server.call(deleteAccount, { ...code, confirm: true }, options)).code).toBe(20107)
  expect((await server.call(reauthenticate, { password: PASSWORD }, options)).code).toBe(20108)
})

test('a stolen phone with app and mailbox: gets in; the owner ends it with a recovery code', async () => {
  const owner = await seedOwner()
  const { data } = await server.call(
    loginByVerificationCode,
    { email: owner.email, ...(await requestCode(server, owner.email, 'login')) },
    THIEF,
  )
  expect((await pass(data, { method: 'totp', code: await owner.code() })).code).toBe(0)
  // The password, which the phone does not have, and a recovery code: the app of the phone is removed.
  const { data: step } = await passwordLogin(owner.email)
  const entered = await pass(step, { method: 'recovery', code: owner.recoveryCodes[0] ?? '' })
  expect(entered.code).toBe(0)
  const companion = entered.cookies.map(line => line.split(';')[0]).join('; ')
  const own = { ...THIEF, token: entered.data.utoken, headers: { cookie: companion } }
  expect((await server.call(removeTotp, {}, own)).code).toBe(0)
})

test('a lost phone: a recovery code lets the owner in, once', async () => {
  const owner = await seedOwner()
  const code = owner.recoveryCodes[1] ?? ''
  expect((await pass((await passwordLogin(owner.email)).data, { method: 'recovery', code })).code).toBe(0)
  expect((await pass((await passwordLogin(owner.email)).data, { method: 'recovery', code })).code).toBe(20201)
})

test('a social identity only: gets no session', async () => {
  const identity = newPerson()
  const native = async () =>
    server.call(
      loginWithAccessToken,
      { op: 'login', cid: CLIENT_ID, idToken: await mock.idToken({ ...identity, aud: CLIENT_ID }) },
      { params: { channel: 'mock' }, ...THIEF },
    )
  const first = await native()
  expect(first.data.code).toBe(0)
  const [account] = await server.sql<{ uid: string }>(
    `update account set second_factor = true
      where uid = (select uid from session where token_hash = sha256($1)) returning uid`,
    first.data.utoken,
  )
  const again = await native()
  expect(again.data).toMatchObject({ code: 20108, utoken: '', flow: expect.any(String), methods: [] })
  expect(await sessionCount(account?.uid ?? '')).toBe(1)
})
