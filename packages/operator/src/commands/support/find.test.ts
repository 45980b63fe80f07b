import { redeem } from '@kerf/contract/endpoints/redemption'
import { login } from '@kerf/contract/endpoints/sign-in'
import type { Found, Hit } from '@kerf/server/operations/index'
import { expect, test } from 'vitest'
import { seedBusiness, seedPerson } from '../../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, tokenOf, useServer } from '../../server-fixture.ts'

useServer()

const find = (...words: string[]): Promise<Found> => runJson('find', ...words)
const hitsOf = async (query: string): Promise<readonly Hit[]> => (await find(query)).hits

test('finds people by the start of an address, masked unless revealed with a reason', async () => {
  const { email, uid } = await seedPerson(server)
  const start = email.slice(0, -3)
  const [found] = await hitsOf(start.toUpperCase())
  expect(found).toMatchObject({
    kind: 'account',
    key: uid,
    by: 'address',
    account: { email: 'a***@e***.com' },
  })
  expect((await run(['find', start, '--reveal'])).err).toContain('--reveal needs --reason')
  const whole = await find(start, '--reveal', '--reason', 'case 12')
  expect(whole.hits[0]?.account?.email).toBe(email)
  const rows = await audited('user.find', uid)
  expect(rows[0]).toMatchObject({ detail: { found: 1, by: 'address', revealed: true, reason: 'case 12' } })
  expect(JSON.stringify(rows)).not.toContain(email.split('@')[0])
  expect((await runJson('user', 'find', start)).hits[0].key).toBe(uid)
})

test.each([
  ['exchanged', 'marguerite.hopper@example.com', 'margeurite.hopper@example.com'],
  ['missing', 'katherine.johnson@example.com', 'katherin.johnson'],
  ['doubled', 'dorothy.vaughan@example.com', 'dorrothy.vaughan@example.con'],
  ['exchanged, short', 'hedyl@example.com', 'hdeyl@example.com'],
  ['wrong', 'emmynoether82@example.com', 'emmynoethr82@exmaple.com'],
])('finds an address with a letter that is %s', async (_, email, typed) => {
  const { uid } = await seedPerson(server, { email })
  await seedPerson(server, { email: `x${email.slice(4)}` })
  const [first] = await hitsOf(typed)
  expect(first).toMatchObject({ key: uid, by: 'similar address' })
})

test('asks for more of a domain alone and of two characters', async () => {
  expect((await run(['find', '@example.com'])).err).toContain('give a part before the @')
  expect((await run(['find', 'ab'])).err).toContain('at least 3 characters')
})

test('finds a nickname, a company, an enterprise account ID, a second and a former address', async () => {
  const { uid } = await seedPerson(server)
  await server.sql(`update account set nickname = '激光小王' where uid = $1`, uid)
  expect(await hitsOf('激光小')).toEqual([expect.objectContaining({ key: uid, by: 'nickname' })])
  const business = await seedBusiness(server)
  expect(await hitsOf(business.account.toUpperCase())).toEqual([
    expect.objectContaining({ key: business.uid, by: 'account' }),
  ])
  expect((await hitsOf('the sh')).map(({ key, by }) => [key, by])).toEqual([[business.uid, 'name']])
  await server.sql(
    `insert into second_email (uid, email, canonical, counts_from) values ($1, $2, $2, now())`,
    ...[uid, 'backup.box@example.net'],
  )
  expect((await hitsOf('Backup.Box@example.net'))[0]).toMatchObject({ key: uid, by: 'second address' })
  await server.sql(
    `insert into former_email (uid, email, canonical, had_since) values ($1, $2, $2, now() - interval '1 year')`,
    ...[uid, 'before.the.thief@example.net'],
  )
  expect((await hitsOf('before.the.thief@example.net'))[0]).toMatchObject({ key: uid, by: 'former address' })
})

test('pages by key: every account once, and the cursor holds no address', async () => {
  const people = await Promise.all(
    Array.from({ length: 7 }, (_, n) => seedPerson(server, { email: `paged${n}@example.com` })),
  )
  await server.sql(
    `update account set nickname = 'Paged twin' where email like 'paged%' and email > 'paged4'`,
  )
  const twin = await seedPerson(server)
  await server.sql(`update account set nickname = 'paged by name' where uid = $1`, twin.uid)
  const seen: string[] = []
  let next: string | null = null
  do {
    const page: Found = await find('paged', '--limit', '3', ...(next ? ['--after', next] : []))
    seen.push(...page.hits.map(({ key }) => key))
    next = page.next
    if (next) expect(next).toMatch(/^\w+\.[0-9a-f-]{36}$/)
  } while (next)
  expect(seen.slice(0, 7)).toEqual(people.map(({ uid }) => uid))
  expect(new Set(seen)).toEqual(new Set([...people, twin].map(({ uid }) => uid)))
  expect((await run(['find', 'paged', '--after', 'x'])).err).toContain('not a cursor')
})

