import { expect, test } from 'vitest'
import { run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

test('counts the last days by event, method, brand, version, client and scene', async () => {
  await sql(
    `insert into audit_event (at, event, outcome, app, operator, detail) values
     (now(), 'account.register', 'ok', 'portal', null, '{}'),
     (now(), 'login.register', 'ok', 'portal', null, '{}'),
     (now(), 'login.password', 'ok', 'creative', null, '{"appVersion":"2.6.0","passportVersion":"1.11.19"}'),
     (now() - interval '3 days', 'login.social.google', 'ok', 'portal', null, '{"clientId":"web"}'),
     (now(), 'login.password', 'ok', 'portal', null, '{}'),
     (now() - interval '1 day', 'login.captcha', 'ok', 'portal', null, '{}'),
     (now(), 'login.password', 'refused', 'portal', null, '{}'),
     (now(), 'login.logout', 'ok', 'portal', null, '{}'),
     (now(), 'verification.code_sent', 'ok', 'portal', null, '{"scene":"register"}'),
     (now(), 'redemption.redeem', 'ok', 'portal', null, '{}'),
     (now(), 'training.finished', 'ok', 'portal', null, '{}'),
     (now(), 'user.ban', 'ok', null, 'mei', '{}'),
     (now() - interval '20 days', 'account.register', 'ok', 'portal', null, '{}')`,
  )
  const event = (visitor: string, name: string, properties: object) =>
    sql('insert into tracking_event (occurred_at, event, visitor, properties) values (now(), $1, $2, $3)', [
      name,
      visitor,
      JSON.stringify(properties),
    ])
  for (const visitor of ['a', 'a', 'b', 'c', 'd'])
    await event(visitor, '$pageview', { $url: 'https://p.example/en/register?p=creative' })
  await event('e', '$pageview', { $url: 'https://p.example/en/login' })
  for (const visitor of ['a', 'b']) await event(visitor, 'getCode', { scene: 'register' })
  await event('a', 'register', { method: 'captcha', ok: true })
  await event('b', 'register', { method: 'captcha', ok: false })

  const stats = await runJson(['stats', '--days', '7'])
  const totals = (series: { name: string; total: number }[]) =>
    series.map(({ name, total }) => `${name} ${total}`)
  expect(stats.days).toHaveLength(7)
  expect(stats.signUps).toMatchObject({ total: 1, perDay: [0, 0, 0, 0, 0, 0, 1] })
  expect(stats.signIns).toMatchObject({ total: 4, perDay: [0, 0, 0, 1, 0, 1, 2] })
  expect(totals(stats.signInsByMethod)).toEqual(['password 2', 'captcha 1', 'social.google 1'])
  expect(totals(stats.signInsByBrand)).toEqual(['portal 3', 'creative 1'])
  expect(totals(stats.signInsByAppVersion)).toEqual(['creative 2.6.0 1'])
  expect(totals(stats.signInsByPortalVersion)).toEqual(['1.11.19 1'])
  expect(totals(stats.signInsByClient)).toEqual(['google web 1'])
  expect(totals(stats.codesByScene)).toEqual(['register 1'])
  expect(totals(stats.failures)).toEqual(['login.password 1'])
  expect(stats.redemptions.total).toBe(1)
  expect(stats.trainings.total).toBe(1)
  expect(totals(stats.funnel)).toEqual(['opened the sign-up page 4', 'asked for a code 2', 'signed up 1'])

  const { out } = await run(['stats', '--days', '7'])
  expect(out).toMatch(/sign-ups +1 +1 +▁▁▁▁▁▁█/)
  expect(out).toMatch(/asked for a code +2 +50% +▁▁▁▁▁▁█/)
  for (const days of ['0', '181', 'week']) expect((await run(['stats', '--days', days])).code).toBe(2)
})

test('counts sign-ups and logins by brand, method and country of the network', async () => {
  await sql(
    `insert into audit_event (at, event, outcome, app, network, detail) values
     (now(), 'account.register', 'ok', 'portal', '8.8.8.0/24', '{}'),
     (now(), 'account.register', 'ok', 'creative', '8.8.4.0/24', '{"channel":"google"}'),
     (now(), 'account.register', 'ok', 'portal', '10.0.0.0/24', '{"by":"passkey"}'),
     (now(), 'account.register', 'refused', 'portal', '8.8.8.0/24', '{}'),
     (now(), 'login.password', 'ok', 'portal', '2001:4860:4860::/48', '{}'),
     (now() - interval '1 day', 'login.captcha', 'ok', 'portal', '8.8.8.0/24', '{}'),
     (now(), 'login.logout', 'ok', 'portal', '8.8.8.0/24', '{}')`,
  )
  const stats = await runJson(['stats', '--days', '2'])
  const totals = (all: { name: string; perDay: number[] }[]) => all.map(({ name, perDay }) => [name, perDay])
  expect(totals(stats.signUpsByBrand)).toEqual([
    ['portal', [0, 2]],
    ['creative', [0, 1]],
  ])
  expect(totals(stats.signUpsByMethod)).toEqual([
    ['email', [0, 1]],
    ['passkey', [0, 1]],
    ['social.google', [0, 1]],
  ])
  expect(totals(stats.signUpsByCountry)).toEqual([
    ['US', [0, 2]],
    ['-', [0, 1]],
  ])
  expect(totals(stats.signInsByCountry)).toEqual([['US', [1, 1]]])
  expect(JSON.stringify(stats)).not.toContain('8.8.')
})

test('follows logins to where they are abandoned, by brand and day', async () => {
  const event = (visitor: string, name: string, properties: object) =>
    sql('insert into tracking_event (occurred_at, event, visitor, properties) values (now(), $1, $2, $3)', [
      name,
      visitor,
      JSON.stringify(properties),
    ])
  const creative = { appOrigin: 'creative' }
  for (const visitor of ['a', 'b', 'b', 'c'])
    await event(visitor, '$pageview', { $url: 'https://p.example/zh/login', ...creative })
  await event('d', '$pageview', { $url: 'https://p.example/en/login-business', appOrigin: 'portal' })
  await event('a', 'getCode', { scene: 'login', ...creative })
  await event('a', 'getCode', { scene: 'register', ...creative })
  for (const ok of [false, true]) await event('a', 'login', { method: 'captcha', ok, ...creative })
  await event('b', 'login', { method: 'password', ok: false, ...creative })
  const { loginFunnels } = await runJson(['stats', '--days', '1'])
  const shown = loginFunnels.map(({ brand, steps }: { brand: string; steps: { total: number }[] }) => [
    brand,
    steps.map(({ total }) => total),
  ])
  expect(shown).toEqual([
    ['creative', [3, 1, 2, 1]],
    ['portal', [1, 0, 0, 0]],
  ])
  expect((await run(['stats', '--days', '1'])).out).toContain('login to creative')
})
