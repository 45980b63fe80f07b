/** Sign-ins in a race with changes of the account (S-012, S-028). */
import { expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { signIn, withOpenTransaction } from './fixtures.ts'

const server = await useTestServer()

const LOCK = 'select uid from account where uid = $1 for update'

test.each([
  ['the password is changed', `update account set password_hash = 'another' where uid = $1`, 20111],
  ['the account is banned', `update account set status = 'banned' where uid = $1`, 20104],
  ['the account is deleted', 'delete from account where uid = $1', 20111],
])('starts no session while %s', async (_, change, code) => {
  const person = await seedPerson(server)
  const answer = await withOpenTransaction(server, [LOCK, change], person.uid, () => signIn(server, person))
  expect([answer.code, answer.cookies]).toEqual([code, []])
  for (const table of ['session', 'sign_in_record', 'known_device', 'agreement'])
    expect(await server.sql(`select 1 from ${table} where uid = $1`, person.uid)).toEqual([])
})

test('does not delay a sign-in by a profile change', async () => {
  const person = await seedPerson(server)
  const change = `update account set nickname = 'Ada', status = 'restricted' where uid = $1`
  const answer = await withOpenTransaction(server, [LOCK, change], person.uid, () => signIn(server, person))
  expect(answer.code).toBe(0)
})
