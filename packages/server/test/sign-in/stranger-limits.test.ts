/** Limits that a stranger exhausts never lock the owner out (S-010, S-021, S-024). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { findPassword } from '@kerf/contract/endpoints/password'
import { login, loginByVerificationCode, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail, verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import { describe, expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import {
  cookieOf,
  newEmail,
  PASSWORD,
  seedPerson,
  signUp,
  skipCodeInterval,
  wrongCode,
} from '../support/accounts.ts'
import { type CallOptions, newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { CODES_PER_RECEIVER: '10', CODES_PER_ADDRESS: '30' } })

const signIn = (email: string, password = PASSWORD, options?: CallOptions) =>
  server.call(login, { email, password }, options)

const signInByCode = (
  email: string,
  code: { nonce: string; captcha: string },
  options?: CallOptions,
  ticket?: string,
) => server.call(loginByVerificationCode, { email, ...code, ...(ticket && { ticket }) }, options)

/** Sets a counter of the account as many failures would leave it. */
const setCount = (name: string, uid: string, points: number) =>
  server.sql(
    `insert into rate_limit (key, points, expire) values ($1, $2, (extract(epoch from now()) * 1000)::bigint + 80000000)
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    `${name}:${uid}`,
    points,
  )

/** An account with a browser that its owner signed in from. */
async function createOwner() {
  const email = newEmail()
  const answer = await signUp(server, email)
  return { email, uid: answer.data.uid, cookie: cookieOf(answer, 'kerfDevice') }
}

async function sendCode(email: string, scene: 'login' | 'findpwd', options?: CallOptions) {
  await skipCodeInterval(server)
  const { data } = await server.call(verifyEmail, { email, scene })
  const sent = await server.call(
    sendVerificationCode,
    { receiver: email, nonce: data.nonce, ticket: 'any' },
    options,
  )
  return { sent, nonce: data.nonce }
}

async function mailedCode(email: string, scene: 'login' | 'findpwd' = 'login', options?: CallOptions) {
  const { sent, nonce } = await sendCode(email, scene, options)
  expect(sent.code).toBe(0)
  return { nonce, captcha: await server.waitForCode(email) }
}

describe('on a known browser', () => {
  test('a right password works at once after 100 wrong ones of strangers, and clears their count', async () => {
    const { email, uid, cookie } = await createOwner()
    await setCount('fail-row', uid, 100)
    await setCount('fail-short', uid, 10)
    expect((await signIn(email)).code).toBe(20429)
    expect((await signIn(email, PASSWORD, { cookie })).code).toBe(0)
    expect((await signIn(email)).code).toBe(0)
  })

  test('a right password works at an address whose failures are exhausted', async () => {
    const { email, cookie } = await createOwner()
    const ip = newIpAddress()
    expect((await signIn(newEmail(), 'wrong', { ip })).code).toBe(20111)
    await server.sql(`update rate_limit set points = 100 where key = $1`, `fail-address:${ip}`)
    expect((await signIn(email, PASSWORD, { ip })).code).toBe(20429)
    expect((await signIn(email, PASSWORD, { ip, cookie })).code).toBe(0)
  })

  test('a right code works at once after 20 wrong ones of strangers, and clears their count', async () => {
    const { email, uid, cookie } = await createOwner()
    await setCount('wrong', uid, 20)
    const code = await mailedCode(email)
    expect((await signInByCode(email, code)).code).toBe(20204)
    expect((await signInByCode(email, code, { cookie })).code).toBe(0)
    expect((await signInByCode(email, await mailedCode(email))).code).toBe(0)
  })

  test('a code is mailed after ten that strangers requested, also at an exhausted address', async () => {
    const { email, uid, cookie } = await createOwner()
    const ip = newIpAddress()
    await setCount('code', uid, 10)
    await setCount('extra-mail.account', uid, 60)
    await server.sql(
      `insert into rate_limit values ($1, 30, (extract(epoch from now()) * 1000)::bigint + 80000000)`,
      `codes:${ip}`,
    )
    expect((await sendCode(email, 'login', { ip })).sent.code).toBe(20429)
    expect((await sendCode(email, 'login', { ip, cookie })).sent.code).toBe(0)
  })

  test('wrong codes have a budget of twenty of their own', async () => {
    const { email, cookie } = await createOwner()
    for (let round = 0; round < 4; round++) {
      const code = await mailedCode(email)
      for (let i = 1; i <= 5; i++) {
        const wrong = { nonce: code.nonce, captcha: wrongCode(code, i) }
        expect((await signInByCode(email, wrong, { cookie })).code).toBe(20201)
      }
    }
    const code = await mailedCode(email)
    expect((await signInByCode(email, code, { cookie })).code).toBe(20204)
    // Strangers have used up nothing.
    expect((await signInByCode(email, code)).code).toBe(0)
  })
})

describe('on an unknown browser', () => {
  test('a mailed code signs in past a hundred wrong passwords, and clears the count', async () => {
    const { email, uid } = await seedPerson(server)
    await setCount('fail-row', uid, 100)
    expect((await signIn(email)).code).toBe(20429)
    expect((await signInByCode(email, await mailedCode(email))).code).toBe(0)
    expect((await signIn(email)).code).toBe(0)
  })

  test('past twenty wrong codes a human check opens one try a network in 15 minutes', async () => {
    const { email, uid } = await seedPerson(server)
    await setCount('wrong', uid, 20)
    const code = await mailedCode(email)
    const wrong = { nonce: code.nonce, captcha: wrongCode(code) }
    const ip = newIpAddress()
    expect((await signInByCode(email, wrong, { ip })).code).toBe(20204)
    expect((await signInByCode(email, wrong, { ip }, 'ticket')).code).toBe(20201)
    const refused = await signInByCode(email, code, { ip }, 'ticket')
    expect(refused.code).toBe(20429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    // Without a ticket the answer is the wait too: the person is not asked for a check in vain.
    expect((await signInByCode(email, code, { ip })).code).toBe(20429)
    expect((await signInByCode(email, code, undefined, 'ticket')).code).toBe(0)
  })

  test('past twenty wrong codes an account has sixty more tries a day', async () => {
    const { email, uid } = await seedPerson(server)
    await setCount('wrong', uid, 20)
    await setCount('extra-code.account', uid, 59)
    const code = await mailedCode(email)
    const wrong = { nonce: code.nonce, captcha: wrongCode(code) }
    expect((await signInByCode(email, wrong, undefined, 'ticket')).code).toBe(20201)
    expect((await signInByCode(email, code, undefined, 'ticket')).code).toBe(20429)
  })

  test('resets the password past twenty wrong codes after a human check', async () => {
    const { email, uid } = await seedPerson(server)
    await setCount('wrong', uid, 20)
    const code = await mailedCode(email, 'findpwd')
    const reset = { email, ...code, password: 'another-one-5' }
    expect((await server.call(findPassword, reset)).code).toBe(20204)
    expect((await server.call(findPassword, { ...reset, ticket: 'ticket' })).code).toBe(0)
  })

  test('counts no try for a code that cannot be accepted', async () => {
    const { email, uid } = await seedPerson(server)
    const unknown = { nonce: 'A'.repeat(43), captcha: '123456' }
    for (let i = 0; i < 25; i++) expect((await signInByCode(email, unknown)).code).toBe(20203)
    expect(
      await server.sql(`select 1 from rate_limit where key = $1 and points > 0`, `wrong:${uid}`),
    ).toEqual([])
  })

  test('past ten mails a day one more is sent to a network in 15 minutes, sixty for an account', async () => {
    const { email, uid } = await seedPerson(server)
    await setCount('code', uid, 10)
    const ip = newIpAddress()
    expect((await sendCode(email, 'login', { ip })).sent.code).toBe(0)
    const refused = (await sendCode(email, 'findpwd', { ip })).sent
    expect(refused.code).toBe(20429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await sendCode(email, 'findpwd')).sent.code).toBe(0)
    await setCount('extra-mail.account', uid, 60)
    expect((await sendCode(email, 'login')).sent.code).toBe(20429)
  })

  test('counts twenty wrong codes of an account over all scenes and receivers', async () => {
    const { email, cookie, uid } = await createOwner()
    const token = (await signIn(email, PASSWORD, { cookie })).data.utoken
    await setCount('wrong', uid, 19)
    await skipCodeInterval(server)
    const { data } = await server.call(verifyOwnEmail, { scene: 'verify' }, { token })
    const { receiver, nonce } = data
    await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' })
    const captcha = await server.waitForCode(email)
    const wrong = { nonce, captcha: wrongCode({ captcha }) }
    expect((await server.call(reauthenticate, wrong, { token })).code).toBe(20201)
    expect((await server.call(reauthenticate, { nonce, captcha }, { token })).code).toBe(20204)
    expect((await signInByCode(email, await mailedCode(email))).code).toBe(20204)
  })

  test('evaluates at most twenty of parallel wrong codes', async () => {
    const { email, uid } = await seedPerson(server)
    await setCount('wrong', uid, 18)
    const code = await mailedCode(email)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        signInByCode(email, { nonce: code.nonce, captcha: wrongCode(code, i + 1) }),
      ),
    )
    expect(answers.map(answer => answer.code).sort()).toEqual([20201, 20201, 20204, 20204, 20204])
  })
})

describe('mails to known browsers of an account', () => {
  test('have a common limit a day, past which the first of each browser and those after a human check are sent', async () => {
    const { email, uid, cookie } = await createOwner()
    const other = cookieOf(await signIn(email), 'kerfDevice')
    await setCount('mails-known', uid, 60)
    const ip = newIpAddress()
    const send = async (from: string) => (await sendCode(email, 'login', { cookie: from, ip })).sent.code
    expect(await send(cookie), 'the first of this browser').toBe(0)
    expect(await send(cookie), 'the one that the human check opens').toBe(0)
    expect(await send(cookie)).toBe(20429)
    expect(await send(other), 'the first of the other browser').toBe(0)
    expect(await send(other)).toBe(20429)
  })

  test('are counted together', async () => {
    const { email, uid, cookie } = await createOwner()
    const other = cookieOf(await signIn(email), 'kerfDevice')
    for (const from of [cookie, other, cookie])
      expect((await sendCode(email, 'login', { cookie: from })).sent.code).toBe(0)
    const [counted] = await server.sql('select points from rate_limit where key = $1', `mails-known:${uid}`)
    expect(counted).toEqual({ points: 3 })
  })
})

describe('one count of wrong passwords for an account', () => {
  test('over sign-in by email and reauthentication', async () => {
    const person = await seedPerson(server)
    const token = await signInToken(server, person)
    for (let i = 0; i < 5; i++) expect((await signIn(person.email, 'wrong')).code).toBe(20111)
    const guess = () => server.call(reauthenticate, { password: 'wrong' }, { token })
    for (let i = 0; i < 5; i++) expect((await guess()).code).toBe(20112)
    expect((await guess()).code).toBe(20429)
    expect((await signIn(person.email)).code).toBe(20429)
  })
})

test('the erasure of an account removes its counts', async () => {
  const { email, uid, cookie } = await createOwner()
  expect((await signIn(email, 'wrong')).code).toBe(20111)
  expect((await signIn(email, 'wrong', { cookie })).code).toBe(20111)
  const token = (await signIn(email, PASSWORD, { cookie })).data.utoken
  const counts = () => server.sql(`select key from rate_limit where key like 'fail-row:' || $1 || '%'`, uid)
  expect((await signIn(email, 'wrong')).code).toBe(20111)
  expect(await counts()).toHaveLength(1)
  await skipCodeInterval(server)
  const { nonce, receiver } = (await server.call(verifyOwnEmail, { scene: 'delete' }, { token })).data
  await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' })
  const captcha = await server.waitForCode(email)
  expect((await server.call(deleteAccount, { nonce, captcha, confirm: true }, { token })).code).toBe(0)
  expect(await counts()).toEqual([])
})

test('keeps the count of an account until a success, and that of an invented name for days', async () => {
  const { email, uid } = await seedPerson(server)
  const days = async () => {
    const rows = await server.sql<{ key: string; days: number }>(
      `select key, (expire / 1000 - extract(epoch from now()))::int / 86400 as days from rate_limit
        where key like 'fail-row:%' order by expire desc limit 1`,
    )
    return rows[0]
  }
  const invented = newEmail('nobody')
  await server.sql(`delete from rate_limit where key like 'fail-row:%'`)
  expect((await signIn(invented, 'wrong')).code).toBe(20111)
  expect((await days())?.days).toBeLessThanOrEqual(3)
  expect((await signIn(email, 'wrong')).code).toBe(20111)
  expect(await days()).toMatchObject({ key: `fail-row:${uid}` })
  expect((await days())?.days).toBeGreaterThan(3000)
  expect((await signIn(email)).code).toBe(0)
  expect(await server.sql(`select 1 from rate_limit where key = $1`, `fail-row:${uid}`)).toEqual([])
})

test('a reset in one browser clears what every browser of the account counted', async () => {
  const { email, uid, cookie } = await createOwner()
  for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong', { cookie })).code).toBe(20111)
  expect((await signIn(email, PASSWORD, { cookie })).code).toBe(20429)
  const code = await mailedCode(email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: 'another-one-5' })).code).toBe(0)
  expect(await server.sql(`select key from rate_limit where key like 'fail-%:' || $1 || '%'`, uid)).toEqual(
    [],
  )
})

test('asks unknown browsers for a human check while passwords of many accounts are tried', async () => {
  const { email, cookie } = await createOwner()
  await server.sql(
    `insert into rate_limit values ('global:sign-in-failures', 1000, (extract(epoch from now()) * 1000)::bigint + 800000)
     on conflict (key) do update set points = 1000, expire = excluded.expire`,
  )
  await expect.poll(async () => (await signIn(email)).code, { interval: 500 }).toBe(20204)
  // The same for a name without an account.
  expect((await signIn(newEmail())).code).toBe(20204)
  expect((await signIn(email, PASSWORD, { cookie })).code).toBe(0)
  const checked = await server.call(login, { email, password: PASSWORD, ticket: 'ticket' })
  expect(checked.code).toBe(0)
})