test('finds a person by the number of anything that the person has', async () => {
  const person = await seedPerson(server)
  const { uid, email } = person
  const names = ['--name-en', 'Pro', '--name-zh', '专业版', '--days', '365']
  const { id } = await runJson('benefit', 'create', ...names)
  const [{ code }, { code: unused }] = await runJson('codes', 'create', '--benefit', id, '--count', '2')
  const token = await tokenOf(person)
  expect((await server.call(redeem, { code }, { token })).code).toBe(0)
  await server.sql(
    `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
     values ($1, 'laser', 'c', now(), 'KL-2222-3333-4444-5559', 'Ada')`,
    uid,
  )
  const [session] = await server.sql('select handle from session where uid = $1', uid)
  const refused = await server.call(login, { email, password: 'wrong-password' })
  // A server that is too busy to compare passwords answers another error, and records none.
  expect(refused.code).toBe(20111)
  const owner = expect.objectContaining({ uid, email: expect.stringContaining('***') })
  const expected = [
    [uid.toUpperCase(), 'account', uid],
    [code.toLowerCase(), 'code', expect.stringMatching(/\/1$/)],
    ['kl 2222 3333 4444 5559', 'certificate', 'KL-2222-3333-4444-5559'],
    [session?.handle, 'session', session?.handle],
    [refused.requestId, 'request', refused.requestId],
  ] as const
  for (const [query, kind, key] of expected)
    expect({ query, hits: await hitsOf(query) }).toEqual({
      query,
      hits: [expect.objectContaining({ kind, key, account: owner })],
    })
  expect(await hitsOf(unused)).toEqual([
    expect.objectContaining({ kind: 'code', account: null, note: 'unused' }),
  ])
  expect(await hitsOf('KLW1200AB0123456789CDEF')).toEqual([])
  const rows = await server.sql(`select detail::text as detail from audit_event where event = 'user.find'`)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('finds who owns a machine and an app', async () => {
  const { uid } = await seedPerson(server)
  const id = `m_${'a'.repeat(22)}`
  await server.sql(
    `with m as (insert into machine (id, sn, line, ownership, rights, owner_since, last_member)
                values ($2, 'KLW1200AB0123456789CDEE', 'laser', 1, 1, now(), 1))
     insert into machine_role (machine, uid, member, handle, role, ownership) values ($2, $1, 1, 'h', 'owner', 1)`,
    ...[uid, id],
  )
  expect(await hitsOf(id)).toEqual([
    expect.objectContaining({
      kind: 'machine',
      key: id,
      note: 'owned',
      account: expect.objectContaining({ uid }),
    }),
  ])
  const created = await runJson(
    'app',
    'create',
    '--code',
    'support',
    '--name',
    'Help desk',
    '--origin',
    'https://help.example',
  )
  expect(await hitsOf('help desk')).toEqual([
    expect.objectContaining({ kind: 'app', key: created.clientId, note: 'support: Help desk' }),
  ])
})

test('tells that an account is erased', async () => {
  const { uid } = await seedPerson(server)
  await runJson('user', 'delete', uid)
  expect(await hitsOf(uid)).toEqual([
    { kind: 'erased account', key: uid, by: 'uid', account: null, note: null },
  ])
})

test('works without pg_trgm and says so; kerf migrate builds the index once it is there', async () => {
  const { uid, email } = await seedPerson(server)
  const statusOfSearch = async () =>
    JSON.parse((await run(['doctor', '--json'])).out).checks.find(
      ({ name }: { name: string }) => name === 'search',
    ).status
  await server.sql('drop extension pg_trgm cascade')
  await server.sql('drop index audit_event_request')
  const typo = email.replace('ada-', 'daa-')
  expect(await find(typo)).toMatchObject({
    ...{ similar: 'missing', hits: [{ key: uid, by: 'similar address' }] },
  })
  expect((await run(['find', email.replace('ada-', 'adda-')])).out).toContain('pg_trgm')
  expect((await hitsOf(email))[0]?.key).toBe(uid)
  expect(await statusOfSearch()).toBe('warning')
  await runJson('migrate')
  expect(await statusOfSearch()).toBe('ok')
  expect((await hitsOf(email.replace('ada-', 'adda-')))[0]?.key).toBe(uid)
  const [index] = await server.sql(
    `select bool_and(indisvalid) as valid from pg_index where indexrelid = 'audit_event_request'::regclass`,
  )
  expect(index).toEqual({ valid: true })
})

test('limits the searches of an operator', async () => {
  await server.sql(
    `insert into operator_budget (operator, kind, used) values ('name:lin', 'search', 97)
     on conflict (operator, kind) do update set used = 97, started_at = now()`,
  )
  // At once, so that no two take the same place.
  const codes = (await Promise.all(Array.from({ length: 6 }, () => run(['find', 'somebody'])))).map(
    ({ code }) => code,
  )
  expect(codes.sort()).toEqual([0, 0, 0, 1, 1, 1])
  expect((await run(['find', 'somebody'])).err).toContain('100 times in an hour')
  await server.sql(`update operator_budget set started_at = now() - interval '61 minutes'`)
  expect((await run(['find', 'somebody'])).code).toBe(0)
})
