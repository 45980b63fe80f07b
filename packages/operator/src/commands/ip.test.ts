import { getCountries } from '@kerf/contract/endpoints/region'
import { login } from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { insertLiveSession } from '../../../server/test/account-center/fixtures.ts'
import { seedPerson } from '../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, useServer } from '../server-fixture.ts'

useServer()
const WHY = ['--reason', 'guessing']

const codeFrom = async (ip: string): Promise<number> =>
  (await server.call(getCountries, undefined, { ip })).code
/** The timeout is below the interval at which a process reloads the bans. */
const expectSoon = (ip: string, code: number) =>
  expect.poll(() => codeFrom(ip), { timeout: 4_500, interval: 20 }).toBe(code)

test('a running server applies a ban and its end at once', async () => {
  const [ip, neighbor] = ['203.0.113.7', '203.0.113.8']
  for (let round = 0; round < 3; round++) {
    await runJson('ip', 'ban', ...WHY, ip)
    await expectSoon(ip, 20105)
    expect(await codeFrom(neighbor)).toBe(0)
    await runJson('ip', 'unban', ip)
    await expectSoon(ip, 0)
  }
  expect((await audited('ip.ban', null))[0]).toMatchObject({
    operator: 'lin',
    detail: { network: `${ip}/32`, until: null },
  })
  expect(await audited('ip.unban', null)).toHaveLength(3)
})

test('rejects a sign-in with the right password', async () => {
  const { email, password } = await seedPerson(server)
  await runJson('ip', 'ban', ...WHY, '198.51.100.0/24')
  await expectSoon('198.51.100.200', 20105)
  const answer = await server.call(login, { email, password }, { ip: '198.51.100.9' })
  expect([answer.code, answer.status]).toEqual([20105, 403])
  expect(answer.msg).toMatch(/^[ -~]{10,}$/)
  expect((await server.call(login, { email, password }, { ip: '198.51.101.9' })).code).toBe(0)
})

