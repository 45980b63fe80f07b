/** The sessions of an account and its sign-in history (S-051, S-119). */
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { SYSTEMS } from '@kerf/contract/portal-url'
import { describe, expect, test } from 'vitest'
import { PASSWORD, type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { signInToken } from './fixtures.ts'

const server = await useTestServer()

const enter = async (person: Person, options: CallOptions = {}) =>
  (await server.call(login, { email: person.email, password: PASSWORD }, options)).data.utoken
const log = async (token: string, input: Record<string, string> = {}, options: CallOptions = {}) =>
  (await server.call(getSessionLog, input, { token, ...options })).data

describe('list of sessions', () => {
  test('contains every live session, the current one first, and no expired one', async () => {
    const person = await seedPerson(server)
    const [first, second, third] = [await enter(person), await enter(person), await enter(person)]
    for (const token of [first, second, third]) {
      const { sessions } = await log(token)
      expect(sessions.map(({ current }) => current)).toEqual([true, false, false])
      expect(new Set(sessions.map(({ session }) => session)).size).toBe(3)
    }
    const { session } = (await log(second)).sessions[0] ?? { session: '' }
    await server.sql(
      `update session set last_seen = now() - interval '25 hours' where uid = $1 and handle = $2`,
      person.uid,
      session,
    )
    const rest = (await log(first)).sessions
    expect(rest.map(row => row.session)).not.toContain(session)
    expect(rest).toHaveLength(2)
  })

  test("shows the IP address and its place in the request's language", async () => {
    const person = await seedPerson(server)
    const token = await enter(person, { ip: '8.8.8.8' })
    const [row] = (await log(token, {}, { lang: 'en' })).sessions
    expect(row).toMatchObject({ ip: '8.8.8.8', location: 'United States', current: true })
    expect((await log(token, {}, { lang: 'zh' })).sessions[0]?.location).toBe('美国')
    expect((await log(token, {}, { lang: 'zh' })).log.items[0]).toMatchObject({
      ip: '8.8.8.8',
      location: '美国',
    })
    const private_ = (await log(await enter(person, { ip: '10.9.8.7' }))).sessions[0]
    expect(private_).toMatchObject({ ip: '10.9.8.7', location: '' })
  })

  test.each(SYSTEMS)('names the platform %s as specified', async platform => {
    const person = await seedPerson(server)
    const token = await enter(person, { headers: { appPlatform: platform, appCode: 'creative' } })
    const { sessions, log: history } = await log(token)
    expect([sessions[0]?.platform, history.items[0]?.platform]).toEqual([platform, platform])
  })

  test('shows browser and system, and no text that a caller chose', async () => {
    const person = await seedPerson(server)
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const token = await enter(person, { headers: { 'user-agent': firefox } })
    expect((await log(token)).sessions[0]).toMatchObject({
      application: 'Firefox (Windows)',
      platform: 'web-pc',
    })
    const hostileHeaders = {
      'user-agent': '<script>alert(1)</script>',
      appPlatform: '<b>',
      appCode: "'; drop",
    }
    const other = await server.call(
      getSessionLog,
      {},
      { token: await enter(person, { headers: hostileHeaders }) },
    )
    expect(other.text).not.toMatch(/script|<b>|drop/)
  })

  test('contains nothing that grants access, and times in order', async () => {
    const person = await seedPerson(server)
    const token = await enter(person)
    const answer = await server.call(getSessionLog, {}, { token })
    const [row] = await server.sql<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from session where uid = $1`,
      person.uid,
    )
    for (const secret of [token, row?.hash ?? 'none', Buffer.from(row?.hash ?? '', 'hex').toString('base64')])
      expect(answer.text).not.toContain(secret)
    const [session] = answer.data.sessions
    expect(session?.firstLogin).toBeLessThanOrEqual(session?.lastLogin ?? 0)
    for (const handle of [session?.session ?? ''])
      expect((await server.call(getBasicInfo, undefined, { token: handle })).code).toBe(20101)
  })

  test('supports enterprise accounts', async () => {
    const token = await signInToken(server, await seedBusiness(server))
    const { sessions, log: history } = await log(token)
    expect([sessions.length, history.items.length, history.next]).toEqual([1, 1, null])
  })
})

describe('sign-in history', () => {
  test('pages a thousand sign-ins, newest first, without gaps or duplicates', async () => {
    const person = await seedPerson(server)
    const stranger = await seedPerson(server)
    await server.sql(
      `insert into sign_in_record (uid, at, ip, method, session, application, platform)
       select who, now() - make_interval(hours => 1001 - i), '203.0.113.9', 'password', 'past-' || i, 'Chrome', 'web-pc'
         from generate_series(1, 1000) i, unnest($1::uuid[]) who`,
      [person.uid, stranger.uid],
    )
    const token = await enter(person)
    for (const limit of ['100', '7', undefined]) {
      const seen: string[] = []
      const times: number[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = (await log(token, { ...(limit && { limit }), ...(cursor && { cursor }) })).log
        expect(page.items.length).toBeLessThanOrEqual(Number(limit ?? 20))
        seen.push(...page.items.map(item => item.session))
        times.push(...page.items.map(item => item.at))
        cursor = page.next ?? undefined
        pages++
      } while (cursor !== undefined && pages < 200)
      expect(seen).toHaveLength(1_001)
      expect(seen.slice(1)).toEqual(Array.from({ length: 1_000 }, (_, i) => `past-${1_000 - i}`))
      expect(times).toEqual(times.toSorted((a, b) => b - a))
    }
  })

  test('ends after 180 days', async () => {
    const person = await seedPerson(server)
    await server.sql(
      `insert into sign_in_record (uid, at, method, session) values
       ($1, now() - interval '180 days 1 minute', 'password', 'too-old'),
       ($1, now() - interval '179 days 23 hours', 'password', 'just-in')`,
      person.uid,
    )
    const { items } = (await log(await enter(person))).log
    expect(items.map(item => item.session)).toContain('just-in')
    expect(items.map(item => item.session)).not.toContain('too-old')
  })

  test('has no cursor on the last page', async () => {
    const person = await seedPerson(server)
    let token = ''
    for (let i = 0; i < 3; i++) token = await enter(person)
    expect((await log(token, { limit: '3' })).log.next).toBeNull()
    const { next } = (await log(token, { limit: '2' })).log
    const rest = (await log(token, { limit: '2', cursor: next ?? '' })).log
    expect([rest.items.length, rest.next]).toEqual([1, null])
  })

  test.each([
    { limit: '0' },
    { limit: '101' },
    { limit: '-1' },
    { limit: '1e2' },
    { limit: '' },
    { cursor: 'x' },
    { cursor: '' },
    { cursor: '-1' },
    { cursor: '1 or 1=1' },
    { cursor: '9'.repeat(19) },
    { uid: '00000000-0000-4000-8000-000000000001' },
  ])('rejects %j', async input => {
    const token = await enter(await seedPerson(server))
    const answer = await server.call(getSessionLog, input, { token })
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([20001, Object.keys(input)])
  })

  test('shows nothing of another account for its cursor', async () => {
    const [ada, eve] = [await seedPerson(server), await seedPerson(server)]
    await enter(ada)
    const token = await enter(eve)
    const { items } = (await log(token, { cursor: '9'.repeat(18), limit: '100' })).log
    expect(items).toHaveLength(1)
  })
})
