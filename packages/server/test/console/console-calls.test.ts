/** Calls of the console: masks, reasons, the limit on browsing, acts of two persons, audit (S-172, S-173). */
import { beforeAll, expect, test } from 'vitest'
import { CONSOLE_RUNS } from '../../src/operations/console/console-runs.ts'
import { OPERATIONS } from '../../src/operations/operator/operation-table.ts'
import { withOperatorEvidence } from '../../src/platform/audit/operator-evidence.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { useConsole } from './console-fixture.ts'

const console_ = useConsole()
let support: string
let uid: string
beforeAll(async () => {
  support = (await console_.enroll('sam', ['support'])).token
  uid = await console_.newPerson('ada.lovelace@example.com')
})

const lastEvents = (count: number) =>
  console_.sql(
    `select event, operator, uid, detail from (select * from audit_event order by id desc limit $1) t order by id`,
    [count],
  )

test('a person is shown masked, and revealed for a reason that the audit row has before the answer', async () => {
  const { body } = await console_.call(support, 'user show', { who: uid })
  expect(body.result).toMatchObject({ uid, email: 'a***@e***.com' })
  expect(JSON.stringify(body)).not.toContain('lovelace')
  const found = await console_.call(support, 'find', { query: 'ada.love' })
  expect(found.body.result).toMatchObject({ hits: [{ key: uid, account: { email: 'a***@e***.com' } }] })
  expect(JSON.stringify(found.body)).not.toContain('lovelace')
  expect((await console_.call(support, 'user reveal', { who: uid })).body.error).toBe('reason_required')
  const revealed = await console_.call(
    support,
    'user reveal',
    { who: uid },
    { reason: 'to call back', caseNumber: '#4711' },
  )
  expect(revealed.body.result).toMatchObject({ uid, email: 'ada.lovelace@example.com' })
  expect(await lastEvents(1)).toEqual([
    {
      ...{ event: 'user.reveal', operator: 'sam', uid },
      detail: { reason: 'to call back', case: '4711' },
    },
  ])
})

test('the machines of a person are listed with masked serial numbers, and the person counts', async () => {
  const ada = await console_.newPerson('machines@example.com')
  const machine = `m_${'A'.repeat(22)}`
  await console_.sql(
    `insert into machine (id, sn, line, name, ownership, owner_since) values ($1, 'KLW1200AB0123456789CDEF', 'laser', 'Big cutter', 1, now())`,
    [machine],
  )
  await console_.sql(
    `insert into machine_role (machine, uid, member, handle, role, ownership) values ($1, $2, 1, 'h', 'owner', 1)`,
    [machine, ada],
  )
  const { body } = await console_.call(support, 'user machines', { who: ada })
  expect(body.result).toMatchObject([
    { machine, name: 'Big cutter', sn: '…89CDEF', role: 'owner', facts: [] },
  ])
  expect(JSON.stringify(body)).not.toContain('KLW1200')
  const views = await console_.sql('select person from operator_view where person = sha256($1::bytea)', [ada])
  expect(views).toHaveLength(1)
  expect(await lastEvents(1)).toMatchObject([{ event: 'user.machines', operator: 'sam', uid: ada }])
})

test('a refusal has a stable name and a sentence in both languages', async () => {
  const unknown = await console_.call(support, 'user show', { who: 'nobody@example.com' })
  expect(unknown).toEqual({
    status: 422,
    body: {
      ...{ error: 'refused', refusal: 'account_unknown', message: 'There is no such account.' },
      text: { en: 'There is no such account.', zh: '没有这个账号。' },
    },
  })
  const { body } = await console_.call(support, 'codes show', { code: 'x' })
  expect(body.text).toEqual({
    en: 'This is not a code: a code has 16 letters or digits.',
    zh: '这不是兑换码：兑换码有 16 个字母或数字。',
  })
})

