/** Forms of session tokens, on one database and on a distributed one. */

import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createSessionCheck, type StoppableSessionCheck } from '../../src/identity/session/check-session.ts'
import { createFindLiveTokens } from '../../src/identity/session/find-session.ts'
import { createGenerateSession } from '../../src/identity/session/issue-session.ts'
import { addMissingSessionRoutes } from '../../src/identity/session/store/session-token-store.ts'
import { sweepSessionRoutes } from '../../src/identity/session/sweep-sessions.ts'
import { randomToken, sha256, sha256Hex } from '../../src/platform/keys/secrets.ts'
import { createSessionToken } from '../../src/platform/keys/session-token.ts'
import { listMigrations } from '../../src/platform/schema/migrate.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { PASSWORD, type Person, seedPerson } from '../support/accounts.ts'
import { CITUS_URL } from '../support/citus-cluster.ts'
import { useTestServer } from '../support/test-server.ts'
import { useDatabase } from '../support/use-database.ts'

let isTrusted = true
const clock = { isTrusted: async () => isTrusted }
let statements: string[] = []
/** the same database as one server and as one of many */
const checks: Record<'one database' | 'shards', StoppableSessionCheck> = {} as never
const server = await useTestServer()
const opened = await useDatabase(server.databaseUrl, { poolSize: 2 })
const { sharedReads } = opened
const db = {
  ...opened,
  sharedReads: {
    query<R extends pg.QueryResultRow>(config: pg.QueryConfig) {
      statements.push(config.name ?? '')
      return sharedReads.query<R>(config)
    },
  },
}
checks['one database'] = createSessionCheck(db, clock, () => {})
checks.shards = createSessionCheck(db, clock, () => {}, { isDistributed: true })
afterAll(async () => {
  for (const check of Object.values(checks)) await check.stop()
})

const signIn = async (person: Person): Promise<string> =>
  (await server.call(login, { email: person.email, password: PASSWORD })).data.utoken
const uidBytes = (uid: string): Buffer => Buffer.from(uid.replaceAll('-', ''), 'hex')

test('a token is 256 random bits and the uid; the stored hash covers all of it', async () => {
  const person = await seedPerson(server)
  const [one, two] = [await signIn(person), await signIn(person)].map(token =>
    Buffer.from(token, 'base64url'),
  )
  expect([one?.length, two?.length]).toEqual([48, 48])
  expect([one?.subarray(32), two?.subarray(32)]).toEqual([uidBytes(person.uid), uidBytes(person.uid)])
  expect(one?.subarray(0, 32)).not.toEqual(two?.subarray(0, 32))
  const hash = sha256(one?.toString('base64url') ?? '')
  const stored = await server.sql(
    'select 1 from session where uid = $1 and token_hash = $2',
    person.uid,
    hash,
  )
  expect(stored).toHaveLength(1)
})

test('while a former version may serve beside this one, tokens have the form that it knows', async () => {
  const signedIn = {
    uid: (await seedPerson(server)).uid,
    email: '',
    lang: 'en',
    method: 'password',
    remember: false,
  } as const
  const caller = { ip: '192.0.2.1', userAgent: '', app: {}, requestId: '' } as never
  const tokenOf = async (secondsUntilRoutable: number) =>
    (await createGenerateSession({ placeOf: () => '', secondsUntilRoutable })(signedIn, caller)).issued.utoken
  expect(await tokenOf(0)).toMatch(/^[\w-]{64}$/)
  expect(await tokenOf(60)).toMatch(/^[\w-]{43}$/)
})

