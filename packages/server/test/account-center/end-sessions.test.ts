import { clearSessions, getSessionLog, recognizeSession } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { PASSWORD, type Person, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { sessionCode } from './fixtures.ts'

const server = await useTestServer()

const enter = async (person: Person, options: CallOptions = {}) =>
  (await server.call(login, { email: person.email, password: PASSWORD }, options)).data.utoken
const log = async (token: string, input: Record<string, string> = {}, options: CallOptions = {}) =>
  (await server.call(getSessionLog, input, { token, ...options })).data
const clear = (token: string, session?: unknown) =>
  server.call(clearSessions, (session === undefined ? {} : { session }) as never, { token })
const endedBy = async (token: string, session?: string) => (await clear(token, session)).data.ended

test('a login is recognized from another session only, and of the own account only', async () => {
  const [ada, eve] = [await seedPerson(server), await seedPerson(server)]
  const [mine, other, hers] = [await enter(ada), await enter(ada), await enter(eve)]
  const handleOf = async (token: string) => (await log(token)).sessions[0]?.session ?? ''
  const recognize = async (token: string, session: string) =>
    (await server.call(recognizeSession, { session }, { token })).code
  const handle = await handleOf(other)
  expect([await recognize(other, handle), await recognize(hers, handle)]).toEqual([0, 0])
  const isRecognized = async () => (await log(other)).sessions[0]?.recognized
  expect(await isRecognized()).toBe(false)
  expect([await recognize(mine, handle), await recognize(mine, handle)]).toEqual([0, 0])
  expect(await isRecognized()).toBe(true)
  expect(
    await server.sql(`select uid from audit_event where uid = any($1) and event = 'session.recognized'`, [
      ada.uid,
      eve.uid,
    ]),
  ).toEqual([{ uid: ada.uid }])
})

describe('ending sessions', () => {
  test('ends one session only, and accepts a repeated call', async () => {
    const person = await seedPerson(server)
    const [mine, other, third] = [await enter(person), await enter(person), await enter(person)]
    const handle = (await log(other)).sessions[0]?.session ?? ''
    expect([await endedBy(mine, handle), await endedBy(mine, handle)]).toEqual([1, 0])
    expect([
      await sessionCode(server, mine),
      await sessionCode(server, other),
      await sessionCode(server, third),
    ]).toEqual([0, 20101, 0])
  })

  test('ends all others with one mail and one audit row, also when repeated', async () => {
    const person = await seedPerson(server)
    const tokens = [await enter(person), await enter(person), await enter(person)]
    const [mine = ''] = tokens
    expect([await endedBy(mine), await endedBy(mine)]).toEqual([2, 0])
    expect(await Promise.all(tokens.map(token => sessionCode(server, token)))).toEqual([0, 20101, 20101])
    const mail = await server.waitForMail(person.email, ({ subject }) => /logged out/i.test(subject))
    expect(mail.text).toContain('2')
    expect(mail.text).toMatch(/\/en\/not-me\S*#[\w-]+/)
    const events = await server.sql(
      `select detail from audit_event where uid = $1 and event = 'session.cleared'`,
      person.uid,
    )
    expect(events).toEqual([{ detail: { ended: 2 } }])
    const mails = await server.mailsTo(person.email)
    expect(mails.filter(({ subject }) => /logged out/i.test(subject))).toHaveLength(1)
  })

  test('ends the current session if it is named', async () => {
    const person = await seedPerson(server)
    const mine = await enter(person)
    expect(await endedBy(mine, (await log(mine)).sessions[0]?.session)).toBe(1)
    expect(await sessionCode(server, mine)).toBe(20101)
  })

  test("treats another account's handle like an unknown one", async () => {
    const [ada, eve] = [await seedPerson(server), await seedPerson(server)]
    const hers = await enter(ada)
    const mine = await enter(eve)
    const handle = (await log(hers)).sessions[0]?.session ?? ''
    const [foreign, unknown] = [await clear(mine, handle), await clear(mine, 'A'.repeat(16))]
    const bare = ({ status, code, data, msg }: typeof foreign) => ({ status, code, data, msg })
    expect(bare(foreign)).toEqual(bare(unknown))
    expect(foreign.data).toEqual({ ended: 0 })
    expect(await sessionCode(server, hers)).toBe(0)
  })

  test.each([[null], [1], [['a']], [{}], ['x'.repeat(65)], [''], ['*'], ['%'], ["' or '1'='1"], ['../x']])(
    '%j is no session',
    async session => {
      const person = await seedPerson(server)
      const [mine, other] = [await enter(person), await enter(person)]
      expect((await clear(mine, session)).code).toBe(20001)
      expect(await sessionCode(server, other)).toBe(0)
    },
  )

  test('leaves at most one of two sessions that end each other at once', async () => {
    const person = await seedPerson(server)
    const [one, two] = [await enter(person), await enter(person)]
    const answers = await Promise.all([clear(one), clear(two), clear(one), clear(two)])
    expect(answers.every(answer => [0, 20101].includes(answer.code))).toBe(true)
    expect((await server.sql('select 1 from session where uid = $1', person.uid)).length).toBeLessThanOrEqual(
      1,
    )
  })
})