test('an audit that fails is an answer that is not given', async () => {
  const owner = await openDatabase({
    url: console_.url,
    servingRole: null,
    poolSize: 1,
    onError: () => undefined,
  })
  const run = (text: string) => owner.query({ text })
  await run(`create function refuse_reveal() returns trigger language plpgsql as
    $$ begin if new.event = 'user.reveal' then raise exception 'no space'; end if; return new; end $$`)
  await run(
    'create trigger refuse_reveal before insert on audit_event for each row execute function refuse_reveal()',
  )
  const { status, body } = await console_.call(support, 'user reveal', { who: uid }, { reason: 'x' })
  await run('drop trigger refuse_reveal on audit_event')
  await owner.close()
  expect(status).toBe(503)
  expect(JSON.stringify(body)).not.toContain('lovelace')
})

test('a call that no operation audits leaves a row by itself', async () => {
  await console_.call(support, 'announcement list', {})
  expect(await lastEvents(1)).toMatchObject([
    { event: 'operator.call', operator: 'sam', detail: { operation: 'announcement list' } },
  ])
})

test('every operation that acts on an account asks for reason and case', async () => {
  for (const [name, input] of [
    ['user limits lift', { who: uid }],
    ['user session end', { who: uid, session: 'x' }],
  ] as const) {
    expect((await console_.call(support, name, input as never)).body.error, name).toBe('reason_required')
    expect((await console_.call(support, name, input as never, { reason: 'x' })).body.error, name).toBe(
      'case_required',
    )
  }
  const bad = await console_.call(
    support,
    'user limits lift',
    { who: uid },
    { reason: 'x', caseNumber: '<b>' },
  )
  expect(bad.body).toMatchObject({ error: 'bad_request', fields: { caseNumber: 'invalid' } })
  const done = await console_.call(
    support,
    'user limits lift',
    { who: uid },
    { reason: 'x', caseNumber: '7' },
  )
  expect(done.body.result).toMatchObject({ uid, lifted: 0 })
})

test('after fifty people in an hour a page needs another operator, and the try raises an alert', async () => {
  const { token } = await console_.enroll('curious', ['support'])
  const people: string[] = []
  for (let index = 0; index < 52; index++) people.push(await console_.newPerson(`p${index}@example.com`))
  const show = (who: string | undefined) =>
    console_.call(token, 'user show', { who: who ?? '' }, { reason: 'x' })
  // At once, so that no two count the same place.
  const answers = await Promise.all(people.map(show))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  const refused = answers.filter(({ status }) => status === 202)
  expect(refused).toHaveLength(2)
  // A person who was seen can be seen again.
  const seen = people.filter((_, index) => answers[index]?.status === 200)
  expect((await show(seen[0])).status).toBe(200)
  const alerts = await console_.sql(`select outcome from audit_event where event = 'operator.browsing'`)
  expect(alerts).toEqual([{ outcome: 'refused' }, { outcome: 'refused' }])
  const pending = people.find((_, index) => answers[index]?.status === 202)
  const id = refused[0]?.body.approval?.id ?? ''
  // Not by oneself.
  expect((await console_.call(token, 'approval approve', { id })).body.error).toBe('refused')
  const { token: second } = await console_.enroll('second', ['support'])
  expect((await console_.call(second, 'approval approve', { id })).body.result).toMatchObject({
    state: 'approved',
  })
  expect((await show(pending)).status).toBe(200)
})

test('who was invited by an operator, or has left the session, approves nothing of that operator', async () => {
  const { token: benefits } = await console_.enroll('ben', ['benefits', 'owner'])
  const child = await console_.enroll('child', ['owner'], 'ben')
  const other = await console_.enroll('other', ['owner'])
  await console_.sql(
    `insert into benefit (id, name_en, name_zh, days) values ('ben_1', 'Oak', '橡木', 30) on conflict do nothing`,
  )
  const create = (reason: string) =>
    console_.call(benefits, 'codes create', { benefit: 'ben_1', count: 10_001 }, { reason })
  const asked = await create('fair')
  expect(asked).toMatchObject({ status: 202, body: { error: 'approval_pending' } })
  const id = asked.body.approval?.id ?? ''
  for (const token of [benefits, child.token])
    expect((await console_.call(token, 'approval approve', { id })).body.error).toBe('refused')
  expect((await console_.call(other.token, 'approval approve', { id })).status).toBe(200)
  const made = await create('fair')
  expect((made.body.result as { codes: string[] }).codes).toHaveLength(10_001)
  expect((await create('fair')).status).toBe(202)
})

