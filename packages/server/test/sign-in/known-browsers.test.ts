/** What makes a browser known, and how much known browsers add to the guesses at an account (S-010, S-021). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { createTicket, enterByTicket } from '@kerf/contract/endpoints/ticket'
import { expect, test } from 'vitest'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import { requestOwnCode, signInToken } from '../account-center/fixtures.ts'
import { cookieOf, PASSWORD, type Person, requestCode, seedPerson } from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const inventCookie = () => `kerfDevice=${randomToken()}`

const signIn = ({ email }: Person, password = PASSWORD, cookie?: string) =>
  server.call(login, { email, password }, cookie === undefined ? undefined : { cookie })

const countBrowsers = async ({ uid }: Person) =>
  (await server.sql<{ n: number }>('select count(*)::int as n from known_device where uid = $1', uid))[0]?.n

const insertBrowsers = ({ uid }: Person, count: number) =>
  server.sql(
    `insert into known_device (uid, device_hash, last_seen)
     select $1, sha256(i::text::bytea), now() - interval '1 minute' * i from generate_series(1, $2::int) i`,
    uid,
    count,
  )

const setCount = (key: string, points: number) =>
  server.sql(
    `insert into rate_limit (key, points, expire) values ($1, $2, (extract(epoch from now()) * 1000)::bigint + 80000000)
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    key,
    points,
  )

/** Enters with a one-time ticket of the token, as a page that has read the token can. */
async function enter(token: string, cookie: string) {
  const target = new URL(server.url)
  target.hostname = 'localhost'
  const { data } = await server.call(createTicket, { purpose: 'handover', target: target.href }, { token })
  return server.call(enterByTicket, { ticket: data.ticket }, { cookie })
}

test('a ticket makes no browser known, so that a stolen token gives no additional guesses', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const codes: number[] = []
  for (let i = 0; i < 6; i++) {
    const cookie = inventCookie()
    expect((await enter(token, cookie)).code).toBe(0)
    for (let n = 0; n < 4; n++) codes.push((await signIn(person, `wrong-${i}-${n}`, cookie)).code)
  }
  expect(codes.filter(code => code === 20111)).toHaveLength(10)
  expect(codes.filter(code => code === 20429)).toHaveLength(14)
  expect(await countBrowsers(person)).toBe(1)
})

test('a ticket leaves a known browser known', async () => {
  const person = await seedPerson(server)
  const cookie = cookieOf(await signIn(person), 'kerfDevice')
  const token = await signInToken(server, person)
  expect((await enter(token, cookie)).code).toBe(0)
  for (let i = 0; i < 10; i++) expect((await signIn(person, 'wrong')).code).toBe(20111)
  expect((await signIn(person)).code).toBe(20429)
  expect((await signIn(person, PASSWORD, cookie)).code).toBe(0)
})

test('knows at most fifty browsers of an account, and forgets the one unused for the longest time', async () => {
  const person = await seedPerson(server)
  await insertBrowsers(person, 3_000)
  const cookie = cookieOf(await signIn(person), 'kerfDevice')
  expect(await countBrowsers(person)).toBe(50)
  for (let i = 0; i < 10; i++) expect((await signIn(person, 'wrong')).code).toBe(20111)
  expect((await signIn(person, PASSWORD, cookie)).code).toBe(0)
})

test.each([0, 40])(
  'logins from many new browsers leave the session and browser of an owner of %i days, and send one email',
  async days => {
    const person = await seedPerson(server)
    const owner = await signIn(person)
    const cookie = cookieOf(owner, 'kerfDevice')
    for (const [table, firstUse] of [
      ['known_device', 'first_seen'],
      ['session', 'first_login'],
    ])
      await server.sql(
        `update ${table} set ${firstUse} = now() - make_interval(days => $2), last_seen = now() - interval '2 hours' where uid = $1`,
        person.uid,
        days,
      )
    for (let i = 0; i < 60; i++) {
      const { code, data } = await server.call(
        login,
        { email: person.email, password: PASSWORD },
        { ip: newIpAddress() },
      )
      expect(code).toBe(0)
      expect((await server.call(getBasicInfo, undefined, { token: data.utoken })).code).toBe(0)
    }
    expect((await server.call(getBasicInfo, undefined, { token: owner.data.utoken })).code).toBe(0)
    for (let i = 0; i < 12; i++) await signIn(person, 'wrong')
    expect((await signIn(person, PASSWORD, cookie)).code).toBe(0)
    // Queued last: when it arrives, earlier emails have arrived.
    await requestCode(server, person.email, 'login')
    const subjects = (await server.mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.includes('New login'))).toHaveLength(1)
  },
)

test('limits all known browsers together, and never refuses one with few failures of its own', async () => {
  const person = await seedPerson(server)
  const used = cookieOf(await signIn(person), 'kerfDevice')
  const other = cookieOf(await signIn(person), 'kerfDevice')
  await setCount(`fail-known:${person.uid}`, 100)
  for (let i = 0; i < 3; i++) expect((await signIn(person, 'wrong', used)).code).toBe(20111)
  expect((await signIn(person, PASSWORD, used)).code).toBe(20429)
  expect((await signIn(person, 'wrong', other)).code).toBe(20111)
  expect((await signIn(person, PASSWORD, other)).code).toBe(0)
  // The right password ended the count.
  expect((await signIn(person, PASSWORD, used)).code).toBe(0)
})

/** An account with many known browsers, each with a count of wrong passwords. */
async function seedCrowdedPerson() {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  await insertBrowsers(person, 5_000)
  await server.sql(
    `insert into rate_limit (key, points, expire)
     select 'fail-row:' || $1 || ':' || i, 1, (extract(epoch from now()) * 1000)::bigint + 80000000
       from generate_series(1, 5000) i`,
    person.uid,
  )
  const counts = () => server.sql(`select 1 from rate_limit where key like 'fail-%' || $1 || '%'`, person.uid)
  return { person, token, counts }
}

test('a reset forgets thousands of browsers and their counts, and no other account’s', async () => {
  const { person, counts } = await seedCrowdedPerson()
  const bystander = await seedPerson(server)
  expect((await signIn(bystander, 'wrong')).code).toBe(20111)
  const code = await requestCode(server, person.email, 'findpwd')
  const reset = await server.call(findPassword, { email: person.email, ...code, password: 'another-one-5' })
  expect([reset.code, await countBrowsers(person)]).toEqual([0, 1])
  expect((await counts()).length).toBeLessThanOrEqual(1)
  expect(
    await server.sql('select points from rate_limit where key = $1', `fail-row:${bystander.uid}`),
  ).toEqual([{ points: 1 }])
})

test('the erasure of an account deletes thousands of browsers and their counts', async () => {
  const { person, token } = await seedCrowdedPerson()
  const code = await requestOwnCode(server, token, person, 'delete')
  expect((await server.call(deleteAccount, { ...code, confirm: true }, { token })).code).toBe(0)
  expect(await countBrowsers(person)).toBe(0)
  expect(
    await server.sql(`select 1 from rate_limit where key like 'fail-%' || $1 || '%'`, person.uid),
  ).toEqual([])
})
