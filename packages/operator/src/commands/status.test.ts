import { login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { withOpenTransaction } from '../../../server/test/account-center/fixtures.ts'
import { PASSWORD, requestCode, seedBusiness, seedPerson } from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, signIn, stateOf, tokenOf, useServer } from '../server-fixture.ts'

useServer()

describe('user restrict, unrestrict', () => {
  test('a restricted account stays signed in and can sign in', async () => {
    const person = await seedPerson(server)
    const token = await tokenOf(person)
    expect(await runJson('user', 'restrict', person.email)).toEqual({
      uid: person.uid,
      status: 'restricted',
      before: 'active',
      sessionsEnded: 0,
      bannedUntil: null,
      lifted: null,
    })
    expect([await stateOf(token), (await signIn(person)).code]).toEqual([0, 0])
    expect((await runJson('user', 'unrestrict', person.uid)).status).toBe('active')
    expect(await audited('user.restrict', person.uid)).toMatchObject([{ operator: 'lin', outcome: 'ok' }])
    expect(await audited('user.unrestrict', person.uid)).toMatchObject([{ operator: 'lin' }])
  })
})

describe('user ban, unban', () => {
  test('a ban ends every session at once and shows only with the right password or code', async () => {
    const person = await seedPerson(server)
    const code = await requestCode(server, person.email, 'login')
    const tokens = [await tokenOf(person), await tokenOf(person)]
    expect((await runJson('user', 'ban', person.email)).sessionsEnded).toBe(2)
    for (const token of tokens) expect(await stateOf(token)).toBe(20101)
    expect((await signIn(person, 'not-the-one')).code).toBe(20111)
    const refused = await signIn(person)
    expect([refused.code, refused.cookies]).toEqual([20104, []])
    const byCode = (captcha: string) =>
      server.call(loginByVerificationCode, {
        email: person.email,
        nonce: code.nonce,
        captcha,
        remember: false,
      })
    const wrong = code.captcha === '000000' ? '000001' : '000000'
    expect((await byCode(wrong)).code).toBe(20201)
    expect((await byCode(code.captcha)).code).toBe(20104)
    expect(await server.sql('select 1 from session where uid = $1', person.uid)).toEqual([])
    await runJson('user', 'unban', person.email)
    expect((await signIn(person)).code).toBe(0)
    expect(await audited('user.ban', person.uid)).toMatchObject([
      { operator: 'lin', detail: { before: 'active', sessionsEnded: 2 } },
    ])
  })

  test('a ban keeps its reason, and ends by itself', async () => {
    const person = await seedPerson(server)
    const until = new Date(Date.now() + 3_600_000)
    const banned = await runJson(
      ...['user', 'ban', person.uid, '--reason', 'Chargeback', '--until', until.toISOString()],
    )
    const seconds = Math.floor(until.getTime() / 1_000)
    expect(banned).toMatchObject({ status: 'banned', bannedUntil: seconds })
    expect(await runJson('user', 'show', person.uid)).toMatchObject({
      banReason: 'Chargeback',
      bannedUntil: seconds,
    })
    expect(await audited('user.ban', person.uid)).toMatchObject([
      { detail: { reason: 'Chargeback', until: seconds } },
    ])
    expect((await signIn(person)).code).toBe(20104)
    await server.sql('update account set banned_until = now() where uid = $1', person.uid)
    await server.sql(`select graphile_worker.add_job('lift_bans')`)
    await expect.poll(async () => (await signIn(person)).code).toBe(0)
    expect(await runJson('user', 'show', person.uid)).toMatchObject({
      status: 'active',
      banReason: '',
      bannedUntil: null,
    })
    expect(await audited('user.unban', person.uid)).toMatchObject([
      { operator: null, detail: { ended: true } },
    ])
  })

  test('a second ban replaces reason and end of the first', async () => {
    const person = await seedPerson(server)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await runJson('user', 'ban', person.uid, '--reason', 'One', '--until', until)
    expect(await runJson('user', 'ban', person.uid)).toMatchObject({ before: 'banned', bannedUntil: null })
    expect(await runJson('user', 'show', person.uid)).toMatchObject({ banReason: '', bannedUntil: null })
  })

  test('rejects an end in the past and a long reason', async () => {
    const person = await seedPerson(server)
    for (const option of [
      ['--until', '2020-01-01'],
      ['--reason', 'x'.repeat(201)],
    ])
      expect((await run(['user', 'ban', person.uid, ...option, '--yes'])).code).toBe(1)
    expect((await signIn(person)).code).toBe(0)
  })

  test('a ban waits for a sign-in in progress and ends its session too', async () => {
    const person = await seedPerson(server)
    const token = await tokenOf(person)
    const banned = await withOpenTransaction(
      server,
      [
        `select uid from account where uid = $1 for share`,
        `insert into session (uid, handle, token_hash, remember, method) values ($1, 'under-way', 'x', true, 'password')`,
      ],
      person.uid,
      () => runJson('user', 'ban', person.uid),
    )
    expect(banned.sessionsEnded).toBe(2)
    expect(await server.sql('select 1 from session where uid = $1', person.uid)).toEqual([])
    expect(await stateOf(token)).toBe(20101)
  })

  test('rejects a sign-in during a ban', async () => {
    const person = await seedPerson(server)
    const answer = await withOpenTransaction(
      server,
      [
        `select uid from account where uid = $1 for update`,
        `update account set status = 'banned' where uid = $1`,
      ],
      person.uid,
      () => signIn(person),
    )
    expect(answer.code).toBe(20104)
    expect(await server.sql('select 1 from session where uid = $1', person.uid)).toEqual([])
  })

  test('concurrent sign-ins leave no active session', async () => {
    const person = await seedPerson(server)
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => signIn(person)),
      runJson('user', 'ban', person.uid),
      ...Array.from({ length: 12 }, () => signIn(person)),
    ])
    expect(answers).toHaveLength(25)
    expect(await server.sql('select 1 from session where uid = $1', person.uid)).toEqual([])
  })

  test('a second ban changes nothing; a restriction does not lift a ban', async () => {
    const { uid } = await seedPerson(server)
    await runJson('user', 'ban', uid)
    expect(await runJson('user', 'ban', uid)).toMatchObject({ status: 'banned', before: 'banned' })
    for (const verb of ['restrict', 'unrestrict'])
      expect(await run(['user', verb, uid])).toMatchObject({ code: 1, err: expect.stringContaining('unban') })
    expect(await runJson('user', 'unban', uid)).toMatchObject({ status: 'active', before: 'banned' })
    expect(await runJson('user', 'unban', uid)).toMatchObject({ status: 'active', before: 'active' })
  })
})

