/** What takes an act back exactly: named by the table of operations, and offered with the answer of the act. */
import { CONSOLE_CALLS, type ConsoleCallName, isConsoleCall } from '@kerf/contract/console/console-calls'
import { expect, test } from 'vitest'
import { undoOf } from '../../src/operations/console/undo.ts'
import { OPERATIONS } from '../../src/operations/operator/operation-table.ts'
import { type Answer, useConsole } from './console-fixture.ts'

const console_ = useConsole()

const UNDONE = Object.entries(OPERATIONS).flatMap(([operation, { undo }]) =>
  undo ? [[operation, undo] as const] : [],
)
const inOneHour = (): number => Math.floor(Date.now() / 1_000) + 3_600

test.each(UNDONE)(
  '%s: the reverse exists, needs no second operator, and gets its input from the act',
  (operation, undo) => {
    expect(OPERATIONS).toHaveProperty([undo.by])
    expect(OPERATIONS[undo.by]?.second).toBeUndefined()
    if (!isConsoleCall(operation)) return
    // As the answers of these acts are.
    const ids = {
      who: 'ada@example.com',
      number: 'KL-2222-3333-4444-5556',
      network: '203.0.113.0/24',
      id: 'b1',
    }
    const result = {
      ...{ id: 'b1', from: inOneHour(), readyAt: inOneHour(), before: undo.restores },
      lifted: { until: null, reason: 'fraud' },
    }
    const offered = undoOf(operation, { input: ids, result, roles: ['owner'] })
    expect(offered).toMatchObject({ call: undo.by, until: undo.until ? expect.any(Number) : null })
    const { input } = CONSOLE_CALLS[undo.by as ConsoleCallName]
    expect(Object.keys(offered?.input ?? {})).toEqual(Object.keys(input.entries))
  },
)

test('what is too late, changed nothing, was a preview or needs another role is not offered', () => {
  const roles = ['owner']
  const recall = (from: number | null, id: string | null = 'b1', more = {}) =>
    undoOf('message send', { input: { ...more }, result: { id, from }, roles })
  expect(recall(inOneHour())).toBeDefined()
  expect(recall(inOneHour() - 3_600 + 4)).toBeUndefined()
  expect(recall(null)).toBeUndefined()
  expect(recall(inOneHour(), null)).toBeUndefined()
  expect(recall(inOneHour(), 'b1', { preview: true })).toBeUndefined()
  const change = { input: { who: 'x' }, result: { readyAt: inOneHour() } }
  expect(undoOf('user change-email', { ...change, roles: ['security'] })).toBeUndefined()
  expect(undoOf('user change-email', { ...change, roles: ['security', 'support'] })).toBeDefined()
  // A ban of a restricted account, or one that replaced another, would be followed by less than before.
  for (const before of ['restricted', 'banned'])
    expect(
      undoOf('user ban', { input: { who: 'x' }, result: { before, status: 'banned' }, roles }),
    ).toBeUndefined()
  expect(undoOf('benefit take', { input: { who: 'x', id: '1' }, result: {}, roles })).toBeUndefined()
  const lift = (until: number | null) =>
    undoOf('ip unban', { input: { network: '203.0.113.0/24' }, result: { until }, roles })
  expect(lift(null)?.input).toEqual({ network: '203.0.113.0/24', until: undefined, preview: false })
  expect(lift(inOneHour() - 3_600)).toBeUndefined()
})

test('an act is taken back by the call that its answer names', async () => {
  const { token } = await console_.enroll('olga', ['owner'])
  const uid = await console_.newPerson('undo@example.com')
  const why = { reason: 'asked for', caseNumber: '1' }
  const take = async ({ status, body }: Answer) => {
    expect(status).toBe(200)
    const { undo } = body
    return undo && console_.call(token, undo.call, undo.input as never, why)
  }
  const status = async () =>
    (await console_.sql<{ status: string }>('select status from account where uid = $1', [uid]))[0]?.status
  const restricted = await console_.call(token, 'user restrict', { who: uid }, why)
  expect(await status()).toBe('restricted')
  // The second time it changes nothing.
  expect((await console_.call(token, 'user restrict', { who: uid }, why)).body.undo).toBeUndefined()
  expect((await take(restricted))?.status).toBe(200)
  expect(await status()).toBe('active')

  // The ban returns with its end and its reason.
  const until = '2099-01-01T00:00:00.000Z'
  const ban = await console_.call(token, 'user ban', { who: uid, until }, { reason: 'fraud' })
  expect(ban.body.undo).toMatchObject({ call: 'user unban' })
  const lifted = await take(ban)
  expect(lifted?.body.undo).toMatchObject({
    ...{ call: 'user ban', reason: 'fraud' },
    input: { who: uid, until },
  })
  expect(await status()).toBe('active')

  await console_.sql(
    `insert into benefit (id, name_en, name_zh, days) values ('undo_1', 'Oak', '橡木', 30) on conflict do nothing`,
  )
  expect(
    (await take(await console_.call(token, 'benefit give', { who: uid, benefit: 'undo_1' }, why)))?.status,
  ).toBe(200)
  const [given] = await console_.sql('select expires_at <= now() as ended from redemption where uid = $1', [
    uid,
  ])
  expect(given).toEqual({ ended: true })

  await console_.sql(
    `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
     values ($1, 'laser', 'c', now(), 'KL-2222-3333-4444-5556', 'Ada')`,
    [uid],
  )
  const revoked = await console_.call(token, 'certificate revoke', { number: 'KL-2222-3333-4444-5556' })
  await take(revoked)
  const [certificate] = await console_.sql('select revoked_at from certificate where uid = $1', [uid])
  expect(certificate).toEqual({ revoked_at: null })

  const many = { reason: 'release' }
  const texts = { titleEn: 'Hello', bodyEn: 'World', titleZh: '你好', bodyZh: '世界' }
  const order = { audience: 'all', category: 'system' as const, ...texts }
  const sent = await console_.call(token, 'message send', order, many)
  const { from } = sent.body.result as { from: number }
  expect(sent.body.undo).toMatchObject({ call: 'message recall', until: from - 5 })
  expect((await take(sent))?.status).toBe(200)
  expect((await take(await console_.call(token, 'announcement publish', texts, many)))?.status).toBe(200)

  const network = '203.0.113.0/24'
  const banned = await console_.call(token, 'ip ban', { network }, many)
  const replaced = await console_.call(token, 'ip ban', { network, until: '2099-01-01T00:00:00Z' }, many)
  expect(replaced.body.undo).toBeUndefined()
  expect((await console_.call(token, 'ip ban', { network, preview: true })).body.undo).toBeUndefined()
  expect((await take(banned))?.status).toBe(200)
  expect(await console_.sql('select network from ip_ban')).toEqual([])
})