test('shows the normalized network and whom it reaches, and asks', async () => {
  const { uid } = await seedPerson(server)
  const token = await insertLiveSession(server, uid)
  await server.sql(`update session set ip = '192.0.2.77' where uid = $1`, uid)
  expect(token).not.toBe('')
  expect(await run(['ip', 'ban', '192.51.100.0/8', '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('with --reason'),
  })
  const unasked = await run(['ip', 'ban', ...WHY, '192.51.100.0/8'])
  expect(unasked).toMatchObject({ code: 2, out: '' })
  expect(unasked.err).toContain(
    '192.0.0.0/8 (typed: 192.51.100.0/8): addresses 16,777,216, live sessions 1, people 1. Ban it?',
  )
  expect(await server.sql(`select 1 from ip_ban where network = '192.0.0.0/8'`)).toEqual([])
  expect((await run(['ip', 'ban', ...WHY, '192.0.2.76/31'], 'n')).code).toBe(1)
  expect(await runJson('ip', 'ban', ...WHY, '192.0.2.76/31')).toMatchObject({
    network: '192.0.2.76/31',
    reach: { addresses: 2, sessions: 1, people: 1 },
  })
  await runJson('ip', 'unban', '192.0.2.76/31')
})

test('a login that a ban refused is found by its request, its network and its person', async () => {
  const { email, password, uid } = await seedPerson(server)
  await runJson('ip', 'ban', ...WHY, '198.18.7.0/24')
  await expectSoon('198.18.7.7', 20105)
  const unknown = await server.call(login, { email: 'nobody@example.com', password }, { ip: '198.18.7.7' })
  const { requestId, ...answer } = await server.call(login, { email, password }, { ip: '198.18.7.7' })
  expect([answer.code, answer.msg]).toEqual([unknown.code, unknown.msg])
  const refused = {
    event: 'call.refused',
    uid,
    detail: { code: 20105, call: 'POST /v1/login', aimed: true },
  }
  await expect.poll(() => runJson('audit', '--request', requestId)).toMatchObject([refused])
  await expect.poll(() => runJson('audit', '--uid', uid)).toContainEqual(expect.objectContaining(refused))
  const [first] = await runJson('audit', '--network', '198.18.7.9', '--event', 'call.refused')
  expect(first.network).toBe('198.18.7.0/24')
  const shown = await runJson('request', requestId)
  expect(shown.outcome).toEqual([
    'POST /v1/login was refused: 20105 ip_ban',
    '198.18.7.0/24 is banned now: kerf ip unban 198.18.7.0/24',
  ])
  expect((await run(['request', 'x'])).code).toBe(1)
  await runJson('ip', 'unban', '198.18.7.0/24')
})

test.each([
  ['2001:db8:7::/48', '2001:db8:7:ffff::1', '2001:db8:8::1'],
  ['2001:DB8:9:0:0:0:0:1', '2001:db8:9::1', '2001:db8:9::2'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.64/122', '::ffff:192.0.2.65', '192.0.2.63'],
  ['192.0.2.129/25', '192.0.2.255', '192.0.2.3'],
])('%s contains %s but not %s', async (network, inside, outside) => {
  await runJson('ip', 'ban', ...WHY, network)
  await expectSoon(inside, 20105)
  expect(await codeFrom(outside)).toBe(0)
  await runJson('ip', 'unban', network)
  await expectSoon(inside, 0)
})

test('a ban ends at its time; a second ban replaces the time', async () => {
  const ip = '203.0.113.99'
  const until = new Date(Date.now() + 86_400_000).toISOString()
  expect(await runJson('ip', 'ban', ...WHY, ip, '--until', until)).toMatchObject({
    network: `${ip}/32`,
    until: Math.floor(Date.parse(until) / 1000),
  })
  await expectSoon(ip, 20105)
  // Bypasses the time that the ban lasts. The notification stands for the reload every few seconds.
  await server.sql(`update ip_ban set until = now() - interval '1 second' where network = $1`, ip)
  await server.sql('notify ip_ban')
  await expectSoon(ip, 0)
  const listed: { network: string }[] = await runJson('ip', 'list')
  expect(listed.map(({ network }) => network)).not.toContain(`${ip}/32`)
  expect(await runJson('ip', 'ban', ...WHY, ip)).toMatchObject({ until: null })
  await expectSoon(ip, 20105)
})

describe('ip list', () => {
  test('shows the bans', async () => {
    await runJson('ip', 'ban', ...WHY, '203.0.113.64/26')
    const { out } = await run(['ip', 'list'])
    expect(out).toMatch(/^NETWORK\s+UNTIL\s+SINCE\n/)
    expect(out).toMatch(/^203\.0\.113\.64\/26\s+-\s/m)
    expect(await run(['ip', 'unban', '203.0.113.64'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not banned as such'),
    })
    expect((await run(['ip', 'unban', '203.0.113.64/26'])).code).toBe(0)
  })
})

test.each([
  '',
  'x',
  '1.2.3',
  '1.2.3.256',
  '01.2.3.4',
  '1.2.3.4/33',
  '1.2.3.4/-1',
  '1.2.3.4/',
  '1.2.3.4/24/24',
  '1.2.3.4:80',
  '2001:db8::/129',
  '0.0.0.0/0',
  '10.0.0.0/7',
  '::/0',
  '::ffff:1.2.3.4/64',
  "1.2.3.4'; drop table ip_ban; --",
])('rejects the network %j', async network => {
  const before = await server.sql('select * from ip_ban')
  const { code, out } = await run(['ip', 'ban', ...WHY, network])
  expect([code, out]).toEqual([1, ''])
  expect(await server.sql('select * from ip_ban')).toEqual(before)
})

test.each([
  ['2020-01-01', 1],
  ['tomorrow', 2],
  ['2030-13-01', 2],
])('rejects the end %s', async (until, code) => {
  expect((await run(['ip', 'ban', ...WHY, '203.0.113.1', '--yes', '--until', until])).code).toBe(code)
})
