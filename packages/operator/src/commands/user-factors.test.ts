import { expect, test } from 'vitest'
import { seedBusiness, seedPerson } from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, stateOf, tokenOf, useServer } from '../server-fixture.ts'

useServer()

test('shows the second factors, and removes them with a recorded reason', async () => {
  const person = await seedPerson(server)
  const token = await tokenOf(person)
  await server.sql(
    `insert into totp_factor (uid, secret, confirmed_at) values ($1, '\\x01', now())`,
    person.uid,
  )
  await server.sql(`insert into recovery_code (uid, hash) values ($1, '\\x01')`, person.uid)
  await server.sql('update account set second_factor = true where uid = $1', person.uid)
  expect(await runJson('user', 'factors', person.email)).toMatchObject({
    uid: person.uid,
    totp: { lastUsed: null },
    recoveryCodes: 1,
    required: false,
    removalAt: null,
  })
  const ready = "timestamptz '2099-01-01T00:00:00Z'"
  await server.sql(`insert into factor_recovery (uid, ready_at) values ($1, ${ready})`, person.uid)
  expect((await run(['user', 'factors', person.uid])).out).toContain('from 2099-01-01')
  expect((await run(['user', 'reset-factor', person.uid, '--yes'])).code).not.toBe(0)
  const why = ['--reason', 'passport shown', '--case', '12']
  const reset = await runJson('user', 'reset-factor', person.uid, ...why)
  expect(reset).toEqual({ uid: person.uid, removed: true, sessionsEnded: 1 })
  expect(await stateOf(token)).toBe(20101)
  await server.waitForMail(person.email, ({ text }) => text.includes('authenticator app'))
  expect(await audited('user.factor_reset', person.uid)).toMatchObject([
    { operator: 'lin', detail: { reason: 'passport shown', case: '12', removed: true } },
  ])
  expect(await runJson('user', 'factors', person.uid)).toMatchObject({
    totp: null,
    recoveryCodes: 0,
    removalAt: null,
  })
})

test('demands a second factor of an enterprise account', async () => {
  const { uid, account } = await seedBusiness(server)
  const edited = await runJson('enterprise', 'edit', account, '--second-factor', 'required')
  expect(edited).toMatchObject({ uid, secondFactor: 'required' })
  expect(await runJson('user', 'factors', account)).toMatchObject({ uid, totp: null, required: true })
  await runJson('enterprise', 'edit', account, '--second-factor', 'optional')
  expect(await runJson('user', 'factors', uid)).toMatchObject({ required: false })
})
