import { findPassword, postponePassword } from '@kerf/contract/endpoints/password'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { sendVerificationCode, verifyEnterpriseAccount } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import {
  PASSWORD,
  seedBusiness,
  seedPerson,
  skipCodeInterval,
} from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, signIn, stateOf, tokenOf, useServer } from '../server-fixture.ts'

useServer()

const backdate = (uid: string, column: string, interval: string) =>
  server.sql(`update account set ${column} = now() - $2::interval where uid = $1`, uid, interval)

test('a reset shows a new random password once, ends every session and mails the account', async () => {
  const business = await seedBusiness(server)
  const tokens = [await tokenOf(business), await tokenOf(business)]
  const reset = await runJson('enterprise', 'reset', business.account)
  expect(reset).toEqual({
    uid: business.uid,
    account: business.account,
    password: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{5}$/),
    sessionsEnded: 2,
  })
  for (const token of tokens) expect(await stateOf(token)).toBe(20101)
  expect((await signIn(business, PASSWORD)).code).toBe(20111)
  const { data, code } = await signIn(business, reset.password)
  expect(code).toBe(0)
  expect((await server.call(getFullInfo, undefined, { token: data.utoken })).data.defaultPassword).toBe(true)

  const mail = await server.waitForMail(business.email, ({ subject }) => subject.includes('password'))
  expect(mail.text).toContain(business.account)
  expect(`${mail.text}${mail.html}${mail.subject}`).not.toContain(reset.password)
  expect(await audited('enterprise.reset', business.uid)).toEqual([
    { operator: 'lin', outcome: 'ok', detail: { account: business.account, sessionsEnded: 2 } },
  ])
  expect(JSON.stringify(await server.sql('select detail from audit_event'))).not.toContain(reset.password)
})

test('a new mailbox is notified with the old one, and codes of the old one stop working', async () => {
  const business = await seedBusiness(server)
  const requestRecoveryCode = async (mailbox: string) => {
    const { receiver, nonce } = (await server.call(verifyEnterpriseAccount, { account: business.account }))
      .data
    expect((await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' })).code).toBe(0)
    return { nonce, captcha: await server.waitForCode(mailbox) }
  }
  const { nonce, captcha } = await requestRecoveryCode(business.email)
  const email = `two-${business.email}`
  const changed = await runJson(
    'enterprise',
    'edit',
    business.account,
    '--email',
    email,
    '--name',
    'Acme 二厂',
  )
  expect(changed).toEqual({ uid: business.uid, account: business.account, email, name: 'Acme 二厂' })
  const reset = await server.call(findPassword, {
    ...{ account: business.account, nonce, captcha },
    password: 'a-new-birch-77',
  })
  expect(reset.code).not.toBe(0)
  for (const mailbox of [business.email, email])
    await server.waitForMail(mailbox, ({ text }) => text.includes('changed the email address'))
  await skipCodeInterval(server)
  expect((await requestRecoveryCode(email)).captcha).toMatch(/^\d{6}$/)
  expect((await signIn(business)).code).toBe(0)
  expect(await runJson('user', 'show', business.account)).toMatchObject({ email, userName: 'Acme 二厂' })
  expect(await audited('enterprise.edit', business.uid)).toEqual([
    {
      operator: 'lin',
      outcome: 'ok',
      detail: {
        account: business.account,
        changed: {
          email: { from: expect.stringContaining('***'), to: expect.stringContaining('***') },
          name: { from: expect.any(String), to: 'Acme 二厂' },
        },
      },
    },
  ])
})

test('an edit needs something to change, a valid address and an enterprise account', async () => {
  const business = await seedBusiness(server)
  const person = await seedPerson(server)
  for (const words of [
    [business.account],
    [business.account, '--email', 'nobody'],
    [person.uid, '--name', 'X'],
    ['nobody-here', '--name', 'X'],
  ])
    expect(await run(['enterprise', 'edit', ...words, '--yes'])).toMatchObject({ code: 1, out: '' })
  expect(await runJson('user', 'show', business.account)).toMatchObject({ email: business.email })
})

test('a reset clears earlier postponements', async () => {
  const business = await seedBusiness(server, { defaultPassword: true })
  const postpone = async (token: string) => server.call(postponePassword, {}, { token })
  const token = await tokenOf(business)
  for (const left of [2, 1, 0]) expect((await postpone(token)).data).toEqual({ left })
  await backdate(business.uid, 'default_first_used_at', '8 days')
  const { password } = await runJson('enterprise', 'reset', business.account)
  const again = (await signIn(business, password)).data.utoken
  expect((await postpone(again)).data).toEqual({ left: 2 })
})

test('a reset restarts the thirty days of the default password', async () => {
  const business = await seedBusiness(server, { defaultPassword: true })
  expect((await signIn(business)).code).toBe(0)
  await backdate(business.uid, 'created_at', '200 days')
  const { password } = await runJson('enterprise', 'reset', business.account)
  await backdate(business.uid, 'default_set_at', '29 days 23 hours')
  expect((await signIn(business, 'not-the-one')).code).toBe(20111)
  await backdate(business.uid, 'default_set_at', '30 days 1 second')
  expect((await signIn(business, password)).code).toBe(20111)
  await backdate(business.uid, 'default_set_at', '29 days 23 hours')
  expect((await signIn(business, password)).code).toBe(0)
  await backdate(business.uid, 'default_set_at', '30 days 1 second')
  expect((await signIn(business, password)).code).toBe(0)
})

test('a reset does not enable a disabled account', async () => {
  const business = await seedBusiness(server, { status: 'banned' })
  const { password } = await runJson('enterprise', 'reset', business.account)
  expect((await signIn(business, password)).code).toBe(20104)
})

test('rejects personal accounts', async () => {
  const person = await seedPerson(server)
  expect(await run(['enterprise', 'reset', person.email, '--yes'])).toMatchObject({
    code: 1,
    err: 'kerf: This is not a business account.',
  })
  expect((await signIn(person)).code).toBe(0)
})

test('the list shows the state of each account', async () => {
  await server.sql('delete from sign_in_identifier')
  expect((await run(['enterprise', 'list'])).out).toBe('There are no enterprise accounts.')
  const own = await seedBusiness(server)
  const fresh = await seedBusiness(server, { defaultPassword: true })
  const expired = await seedBusiness(server, { defaultPassword: true, status: 'banned' })
  await seedPerson(server)
  await backdate(expired.uid, 'created_at', '31 days')
  await signIn(own)
  const rows: { account: string }[] = await runJson('enterprise', 'list')
  expect(rows.map(row => row.account.toLowerCase())).toEqual(
    [own, fresh, expired].map(({ account }) => account.toLowerCase()).sort(),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({
      uid: own.uid,
      status: 'active',
      defaultPassword: false,
      lastSignIn: expect.any(Number),
    }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ uid: fresh.uid, defaultPassword: true, defaultDead: false, lastSignIn: null }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ uid: expired.uid, status: 'banned', defaultDead: true }),
  )
  expect(JSON.stringify(rows)).not.toMatch(/argon2|hash/)
  const { out } = await run(['enterprise', 'list'])
  expect(out.split('\n')).toHaveLength(4)
  expect(out).toContain('default, expired')
  expect(await audited('enterprise.list', null)).toHaveLength(3)
})
