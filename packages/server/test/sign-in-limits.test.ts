import { enterpriseLogin, findPassword, login } from '@kerf/contract/endpoints/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOptions } from './call.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { askCode, cookieOf, newEmail, PASSWORD, seedBusiness, seedPerson, signUp } from './people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const enter = (email: string, password: string, options?: CallOptions) =>
  server.call(login, { email, password }, options)

/** As many wrong passwords as an account may get in a quarter of an hour. */
async function exhaust(email: string, options?: CallOptions): Promise<void> {
  for (let i = 0; i < 10; i++) expect((await enter(email, `wrong-${i}`, options)).code).toBe(20111)
}

test('after ten failures an account is put off, known or unknown alike', async () => {
  const known = await seedPerson(server)
  for (const email of [known.email, newEmail()]) {
    await exhaust(email)
    const refused = await enter(email, 'wrong-again')
    expect([refused.code, refused.status]).toEqual([20429, 429])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    expect((await enter(email.toUpperCase(), PASSWORD)).code).toBe(20429)
  }
})

test('ten failures at once count as ten', async () => {
  const { email } = await seedPerson(server)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => enter(email, `wrong-${i}`)))
  expect(answers.filter(answer => answer.code === 20111).length).toBeLessThanOrEqual(10)
})

test('the wait is over after a quarter of an hour, and longer the second time', async () => {
  const { email } = await seedPerson(server)
  const pass = () =>
    server.sql(`update rate_limit set expire = 0 where key like 'fail-short:%' or key like 'fail-address:%'`)
  await exhaust(email)
  await pass()
  await exhaust(email)
  await pass()
  for (let i = 0; i < 5; i++) expect((await enter(email, `wrong-${i}`)).code).toBe(20111)
  const refused = await enter(email, 'wrong-again')
  expect(refused.code).toBe(20429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(6000)
})

test('a hundred failures in a row end it until a recovery', async () => {
  const { email } = await seedPerson(server)
  expect((await enter(email, 'wrong')).code).toBe(20111)
  await server.sql(`update rate_limit set points = 100 where key like 'fail-row:%' and points = 1`)
  await server.sql(`update rate_limit set expire = 0 where key like 'fail-short:%' or key like 'fail-long:%'`)
  expect((await enter(email, PASSWORD)).code).toBe(20429)
  const code = await askCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: 'another-one-5' })).code).toBe(0)
  expect((await enter(email, 'another-one-5')).code).toBe(0)
})

test('a success forgets the failures in a row', async () => {
  const { email } = await seedPerson(server)
  for (let i = 0; i < 3; i++) await enter(email, 'wrong')
  const inARow = () => server.sql(`select points from rate_limit where key like 'fail-row:%' and points = 3`)
  expect(await inARow()).toHaveLength(1)
  expect((await enter(email, PASSWORD)).code).toBe(0)
  expect(await inARow()).toEqual([])
})

test('right passwords use nothing up', async () => {
  const { email } = await seedPerson(server)
  for (let i = 0; i < 15; i++) expect((await enter(email, PASSWORD)).code).toBe(0)
})

test('a stranger cannot lock the owner out of a browser known to the account', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(server, email), 'kerfDevice')
  await exhaust(email)
  expect((await enter(email, PASSWORD)).code).toBe(20429)
  expect((await enter(email, PASSWORD, { cookie })).code).toBe(0)
  // Nor does a made-up device, or one of another account, count as known.
  const stranger = cookieOf(await signUp(server), 'kerfDevice')
  for (const planted of [stranger, `kerfDevice=${'A'.repeat(43)}`, 'kerfDevice=', 'kerfDevice=x'])
    expect((await enter(email, PASSWORD, { cookie: planted })).code).toBe(20429)
})

test('a known browser is put off by its own failures', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(server, email), 'kerfDevice')
  await exhaust(email, { cookie })
  expect((await enter(email, PASSWORD, { cookie })).code).toBe(20429)
})

test('a recovery forgives the failures of strangers', async () => {
  const { email } = await seedPerson(server)
  await exhaust(email)
  expect((await enter(email, 'wrong')).code).toBe(20429)
  const code = await askCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: 'another-one-5' })).code).toBe(0)
  expect((await enter(email, 'another-one-5')).code).toBe(0)
})

test('enterprise accounts have the same brakes, letter case aside', async () => {
  const { account } = await seedBusiness(server)
  const written = [account, account.toLowerCase(), ` ${account.toUpperCase()}`]
  for (let i = 0; i < 10; i++)
    expect(
      (await server.call(enterpriseLogin, { account: written[i % 3] ?? account, password: 'wrong' })).code,
    ).toBe(20111)
  expect((await server.call(enterpriseLogin, { account, password: PASSWORD })).code).toBe(20429)
})

/** Makes a limit's counter one short of its end, so that few calls show it. */
async function nearlyExhaustAddress(ip: string): Promise<void> {
  expect((await enter(newEmail(), 'wrong', { ip })).code).toBe(20111)
  await server.sql(`update rate_limit set points = 99 where key like 'fail-address:%' and points = 1`)
}

test('an address is put off after a hundred failures over all accounts', async () => {
  const ip = '203.0.113.7'
  await nearlyExhaustAddress(ip)
  expect((await enter(newEmail(), 'wrong', { ip })).code).toBe(20111)
  const refused = await enter(newEmail(), 'wrong', { ip })
  expect(refused.code).toBe(20429)
  // The same machine by other spellings, and the part of the header a client can write, change nothing.
  for (const spelling of [
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '198.51.100.1, 203.0.113.7',
  ])
    expect([spelling, (await enter(newEmail(), 'wrong', { ip: spelling })).code]).toEqual([spelling, 20429])
  expect((await enter(newEmail(), 'wrong', { ip: '203.0.113.8' })).code).toBe(20111)
})

test('an IPv6 household counts as one', async () => {
  await nearlyExhaustAddress('2001:db8:1:2::1')
  expect((await enter(newEmail(), 'wrong', { ip: '2001:db8:1:2:ffff::9' })).code).toBe(20111)
  for (const ip of ['2001:db8:1:2::3', '2001:0DB8:0001:0002:0:0:0:4', '2001:db8:1:2:a:b:c:d'])
    expect((await enter(newEmail(), 'wrong', { ip })).code).toBe(20429)
  expect((await enter(newEmail(), 'wrong', { ip: '2001:db8:1:3::1' })).code).toBe(20111)
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
])('an X-Forwarded-For of %j from a trusted proxy breaks nothing', async ip => {
  const { email } = await seedPerson(server)
  expect((await enter(email, PASSWORD, { ip })).code).toBe(0)
})

test('paths spelled otherwise are no way around', async () => {
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
    expect([path, [20001, 20111].includes(code)]).toEqual([path, true])
    if (code === 20111) expect(new URL(response.url).pathname).toBe('/v1/login')
  }
})
