import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/profile'
import { clearSessions, logout } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const signIn = async (person: Person, remember = false): Promise<string> =>
  (await server.call(login, { email: person.email, password: PASSWORD, remember })).data.utoken

const isAlive = async (token: string): Promise<boolean> => {
  const { code } = await server.call(getBasicInfo, undefined, { token })
  expect([0, 20101]).toContain(code)
  return code === 0
}

test('returns only the listed fields of basic and fullinfo', async () => {
  const person = await seedPerson(server)
  const token = await signIn(person)
  const short = (await server.call(getBasicInfo, undefined, { token })).data
  const listed = ['uid', 'nickname', 'headpic', 'country', 'region', 'enterpriseUser']
  expect(Object.keys(short).sort()).toEqual([...listed].sort())
  const full = (await server.call(getFullInfo, undefined, { token })).data
  expect(Object.keys(full).sort()).toEqual(
    [
      ...listed,
      'email',
      'memberSince',
      'userName',
      'hasPassword',
      'passkeys',
      'defaultPassword',
      'gender',
      'birthday',
      'introduction',
      'social',
      'analyticsId',
    ].sort(),
  )
  expect(full).toMatchObject({
    uid: person.uid,
    email: person.email,
    enterpriseUser: null,
    birthday: null,
    social: [],
  })
  expect(full.analyticsId).not.toBe(person.uid)
})

test('returns the enterprise ID and name of an enterprise account', async () => {
  const business = await seedBusiness(server, { defaultPassword: true })
  const { data } = await server.call(enterpriseLogin, { account: business.account, password: PASSWORD })
  const full = (await server.call(getFullInfo, undefined, { token: data.utoken })).data
  expect(full.enterpriseUser).toEqual({ uid: business.account })
  expect(full).toMatchObject({ userName: 'The Shop', defaultPassword: true, hasPassword: true })
})

test('returns a birthday before 1970 as a negative number of seconds', async () => {
  const person = await seedPerson(server)
  await server.sql(`update account set birthday = '1969-12-31', gender = 'female' where uid = $1`, person.uid)
  const { data } = await server.call(getFullInfo, undefined, { token: await signIn(person) })
  expect([data.birthday, data.gender]).toEqual([-86_400, 'female'])
})

test.each([
  [false, '23 hours 59 minutes', true],
  [false, '24 hours 1 second', false],
  [true, '364 days', true],
  [true, '365 days 1 second', false],
])('remember %s, unused for %s: the session is live: %s', async (remember, unseen, lives) => {
  const person = await seedPerson(server)
  const token = await signIn(person, remember)
  await server.sql('update session set last_seen = now() - $2::interval where uid = $1', person.uid, unseen)
  expect(await isAlive(token)).toBe(lives)
})

test('keeps a session live by using it', async () => {
  const person = await seedPerson(server)
  const token = await signIn(person)
  await server.sql(`update session set last_seen = now() - interval '23 hours' where uid = $1`, person.uid)
  expect(await isAlive(token)).toBe(true)
  await expect
    .poll(() =>
      server.sql(
        `select 1 from session where uid = $1 and last_seen > now() - interval '1 minute'`,
        person.uid,
      ),
    )
    .toHaveLength(1)
})

test('renews the cookie of a remembered session once a day', async () => {
  const person = await seedPerson(server)
  const token = await signIn(person, true)
  expect((await server.call(getFullInfo, undefined, { token })).cookies).toEqual([])
  await server.sql(`update session set last_seen = now() - interval '25 hours' where uid = $1`, person.uid)
  const { cookies } = await server.call(getFullInfo, undefined, { token })
  expect(cookies).toEqual([
    `utoken=${token}; Path=/; Max-Age=31536000; SameSite=None; Secure`,
    expect.stringMatching(
      /^kerfCompanion=[\w-]{43}; Path=\/; HttpOnly; Max-Age=31536000; SameSite=None; Secure$/,
    ),
  ])
})

test('keeps the fifty most recently used sessions of an account', async () => {
  const person = await seedPerson(server)
  const first = await signIn(person)
  await server.sql(
    `insert into session (uid, handle, token_hash, remember, method, last_seen, first_login)
     select $1, 'made-' || i, sha256(i::text::bytea), false, 'password', now() - make_interval(mins => i),
            now() - interval '40 days'
       from generate_series(1, 60) i`,
    person.uid,
  )
  await server.sql(
    `update session set last_seen = now() - interval '12 hours', first_login = now() - interval '40 days'
      where uid = $1 and handle not like 'made-%'`,
    person.uid,
  )
  const newest = await signIn(person)
  const left = await server.sql<{ handle: string }>('select handle from session where uid = $1', person.uid)
  expect(left).toHaveLength(50)
  expect(left.map(row => row.handle)).toContain('made-1')
  expect(left.map(row => row.handle)).not.toContain('made-60')
  expect([await isAlive(first), await isAlive(newest)]).toEqual([false, true])
})