const idOf = async (name: string) =>
  (await console_.sql<{ id: string }>('select id from operator where name = $1', [name]))[0]?.id ?? ''
/** A new way in of the operator, by an invitation of the other. */
const takeOver = async (name: string, by: string) =>
  withOperatorEvidence(
    { source: 'session:x', stated: null, operatorId: await idOf(by), roles: ['owner'] },
    () => console_.enroll(name, ['owner'], by),
  )

test('who let an operator in again, at any step, is not that second operator', async () => {
  const asker = await console_.enroll('ava', ['owner'])
  await console_.enroll('bo', ['owner'])
  await console_.enroll('cy', ['owner'])
  await console_.sql(
    `insert into benefit (id, name_en, name_zh, days) values ('ben_1', 'Oak', '橡木', 30) on conflict do nothing`,
  )
  const ask = (token: string) =>
    console_.call(token, 'codes create', { benefit: 'ben_1', count: 10_001 }, { reason: 'fair' })
  const asked = await ask(asker.token)
  const id = asked.body.approval?.id ?? ''
  const bo = await takeOver('bo', 'ava')
  expect((await console_.call(bo.token, 'approval approve', { id })).body.error).toBe('refused')
  const cy = await takeOver('cy', 'bo')
  expect((await console_.call(cy.token, 'approval approve', { id })).body.error).toBe('refused')
  // Nor the other way round, and a later invitation of somebody else changes nothing.
  const byCy = (await ask(cy.token)).body.approval?.id ?? ''
  expect((await console_.call(asker.token, 'approval approve', { id: byCy })).body.error).toBe('refused')
  const again = await console_.enroll('bo', ['owner'])
  expect((await console_.call(again.token, 'approval approve', { id })).body.error).toBe('refused')
  const dan = await console_.enroll('dan', ['owner'])
  expect((await console_.call(dan.token, 'approval approve', { id })).status).toBe(200)
  // What was approved is this reason.
  const other = await console_.call(
    asker.token,
    'codes create',
    { benefit: 'ben_1', count: 10_001 },
    { reason: 'another' },
  )
  expect(other.status).toBe(202)
  expect(other.body.approval?.id).not.toBe(id)
  expect((await ask(asker.token)).status).toBe(200)
})

test('two operators whom one operator let in are two persons once another owner has confirmed one', async () => {
  await console_.enroll('lea', ['owner'])
  const [asker, second] = [await takeOver('gil', 'lea'), await takeOver('hal', 'lea')]
  const other = await console_.enroll('kim', ['owner'])
  await console_.sql(
    `insert into benefit (id, name_en, name_zh, days) values ('ben_1', 'Oak', '橡木', 30) on conflict do nothing`,
  )
  const order = { benefit: 'ben_1', count: 10_001 }
  const asked = await console_.call(asker.token, 'codes create', order, { reason: 'fair' })
  const id = asked.body.approval?.id ?? ''
  const approve = (token: string) => console_.call(token, 'approval approve', { id })
  expect((await approve(second.token)).body.refusal).toBe('approval_not_independent')
  const confirm = (token: string, name: string) => console_.call(token, 'operator confirm', { name })
  for (const [token, name] of [
    [second.token, 'gil'],
    [second.token, 'hal'],
    [asker.token, 'lea'],
  ] as const)
    expect((await confirm(token, name)).body.refusal, name).toBe('operator_not_independent')
  expect((await confirm(other.token, 'gil')).body.result).toEqual({ name: 'gil' })
  expect(await lastEvents(1)).toMatchObject([
    {
      event: 'operator.confirm',
      operator: 'kim',
      detail: { name: 'gil', changed: { confirmedBy: { to: 'kim' } } },
    },
  ])
  // A new way in ends it.
  const again = await takeOver('gil', 'lea')
  expect((await approve(second.token)).body.refusal).toBe('approval_not_independent')
  expect((await confirm(other.token, 'gil')).status).toBe(200)
  expect((await approve(second.token)).status).toBe(200)
  expect(again.token).not.toBe(asker.token)
})

