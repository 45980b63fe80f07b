import { expect, test } from 'vitest'
import { fetchPicture, setAvatar } from '../../../server/test/account-center/fixtures.ts'
import { seedBusiness, seedPerson, signUp } from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, signIn, stateOf, tokenOf, useServer } from '../server-fixture.ts'

useServer()

test.each(['personal', 'enterprise'])('erases everything of a %s account', async kind => {
  const who = kind === 'personal' ? await seedPerson(server) : await seedBusiness(server)
  const token = await tokenOf(who)
  const picture = await setAvatar(server, token)
  expect((await fetchPicture(server, picture)).status).toBe(200)
  expect(await runJson('user', 'delete', who.uid)).toEqual({ uid: who.uid, deleted: true })
  expect([await stateOf(token), (await signIn(who)).code]).toEqual([20101, 20111])
  await expect.poll(async () => (await fetchPicture(server, picture)).status).toBe(404)
  for (const table of ['account', 'sign_in_identifier', 'session', 'sign_in_record', 'headpic_file'])
    expect(await server.sql(`select 1 from ${table} where uid = $1`, who.uid)).toEqual([])
  expect(await server.sql('select 1 from deleted_account where uid = $1', who.uid)).toHaveLength(1)
  const mail = await server.waitForMail(who.email, ({ subject }) => subject.includes('deleted'))
  expect(mail.text).not.toContain('As you asked')
  expect(await audited('user.delete', who.uid)).toEqual([
    { operator: 'lin', outcome: 'ok', detail: { kind } },
  ])
  expect(await run(['user', 'delete', who.uid, '--yes'])).toMatchObject({ code: 1 })
})

test('the email address and the account ID can be used again', async () => {
  const person = await seedPerson(server)
  await runJson('user', 'delete', person.email)
  expect((await signUp(server, person.email)).data.uid).not.toBe(person.uid)
  const business = await seedBusiness(server)
  await runJson('user', 'delete', business.account)
  const { account, email } = business
  const created = await runJson(
    'enterprise',
    'create',
    '--account',
    account,
    '--email',
    email,
    '--name',
    'New',
  )
  expect(created.uid).not.toBe(business.uid)
})

test('only one of four concurrent deletions succeeds', async () => {
  const { uid } = await seedPerson(server)
  const runs = await Promise.all([1, 2, 3, 4].map(() => run(['user', 'delete', uid, '--yes'])))
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1])
  expect(await audited('user.delete', uid)).toHaveLength(1)
})
