import { redeem } from '@kerf/contract/endpoints/redemption'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { seedPerson } from '../../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, stateOf, tokenOf, useServer } from '../../server-fixture.ts'

useServer()

test('shows and lifts the limits of an owner, who then can log in', async () => {
  const person = await seedPerson(server)
  const { email } = person
  const tryWith = async (password: string) => (await server.call(login, { email, password })).code
  for (let round = 0; round < 10; round++) await tryWith('wrong-password')
  expect(await tryWith(person.password)).not.toBe(0)
  const limits = await runJson('user', 'limits', 'show', email)
  expect(limits).toContainEqual(
    expect.objectContaining({ counts: 'wrong passwords in 15 minutes', used: expect.any(Number) }),
  )
  const lift = ['user', 'limits', 'lift', email]
  expect((await run([...lift, '--case', 'C-12', '--yes'])).code).toBe(2)
  expect((await run([...lift, '--reason', 'called back', '--yes'])).code).toBe(2)
  await runJson(...lift, '--reason', 'called back', '--case', '#C-12')
  await expect.poll(() => tryWith(person.password), { timeout: 5_000 }).toBe(0)
  expect((await audited('user.limits_lifted', person.uid))[0]).toMatchObject({
    detail: { reason: 'called back', case: 'C-12', changed: { limits: { to: '' } } },
  })
})

test('ends one session and leaves the others', async () => {
  const person = await seedPerson(server)
  const [stolen, own] = [await tokenOf(person), await tokenOf(person)]
  const sessions: { session: string }[] = await runJson('user', 'sessions', person.uid)
  // The most recently used first.
  const handle = sessions[1]?.session ?? ''
  const end = ['user', 'session', 'end', person.uid, handle, '--case', '7', '--reason', 'lost laptop']
  expect(await runJson(...end)).toEqual({ uid: person.uid, ended: 1 })
  const states = [await stateOf(stolen), await stateOf(own)]
  expect(states.sort()).toEqual([0, 20101])
  expect((await audited('user.session_ended', person.uid))[0]).toMatchObject({ detail: { session: handle } })
  expect((await run(end)).code).toBe(1)
})

