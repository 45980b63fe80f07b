import { expect, test } from 'vitest'
import { CREATE_ACME, run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

test('searches by every filter, newest first', async () => {
  const uid = '22222222-2222-4222-8222-222222222222'
  await sql(
    `insert into audit_event (at, event, outcome, uid, operator) values
     ('2026-01-01', 'login.password', 'ok', $1, null), ('2026-01-02', 'login.captcha', 'refused', $1, null),
     ('2026-01-03', 'session.ended', 'ok', null, 'mei')`,
    [uid],
  )
  const events = async (...words: string[]) =>
    (await runJson(['audit', ...words])).map(({ event }: { event: string }) => event)
  expect(await events()).toEqual(['session.ended', 'login.captcha', 'login.password'])
  expect(await events('--event', 'login.')).toEqual(['login.captcha', 'login.password'])
  expect(await events('--event', 'session.ended')).toEqual(['session.ended'])
  expect(await events('--outcome', 'refused')).toEqual(['login.captcha'])
  expect(await events('--operator', 'mei')).toEqual(['session.ended'])
  expect(await events('--since', '2026-01-02', '--until', '2026-01-03')).toEqual(['login.captcha'])
  expect(await events('--limit', '1')).toEqual(['audit.read'])
  const newest = ['audit', '--event', 'session.ended', '--limit', '1']
  const [{ id }] = await runJson(newest)
  expect(await events('--before', id, '--limit', '1')).toEqual(['login.captcha'])
  expect((await run(newest)).out).toContain(`More: --before ${id}`)
  expect((await run(['audit', '--before', 'x'])).code).toBe(1)
  expect(await events('--uid', uid)).toEqual(['login.captcha', 'login.password'])
  // A search writes an audit event itself, with its filters.
  expect(
    await runJson(['audit', '--event', 'audit.read', '--operator', 'lin', '--limit', '2']),
  ).toMatchObject([
    { uid, detail: { rows: 2 } },
    { uid: null, detail: { event: 'session.ended', rows: 1 } },
  ])
  // Ids are compared as numbers, not as text.
  await sql(
    `insert into audit_event (event, outcome, operator) select 'many.' || n, 'ok', 'ann' from generate_series(1, 12) n`,
  )
  expect((await events('--operator', 'ann', '--limit', '3')).join()).toBe('many.12,many.11,many.10')
  expect(await run(['audit', '--event', 'redeem'])).toMatchObject({
    ...{ code: 1, out: '', err: expect.stringMatching(/There is no event redeem\. .*redemption\.redeem/) },
  })
  expect((await run(['audit', '--help'])).out).toContain('verification.code_sent')
  for (const words of [
    ['--since', 'yesterday'],
    ['--outcome', 'x'],
    ['--limit', '0'],
  ])
    expect((await run(['audit', ...words])).code).toBe(2)
  expect(await run(['audit', '--uid', "x' or 1=1"])).toMatchObject({ code: 1, out: '' })
})

test('finds the events of an account by its email address or enterprise account ID', async () => {
  const { uid, account } = await runJson(CREATE_ACME)
  const events = async (who: string) =>
    (await runJson(['audit', '--uid', who])).map(({ event }: { event: string }) => event)
  expect(await events(account)).toEqual(['enterprise.create'])
  await sql("insert into sign_in_identifier (kind, value, uid) values ('email', 'ada@example.com', $1)", [
    uid,
  ])
  expect(await events('Ada@example.com')).toEqual(['audit.read', 'enterprise.create'])
})

test('a typed name is noted beside the name of the login and does not replace it', async () => {
  const { uid } = await runJson(CREATE_ACME)
  await runJson(['--as', 'mallory', 'user', 'show', uid])
  await runJson(['user', 'show', uid], { KERF_OPERATOR: 'the boss' })
  const shown = await runJson(['audit', '--event', 'user.show'])
  expect(shown).toMatchObject([
    { operator: 'lin', operatorSource: 'login:1001', operatorStated: 'the boss' },
    { operator: 'lin', operatorSource: 'login:1001', operatorStated: 'mallory' },
  ])
  expect(await runJson(['audit', '--operator', 'mallory'])).toEqual([])
  expect(await runJson(['audit', '--event', 'enterprise.create'])).toMatchObject([{ operatorStated: null }])
  expect((await run(['audit', '--event', 'user.show'])).out).toContain(
    'by lin (login:1001, stated "mallory")',
  )
})

test('an event of a former version, whose name was typed, is shown as such', async () => {
  await sql("insert into audit_event (event, outcome, operator) values ('ip.ban', 'ok', 'mei')")
  expect((await run(['audit', '--event', 'ip.ban'])).out).toContain('by mei (typed)')
})

test('shows what an operator changed, from what to what', async () => {
  const { uid, account } = await runJson(CREATE_ACME)
  await runJson(['enterprise', 'edit', account, '--name', 'Acme Lasers'])
  await runJson(['enterprise', 'disable', account, '--yes'])
  const { out } = await run(['audit', '--operator', 'lin', '--uid', uid])
  expect(out).toContain('name: Acme 激光 → Acme Lasers')
  expect(out).toContain('status: active → banned')
  expect(out).not.toContain('"changed"')
})