test('people count wherever an answer has them: a request, the record, a machine, a certificate', async () => {
  const { token } = await console_.enroll('reader', ['security', 'support'])
  const people: string[] = []
  for (let index = 0; index < 52; index++) people.push(await console_.newPerson(`r${index}@example.com`))
  for (const [index, person] of people.entries())
    await console_.sql(
      `insert into audit_event (event, outcome, uid, request_id) values ('login.password', 'refused', $1, $2)`,
      [person, `planted-${String(index).padStart(4, '0')}`],
    )
  const why = { reason: 'x' }
  const request = (index: number) =>
    console_.call(token, 'request', { id: `planted-${String(index).padStart(4, '0')}` }, why)
  for (let index = 0; index < 49; index++) expect((await request(index)).status).toBe(200)
  const preview = { who: people[0] ?? '', into: people[50] ?? '' }
  expect((await console_.call(token, 'user merge-preview', preview, why)).status).toBe(200)
  for (const answer of [
    await request(51),
    await console_.call(token, 'explain', { who: 'planted-0051' }, why),
    await console_.call(token, 'audit', { event: 'login.password', limit: 100 }, why),
    await console_.call(token, 'user show', { who: 'r51@example.com' }, why),
    await console_.call(token, 'user merge-preview', { ...preview, into: people[51] ?? '' }, why),
  ])
    expect(answer).toMatchObject({ status: 202, body: { error: 'approval_pending' } })
  expect((await request(3)).status).toBe(200)
  const [row] = await console_.sql(
    `select detail from audit_event where event = 'audit.read' and operator = 'reader' order by id desc limit 1`,
  )
  expect(row).toMatchObject({ detail: { event: 'login.password', rows: expect.any(Number) } })
})

test('a refused call is recorded without what was typed, and look-ups by address have a budget', async () => {
  const { token } = await console_.enroll('guesser', ['support'])
  const keep = (who: string) =>
    console_.call(token, 'user keep-email', { who }, { reason: 'x', caseNumber: '1' })
  expect((await keep('nobody@example.com')).body.error).toBe('refused')
  await console_.call(token, 'user keep-email', { who: uid })
  await console_.call(token, 'user show', { who: uid, more: 1 } as never)
  const rows = await console_.sql(
    `select outcome, detail from audit_event where event = 'operator.call' and operator = 'guesser' order by id`,
  )
  expect(rows).toMatchObject([
    { outcome: 'refused', detail: { operation: 'user keep-email', error: 'refused' } },
    { outcome: 'refused', detail: { operation: 'user keep-email', error: 'reason_required' } },
    { outcome: 'refused', detail: { operation: 'user show', error: 'bad_request' } },
  ])
  expect(JSON.stringify(rows)).not.toContain('nobody')
  await console_.sql(
    `update operator_budget set used = 98 from operator o where o.id = operator and o.name = 'guesser'`,
  )
  const answers = await Promise.all([1, 2, 3, 4, 5].map(index => keep(`n${index}@example.com`)))
  const over = answers.filter(({ body }) => body.message?.includes('100 addresses in an hour'))
  expect(over).toHaveLength(3)
})

test('a publisher writes to user IDs, not to addresses', async () => {
  const { token } = await console_.enroll('pia', ['publisher'])
  const content = { titleEn: 'Hello', titleZh: '你好', bodyEn: 'Hi', bodyZh: '嗨' }
  const send = (audience: string, preview: boolean) =>
    console_.call(token, 'message send', { audience, category: 'system', ...content, preview })
  for (const preview of [true, false])
    for (const address of ['ada.lovelace@example.com', 'nobody@example.com'])
      expect((await send(`uid:${address}`, preview)).body.message).toContain('user ID')
  expect((await send(`uid:${uid}`, true)).status).toBe(200)
})