test('notifies the owner of ended sessions once a day', async () => {
  const person = await seedPerson(server)
  await server.sql(
    `insert into session (uid, handle, token_hash, remember, method)
     select $1, 'full-' || i, sha256(('full' || i)::bytea), false, 'password' from generate_series(1, 50) i`,
    person.uid,
  )
  await signIn(person)
  await signIn(person)
  const events = await server.sql<{ detail: { count: number } }>(
    `select detail from audit_event where uid = $1 and event = 'session.dropped' order by id`,
    person.uid,
  )
  expect(events.map(row => row.detail.count)).toEqual([1, 1])
  // Several mails are sent at once: the one of the second login may arrive before that of the first.
  for (const subject of ['oldest', 'New login'])
    await server.waitForMail(person.email, mail => mail.subject.includes(subject))
  const subjects = (await server.mailsTo(person.email)).map(mail => mail.subject)
  expect(subjects.filter(subject => subject.includes('oldest'))).toHaveLength(1)
})

test('ends only this session at logout, clears the cookie and writes an audit row', async () => {
  const person = await seedPerson(server)
  const [one, two] = [await signIn(person), await signIn(person)]
  const out = await server.call(logout, {}, { token: one })
  expect([out.code, out.data]).toEqual([0, {}])
  expect(out.cookies).toEqual([
    'utoken=; Path=/; Max-Age=0; SameSite=None; Secure',
    'kerfCompanion=; Path=/; HttpOnly; Max-Age=0; SameSite=None; Secure',
  ])
  expect([await isAlive(one), await isAlive(two)]).toEqual([false, true])
  expect(
    await server.sql(`select 1 from audit_event where event = 'login.logout' and uid = $1`, person.uid),
  ).toHaveLength(1)
})

test('answers a second logout with an expired login', async () => {
  const token = await signIn(await seedPerson(server))
  expect((await server.call(logout, {}, { token })).code).toBe(0)
  expect((await server.call(logout, {}, { token })).code).toBe(20101)
})

test('accepts parallel logouts', async () => {
  const person = await seedPerson(server)
  const token = await signIn(person)
  const codes = await Promise.all(Array.from({ length: 10 }, () => server.call(logout, {}, { token })))
  expect(codes.filter(answer => ![0, 20101].includes(answer.code))).toEqual([])
  expect(
    await server.sql(`select 1 from audit_event where event = 'login.logout' and uid = $1`, person.uid),
  ).toHaveLength(1)
})

test('rejects a token that is not complete', async () => {
  const token = await signIn(await seedPerson(server))
  const flipped = Array.from({ length: token.length - 1 }, (_, i) => {
    const other = token[i] === 'A' ? 'B' : 'A'
    return token.slice(0, i) + other + token.slice(i + 1)
  })
  const spoiled = [
    token.slice(0, -1),
    token.slice(0, 43),
    token.slice(-43),
    token + token,
    token.slice(1),
    `${token}A`,
    `A${token}`,
    token.toLowerCase(),
    `${token.slice(0, 42)}*`,
    `${token.slice(0, 63)}*`,
    '%',
    `${token},${token}`,
    Buffer.from(token).toString('base64'),
  ].filter(one => one !== token)
  const answers = await Promise.all(
    [...flipped, ...spoiled].map(one => server.call(getBasicInfo, undefined, { token: one })),
  )
  expect(answers.filter(answer => answer.code !== 20101)).toEqual([])
  expect(await isAlive(token)).toBe(true)
})

test('rejects a session handle and an account ID as token', async () => {
  const person = await seedPerson(server)
  await signIn(person)
  const [row] = await server.sql<{ handle: string; hash: string }>(
    `select handle, encode(token_hash, 'base64') as hash from session where uid = $1`,
    person.uid,
  )
  for (const token of [row?.handle ?? '', row?.hash ?? '', person.uid])
    expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(20101)
})

test("returns each token's own account in parallel", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => seedPerson(server)))
  const tokens = await Promise.all(people.map(person => signIn(person)))
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, i) =>
      server.call(getBasicInfo, undefined, { token: tokens[i % 8] ?? '' }),
    ),
  )
  expect(answers.map(answer => answer.data.uid)).toEqual(answers.map((_, i) => people[i % 8]?.uid))
})

test('a call that takes the token from the header alone does not say that a live cookie has ended', async () => {
  const utoken = await signIn(await seedPerson(server))
  const cookie = `utoken=${utoken}`
  const answer = await server.call(clearSessions, undefined, { cookie })
  expect([answer.code, answer.text]).toEqual([20102, expect.stringContaining('utoken')])
  expect((await server.call(logout, undefined, { token: utoken })).code).toBe(0)
  expect((await server.call(clearSessions, undefined, { cookie })).code).toBe(20101)
})