describe('enterprise disable, enable', () => {
  test('a disabled account is signed out at once and can be enabled again', async () => {
    const business = await seedBusiness(server)
    const token = await tokenOf(business)
    expect(await runJson('enterprise', 'disable', business.account.toUpperCase())).toMatchObject({
      uid: business.uid,
      status: 'banned',
      sessionsEnded: 1,
    })
    expect([await stateOf(token), (await signIn(business)).code]).toEqual([20101, 20104])
    await runJson('enterprise', 'enable', business.account)
    expect((await signIn(business)).code).toBe(0)
  })

  test('rejects personal accounts', async () => {
    const { uid } = await seedPerson(server)
    expect(await run(['enterprise', 'disable', uid, '--yes'])).toMatchObject({
      code: 1,
      err: 'kerf: This is not a business account.',
    })
    expect(await audited('user.ban', uid)).toEqual([])
  })
})

test.each([
  ['user', 'ban'],
  ['user', 'delete'],
  ['enterprise', 'disable'],
  ['enterprise', 'reset'],
])('%s %s asks for confirmation', async (noun, verb) => {
  const business = await seedBusiness(server)
  const token = await tokenOf(business)
  const words = [noun, verb, business.account]
  expect(await run(words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--yes') })
  for (const answer of ['n', '', 'no way', 'yess'])
    expect(await run(words, answer)).toMatchObject({ code: 1, out: '', err: 'kerf: Nothing was done.' })
  expect(await stateOf(token)).toBe(0)
  expect((await run(words, 'y')).code).toBe(0)
  expect(await stateOf(token)).toBe(20101)
})

test.each(['nobody@example.com', 'no-such-shop', crypto.randomUUID(), "' or 1=1 --", '%', '@'])(
  'finds no account for %j',
  async who => {
    for (const verb of ['restrict', 'ban', 'unban', 'delete', 'sessions'])
      expect(await run(['user', verb, who, '--yes'])).toEqual({
        code: 1,
        out: '',
        err: 'kerf: There is no such account.',
      })
  },
)

test('the error of a banned account is in its language', async () => {
  const person = await seedPerson(server, { status: 'banned' })
  const errorIn = async (lang: string) =>
    (await server.call(login, { email: person.email, password: PASSWORD }, { lang })).msg
  const [english, chinese] = [await errorIn('en'), await errorIn('zh')]
  expect(english).toMatch(/^[ -~]{10,}$/)
  expect(chinese).toMatch(/\p{Script=Han}{4,}/u)
})