test('tells who redeemed a code, and never logs the code', async () => {
  const names = ['--name-en', 'Pro', '--name-zh', '专业版', '--days', '365']
  const { id } = await runJson('benefit', 'create', ...names)
  const [{ code }, { code: unused }] = await runJson('codes', 'create', '--benefit', id, '--count', '2')
  const redeemer = await seedPerson(server)
  const redeemAs = async (person: typeof redeemer, given: string) =>
    (await server.call(redeem, { code: given }, { token: await tokenOf(person) })).code
  expect(await redeemAs(redeemer, code)).toBe(0)
  expect(await runJson('codes', 'show', code.toLowerCase())).toMatchObject({
    ...{ benefit: id, status: 'redeemed', uid: redeemer.uid, number: 1 },
  })
  expect(await runJson('codes', 'show', unused)).toMatchObject({ status: 'unused', uid: null, number: 2 })
  expect((await run(['codes', 'show', 'AAAAAAAAAAAAAAAA'])).err).toContain('no such code')
  const rows = await server.sql(`select detail::text as detail from audit_event where event = 'codes.show'`)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('finds a certificate by number and by account, and a machine by its number', async () => {
  const { uid, email } = await seedPerson(server)
  await server.sql(
    `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
     values ($1, 'laser', 'c', now(), 'KL-2222-3333-4444-5556', 'Ada')`,
    uid,
  )
  const certificate = expect.objectContaining({ uid, number: 'KL-2222-3333-4444-5556', revokedAt: null })
  expect(await runJson('certificate', 'find', 'kl2222333344445556')).toEqual([certificate])
  expect(await runJson('certificate', 'find', email)).toEqual([certificate])
  const sn = 'KLW1200AB0123456789CDEF'
  expect(await runJson('device', 'show', sn)).toMatchObject({
    line: null,
    accounts: [],
    isRegisterUsed: false,
  })
  expect((await run(['device', 'show', 'X'])).code).toBe(1)
})

test('lists the machines of a person with the end of each serial number', async () => {
  const { uid, email } = await seedPerson(server)
  const machine = `m_${'B'.repeat(22)}`
  await server.sql(
    `insert into machine (id, sn, line, name, ownership, owner_since, lost_at) values ($1, 'KLW1200AB0123456789CDEF', 'laser', 'Attic', 1, now(), now())`,
    machine,
  )
  await server.sql(
    `insert into machine_role (machine, uid, member, handle, role, ownership) values ($1, $2, 1, 'h', 'owner', 1)`,
    machine,
    uid,
  )
  expect(await runJson('user', 'machines', email)).toMatchObject([
    { machine, name: 'Attic', sn: '…89CDEF', role: 'owner', facts: [{ code: 'machine_lost' }] },
  ])
  const { out } = await run(['user', 'machines', uid])
  expect(out).toMatch(/MACHINE +NAME .*HINDERED/)
  expect(out).toContain('reported as lost')
  expect(out).not.toContain('KLW1200')
})

test('shows what operators did with an account, by case, without what they only looked at', async () => {
  const { uid, email } = await seedPerson(server)
  const why = ['--case', 'C-9', '--reason', 'asked by phone']
  await runJson('user', 'show', uid)
  await runJson('user', 'restrict', uid, ...why)
  await runJson('user', 'note', email, '--case', 'C-10', '--note', 'calls back on Monday')
  const history = async (...words: string[]) =>
    (await runJson('user', 'history', uid, ...words)).map(
      ({ event, operator, detail }: { event: string; operator: string; detail: object }) => ({
        ...{ event, operator, detail },
      }),
    )
  const [note, restricted, ...others] = await history()
  expect(note).toEqual({
    ...{ event: 'user.note', operator: 'lin' },
    detail: { case: 'C-10', note: 'calls back on Monday' },
  })
  expect(restricted).toMatchObject({
    ...{ event: 'user.restrict' },
    detail: { case: 'C-9', reason: 'asked by phone', changed: { status: { to: 'restricted' } } },
  })
  expect(others).toEqual([])
  expect((await history('--case', 'C-10')).map((act: { event: string }) => act.event)).toEqual(['user.note'])
  expect((await history('--reads')).map((act: { event: string }) => act.event)).toContain('user.show')
  const { out } = await run(['user', 'history', uid])
  expect(out).toMatch(/C-9 +asked by phone/)
  expect((await run(['user', 'note', uid, '--note', 'x'])).code).toBe(2)
  expect((await run(['user', 'note', uid, '--note', 'x', '--case', 'a b'])).code).toBe(2)
})

test('unlocks an owner: limits, the human check that they demand, and waiting logins', async () => {
  const person = await seedPerson(server)
  const { uid, email } = person
  const tryWith = async (password: string) => (await server.call(login, { email, password })).code
  for (let round = 0; round < 10; round++) await tryWith('wrong-password')
  expect(await tryWith(person.password)).not.toBe(0)
  await server.sql(
    `insert into rate_limit (key, points, expire) values ('extra-code.account:' || $1, 60, 32503680000000), ('redeem.wrong.day:' || $1, 30, 32503680000000)`,
    uid,
  )
  await server.sql(
    `insert into sign_in_flow (hash, uid, browser_hash, encrypted_data, expires_at) values ('\\x01', $1, '\\x01', '\\x01', now() + interval '5 minutes')`,
    uid,
  )
  const unlocked = await runJson('user', 'unlock', email, '--case', '8', '--reason', 'called back')
  expect(unlocked).toMatchObject({ uid, logins: 1 })
  expect(await runJson('user', 'limits', 'show', uid)).toEqual([])
  await expect.poll(() => tryWith(person.password), { timeout: 5_000 }).toBe(0)
  expect((await audited('user.unlock', uid))[0]).toMatchObject({
    detail: { case: '8', changed: { waitingLogins: { from: 1, to: 0 }, limits: { to: '' } } },
  })
  await server.waitForMail(email, ({ text }) => text.includes('lifted the limits'))
})