describe.each(['one database', 'shards'] as const)('on %s', engine => {
  const check = (token: string) => checks[engine].check(token)

  test('finds sessions of many people at once, by tokens of both forms', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => seedPerson(server)))
    const tokens = await Promise.all(
      people.map((person, i) => (i % 2 ? insertLiveSession(server, person.uid) : signIn(person))),
    )
    await addMissingSessionRoutes(db)
    const found = await Promise.all([...tokens, createSessionToken(people[0]?.uid ?? '')].map(check))
    expect(found.map(row => row?.uid)).toEqual([...people.map(({ uid }) => uid), undefined])
  })

  test('refuses every other form, with the statements of any unknown token', async () => {
    const [person, other] = [await seedPerson(server), await seedPerson(server)]
    const token = await signIn(person)
    const bytes = Buffer.from(token, 'base64url')
    const mixed = (random: Buffer, uid: string) =>
      Buffer.concat([random, uidBytes(uid)]).toString('base64url')
    const former = await insertLiveSession(server, person.uid)
    const statementsOf = async (value: string) => {
      statements = []
      return { isFound: (await check(value)) !== undefined, count: statements.length }
    }
    const unknown = {
      'another account': mixed(bytes.subarray(0, 32), other.uid),
      'no account': mixed(bytes.subarray(0, 32), '00000000-0000-0000-0000-000000000000'),
      'random bits of its own': createSessionToken(person.uid),
      'a former token with its account': mixed(Buffer.from(former, 'base64url'), person.uid),
      'the random bits alone': bytes.toString('base64url', 0, 32),
      'cut to the former length': token.slice(0, 43),
      'the end, of the former length': token.slice(-43),
      'a former token that nobody has': randomToken(),
    }
    for (const [name, value] of Object.entries(unknown))
      expect([name, await statementsOf(value)]).toEqual([name, { isFound: false, count: 1 }])
    for (const value of [
      token.slice(0, -1),
      `${token}A`,
      token + token,
      `${former}A`,
      '',
      ' ',
      `${token.slice(0, 63)}=`,
    ])
      expect([value, await statementsOf(value)]).toEqual([value, { isFound: false, count: 0 }])
    expect((await statementsOf(token)).isFound).toBe(true)
  })
})

test('on shards, a token of the former form is found by its route only, which a sweep deletes after the session', async () => {
  const person = await seedPerson(server)
  const token = await insertLiveSession(server, person.uid)
  await server.sql('delete from session_route where uid = $1', person.uid)
  expect(await checks.shards.check(token)).toBeUndefined()
  expect(await addMissingSessionRoutes(db)).toBeGreaterThan(0)
  expect(await addMissingSessionRoutes(db)).toBe(0)
  expect((await checks.shards.check(token))?.uid).toBe(person.uid)
  await sweepSessionRoutes(db)
  expect((await checks.shards.check(token))?.uid).toBe(person.uid)
  await server.sql('delete from session where uid = $1', person.uid)
  expect(await sweepSessionRoutes(db)).toBeGreaterThan(0)
  expect(await server.sql('select 1 from session_route where uid = $1', person.uid)).toEqual([])
})

// It drops and makes tables that a distributed database has distributed.
test.skipIf(CITUS_URL !== undefined)(
  'the migration adds a route for every session, and waits a day before it changes the form of new tokens',
  async () => {
    const migration = (await listMigrations()).find(({ name }) => name === '091-session-routes.sql')
    const token = await insertLiveSession(server, (await seedPerson(server)).uid)
    const [before] = await server.sql<{ due: boolean }>(
      'select routable_from <= now() as due from session_token_form',
    )
    expect(before?.due).toBe(true)
    await server.sql('drop table session_route, session_token_form')
    for (const sql of migration?.sql.split(/;\n/).filter(text => text.trim()) ?? []) await server.sql(sql)
    const [after] = await server.sql<{ hours: number; routes: number }>(
      `select floor(extract(epoch from routable_from - now()) / 3600)::int as hours,
            (select count(*)::int from session_route where token_hash = $1) as routes from session_token_form`,
      sha256(token),
    )
    expect(after).toEqual({ hours: 23, routes: 1 })
    await server.sql('update session_token_form set routable_from = now()')
  },
)

test.each([false, true])('finds which streams have a live session, on shards: %s', async isDistributed => {
  const person = await seedPerson(server)
  const token = await insertLiveSession(server, person.uid)
  const [live, ended] = [token, randomToken()].map(value => ({ uid: person.uid, hash: sha256Hex(value) }))
  const findLiveTokens = createFindLiveTokens(db, clock, isDistributed)
  expect([...(await findLiveTokens([ended, live] as never))]).toEqual([live?.hash])
  expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(0)
})

test.each(['one database', 'shards'] as const)(
  'while the time is doubtful, a session that only time ended is refused for now and its streams go on: %s',
  async form => {
    const person = await seedPerson(server)
    const token = await signIn(person)
    await server.sql(`update session set last_seen = now() - interval '3 years' where uid = $1`, person.uid)
    const lookup = { uid: person.uid, hash: sha256Hex(token) }
    const findLiveTokens = createFindLiveTokens(db, clock, form === 'shards')
    isTrusted = false
    await expect(checks[form].check(token)).rejects.toMatchObject({ errorName: 'system', retryAfter: 30 })
    expect(await checks[form].check(createSessionToken(person.uid))).toBeUndefined()
    expect([...(await findLiveTokens([lookup]))]).toEqual([lookup.hash])
    isTrusted = true
    expect(await checks[form].check(token)).toBeUndefined()
    expect([...(await findLiveTokens([lookup]))]).toEqual([])
  },
)
