import { findPassword } from '@kerf/contract/endpoints/password'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import {
  cookieOf,
  newEmail,
  PASSWORD,
  requestCode,
  seedBusiness,
  seedPerson,
  signUp,
} from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const signIn = (email: string, password: string, options?: CallOptions) =>
  server.call(login, { email, password }, options)

/** Submits as many wrong passwords as an account accepts in 15 minutes. */
async function exhaustAttempts(email: string, options?: CallOptions): Promise<void> {
  for (let i = 0; i < 10; i++) expect((await signIn(email, `wrong-${i}`, options)).code).toBe(20111)
}

test('limits a known and an unknown account after ten failures', async () => {
  const known = await seedPerson(server)
  for (const email of [known.email, newEmail()]) {
    await exhaustAttempts(email)
    const refused = await signIn(email, 'wrong-again')
    expect([refused.code, refused.status]).toEqual([20429, 429])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    expect((await signIn(email.toUpperCase(), PASSWORD)).code).toBe(20429)
  }
})

test('counts ten parallel failures as ten', async () => {
  const { email } = await seedPerson(server)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(email, `wrong-${i}`)))
  expect(answers.filter(answer => answer.code === 20111).length).toBeLessThanOrEqual(10)
})

test('limits for 15 minutes, and longer the second time', async () => {
  const { email } = await seedPerson(server)
  const expireLimits = () =>
    server.sql(`update rate_limit set expire = 0 where key like 'fail-short:%' or key like 'fail-address:%'`)
  await exhaustAttempts(email)
  await expireLimits()
  await exhaustAttempts(email)
  await expireLimits()
  for (let i = 0; i < 5; i++) expect((await signIn(email, `wrong-${i}`)).code).toBe(20111)
  const refused = await signIn(email, 'wrong-again')
  expect(refused.code).toBe(20429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(6000)
})

test('blocks an account after a hundred failures in a row until a password reset', async () => {
  const { email } = await seedPerson(server)
  expect((await signIn(email, 'wrong')).code).toBe(20111)
  await server.sql(`update rate_limit set points = 100 where key like 'fail-row:%' and points = 1`)
  await server.sql(`update rate_limit set expire = 0 where key like 'fail-short:%' or key like 'fail-long:%'`)
  expect((await signIn(email, PASSWORD)).code).toBe(20429)
  const code = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: 'another-one-5' })).code).toBe(0)
  expect((await signIn(email, 'another-one-5')).code).toBe(0)
})

test('resets the failures in a row after a success', async () => {
  const { email } = await seedPerson(server)
  for (let i = 0; i < 3; i++) await signIn(email, 'wrong')
  const inARow = () => server.sql(`select points from rate_limit where key like 'fail-row:%' and points = 3`)
  expect(await inARow()).toHaveLength(1)
  expect((await signIn(email, PASSWORD)).code).toBe(0)
  expect(await inARow()).toEqual([])
})

test('does not count correct passwords', async () => {
  const { email } = await seedPerson(server)
  for (let i = 0; i < 15; i++) expect((await signIn(email, PASSWORD)).code).toBe(0)
})

test('does not lock the owner out of a known browser by failures in other browsers', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(server, email), 'kerfDevice')
  await exhaustAttempts(email)
  expect((await signIn(email, PASSWORD)).code).toBe(20429)
  // A forged browser cookie, or one known to another account, is not a known browser.
  const otherCookie = cookieOf(await signUp(server), 'kerfDevice')
  for (const forged of [otherCookie, `kerfDevice=${'A'.repeat(43)}`, 'kerfDevice=', 'kerfDevice=x'])
    expect((await signIn(email, PASSWORD, { cookie: forged })).code).toBe(20429)
  expect((await signIn(email, PASSWORD, { cookie })).code).toBe(0)
})

test('limits a known browser by its own failures', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(server, email), 'kerfDevice')
  await exhaustAttempts(email, { cookie })
  expect((await signIn(email, PASSWORD, { cookie })).code).toBe(20429)
})

test('clears failures from unknown browsers after a password reset', async () => {
  const { email } = await seedPerson(server)
  await exhaustAttempts(email)
  expect((await signIn(email, 'wrong')).code).toBe(20429)
  const code = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: 'another-one-5' })).code).toBe(0)
  expect((await signIn(email, 'another-one-5')).code).toBe(0)
})

test('limits enterprise accounts by their ID, ignoring letter case', async () => {
  const { account } = await seedBusiness(server)
  const written = [account, account.toLowerCase(), ` ${account.toUpperCase()}`]
  for (let i = 0; i < 10; i++)
    expect(
      (await server.call(enterpriseLogin, { account: written[i % 3] ?? account, password: 'wrong' })).code,
    ).toBe(20111)
  expect((await server.call(enterpriseLogin, { account, password: PASSWORD })).code).toBe(20429)
})

/** Sets a counter to one below its limit, so that few requests reach it. */
async function nearlyExhaustAddress(ip: string): Promise<void> {
  expect((await signIn(newEmail(), 'wrong', { ip })).code).toBe(20111)
  await server.sql(`update rate_limit set points = 99 where key like 'fail-address:%' and points = 1`)
}

test('limits an IP address after a hundred failures over all accounts', async () => {
  const ip = '203.0.113.7'
  await nearlyExhaustAddress(ip)
  expect((await signIn(newEmail(), 'wrong', { ip })).code).toBe(20111)
  const refused = await signIn(newEmail(), 'wrong', { ip })
  expect(refused.code).toBe(20429)
  // Other spellings of the address, and the part of the header that a client controls, make no difference.
  for (const spelling of [
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '198.51.100.1, 203.0.113.7',
  ])
    expect([spelling, (await signIn(newEmail(), 'wrong', { ip: spelling })).code]).toEqual([spelling, 20429])
  expect((await signIn(newEmail(), 'wrong', { ip: '203.0.113.8' })).code).toBe(20111)
})

test('counts an IPv6 /64 network as one address', async () => {
  await nearlyExhaustAddress('2001:db8:1:2::1')
  expect((await signIn(newEmail(), 'wrong', { ip: '2001:db8:1:2:ffff::9' })).code).toBe(20111)
  for (const ip of ['2001:db8:1:2::3', '2001:0DB8:0001:0002:0:0:0:4', '2001:db8:1:2:a:b:c:d'])
    expect((await signIn(newEmail(), 'wrong', { ip })).code).toBe(20429)
  expect((await signIn(newEmail(), 'wrong', { ip: '2001:db8:1:3::1' })).code).toBe(20111)
})

test.each([
  'junk',
  '',
  ' ',
  '1.2.3.4:5678',
  '[2001:db8::1]:443',
  'unknown',
  'fe80::1%eth0',
  "1'; drop table",
])('accepts an X-Forwarded-For of %j from a trusted proxy', async ip => {
  const { email } = await seedPerson(server)
  expect((await signIn(email, PASSWORD, { ip })).code).toBe(0)
})

test('serves no other spelling of a path past the limits', async () => {
  for (const path of [
    '//v1/login',
    '/v1//login',
    '/v1/login/',
    '/V1/LOGIN',
    '/v1/%6cogin%2f',
    '/v1/./login/.',
  ]) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: newEmail(), password: 'wrong' }),
    })
    const { code } = (await response.json()) as { code: number }
    expect([path, [20001, 20002, 20111].includes(code)]).toEqual([path, true])
    if (code === 20111) expect(new URL(response.url).pathname).toBe('/v1/login')
  }
})