test('10,000 codes without a second operator are those of a day', async () => {
  const { token } = await console_.enroll('minter', ['benefits'])
  await console_.sql(
    `insert into benefit (id, name_en, name_zh, days) values ('ben_1', 'Oak', '橡木', 30) on conflict do nothing`,
  )
  const create = (count: number) =>
    console_.call(token, 'codes create', { benefit: 'ben_1', count }, { reason: 'fair' })
  const answers = await Promise.all([create(4_000), create(4_000), create(4_000)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202])
  await console_.sql(
    `update code_batch set created_at = now() - interval '25 hours' where operator = 'minter'`,
  )
  expect((await create(2_001)).status).toBe(200)
})

test('messages are counted and previewed without being sent', async () => {
  const { token } = await console_.enroll('pub', ['publisher'])
  const content = { titleEn: 'Hello', titleZh: '你好', bodyEn: 'Hi', bodyZh: '嗨' }
  const order = { audience: 'all', category: 'system', ...content } as const
  const preview = await console_.call(token, 'message send', { ...order, preview: true })
  expect(preview.body.result).toMatchObject({ id: null, people: expect.any(Number) })
  expect(await console_.sql('select 1 from broadcast')).toEqual([])
  const refused = await Promise.all([
    console_.call(token, 'message send', order),
    console_.call(token, 'announcement publish', content),
  ])
  expect(refused.map(({ body }) => body.error)).toEqual(['reason_required', 'reason_required'])
  const sent = await console_.call(token, 'message send', order, { reason: 'release' })
  const { id } = sent.body.result as { id: string }
  expect((await console_.call(token, 'message recall', { id })).body.result).toEqual({ id })
})

test('the audit record has pages: each begins after the last row of the one before', async () => {
  const { token } = await console_.enroll('aud', ['security'])
  for (let index = 0; index < 4; index++) await console_.call(token, 'ip list', {})
  const page = async (before?: string) =>
    (await console_.call(token, 'audit', { event: 'ip.list', limit: 2, ...(before && { before }) })).body
      .result as { id: string }[]
  const first = await page()
  const second = await page(first.at(-1)?.id)
  const ids = [...first, ...second].map(({ id }) => Number(id))
  expect(ids).toHaveLength(4)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  expect((await console_.call(token, 'audit', { before: 'x', limit: 2 })).body.error).toBe('refused')
})

test('unknown names, prototypes and further fields are refused', async () => {
  for (const name of ['constructor', '__proto__', 'user.delete', 'key.rotate', 'backup'])
    expect((await console_.post(`/call/${name}`, { input: {} }, support)).status).toBe(404)
  const more = await console_.call(support, 'user show', { who: uid, reveals: true } as never)
  expect(more.body.error).toBe('bad_request')
  expect(Object.keys(CONSOLE_RUNS).every(name => OPERATIONS[name])).toBe(true)
})

test('who has not read the details of a request does not approve it, and other roles do not read them', async () => {
  const who = await console_.newPerson('grace@example.com')
  const to = 'grace.hopper@example.org'
  const { token } = await console_.enroll('sec', ['security'])
  const { token: second } = await console_.enroll('sue', ['security'])
  const { token: other } = await console_.enroll('pub', ['publisher'])
  const why = { reason: 'mailbox closed', caseNumber: '4712' }
  const input = { who, to, evidence: 'passport' }
  const asked = await console_.call(token, 'user change-email', input, why)
  const id = asked.body.approval?.id ?? ''
  const approve = () => console_.call(second, 'approval approve', { id })
  expect((await approve()).body).toMatchObject({
    error: 'refused',
    message: expect.stringContaining('Read the details'),
  })
  expect((await console_.call(other, 'approval show', { id })).body.result).toMatchObject({ details: null })
  const shown = (await console_.call(second, 'approval show', { id })).body
  expect(shown.result).toMatchObject({ details: `from grace@example.com to ${to}`, hasDetails: true })
  expect((await approve()).body.result).toMatchObject({ state: 'approved', hasDetails: false })
  expect(JSON.stringify(await lastEvents(6))).not.toContain('hopper')
  // It is this address that was approved.
  const likeIt = { ...input, to: 'gxxxx.hopper@example.org' }
  expect((await console_.call(token, 'user change-email', likeIt, why)).status).toBe(202)
  expect((await console_.call(token, 'user change-email', input, why)).status).toBe(200)
})
