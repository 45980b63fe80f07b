import { expect, test } from 'vitest'
import { seedPerson } from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, stateOf, tokenOf, useServer } from '../server-fixture.ts'

useServer()

test('lists active sessions without tokens and writes an audit event', async () => {
  const person = await seedPerson(server)
  const tokens = [await tokenOf(person), await tokenOf(person), await tokenOf(person)]
  await server.sql(
    `update session set last_seen = now() - interval '366 days' where uid = $1 and handle =
       (select min(handle) from session where uid = $1)`,
    person.uid,
  )
  const rows = await runJson('user', 'sessions', person.email)
  expect(rows).toHaveLength(2)
  expect(Object.keys(rows[0]).sort()).toEqual(
    ['application', 'firstLogin', 'ip', 'lastSeen', 'place', 'platform', 'session'].sort(),
  )
  const { out } = await run(['user', 'sessions', person.uid])
  for (const token of tokens) expect(out + JSON.stringify(rows)).not.toContain(token)
  expect(out.split('\n')).toHaveLength(3)
  expect(await audited('user.sessions', person.uid)).toMatchObject([{ operator: 'lin' }, { operator: 'lin' }])
})

test('--end ends every session and notifies the owner', async () => {
  const person = await seedPerson(server)
  const token = await tokenOf(person)
  expect((await run(['user', 'sessions', person.uid, '--end'])).code).toBe(2)
  expect(await stateOf(token)).toBe(0)
  expect(await runJson('user', 'sessions', person.uid, '--end')).toEqual({ uid: person.uid, ended: 1 })
  expect(await stateOf(token)).toBe(20101)
  expect((await server.waitForMail(person.email)).subject).toMatch(/logged out everywhere/)
  expect((await run(['user', 'sessions', person.uid])).out).toBe('The account has no active session.')
  expect(await runJson('user', 'sessions', person.uid, '--end')).toMatchObject({ ended: 0 })
  expect(await server.mailsTo(person.email)).toHaveLength(1)
})
