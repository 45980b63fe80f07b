import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataDir, run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

const NOBODY = { name: 'kerf', source: 'user:998' }
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://passport.kerf.test',
  MAIL_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Kerf <passport@kerf.test>',
}
const newToken = async (name: string, ...more: string[]) =>
  runJson(['operator', 'token', 'create', '--name', name, ...more])
const asToken = (token: string) => ({ KERF_OPERATOR_TOKEN: token })
const parse = ({ out }: { out: string }) => JSON.parse(out)

test('a token is shown once, stored hashed, and proves the name', async () => {
  const { id, token } = await newToken('mei', '--role', 'security', '--days', '2')
  expect(token).toMatch(/^kop_[\w-]{43}$/)
  const stored = await sql('select row_to_json(operator_token)::text as row from operator_token')
  expect(stored[0]?.row).not.toContain(token.slice(4))
  expect(await runJson(['ip', 'list'], asToken(token))).toEqual([])
  expect(await sql(`select operator, operator_source from audit_event where event = 'ip.list'`)).toEqual([
    { operator: 'mei', operator_source: `token:${id}` },
  ])
  const [listed] = await runJson(['operator', 'token', 'list'])
  expect(listed).toMatchObject({ id, name: 'mei', issuer: 'lin', usedAt: expect.any(Number) })
})

test.each(['unknown', 'expired', 'revoked'])('an %s token is refused', async state => {
  const { id, token } = await newToken('mei')
  if (state === 'revoked') await runJson(['operator', 'token', 'revoke', id, '--yes'])
  if (state === 'expired') await sql('update operator_token set expires_at = now()')
  const given = state === 'unknown' ? `${token}x` : token
  expect(await run(['benefit', 'list'], asToken(given))).toEqual({
    ...{ code: 1, out: '' },
    err: 'kerf: The operator’s token is unknown, expired or revoked.',
  })
})

test('a token may do what its roles may, and a refusal is audited', async () => {
  const { token } = await newToken('mei', '--role', 'support')
  expect((await run(['benefit', 'list'], asToken(token))).code).toBe(0)
  const refused = await run(['ip', 'list'], asToken(token))
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('role security') })
  expect(
    await sql(`select operator, outcome, detail from audit_event where event = 'operator.refused'`),
  ).toEqual([{ operator: 'mei', outcome: 'refused', detail: { operation: 'ip list', role: 'security' } }])
})

test('a file with the token must be readable by its owner only', async () => {
  const file = join(dataDir, 'token')
  const created = await newToken('mei', '--file', file)
  expect(created).toMatchObject({ file, token: null })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^kop_[\w-]{43}\n$/)
  const env = { KERF_OPERATOR_TOKEN_FILE: file }
  expect((await run(['benefit', 'list'], env)).code).toBe(0)
  await chmod(file, 0o640)
  expect(await run(['benefit', 'list'], env)).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('can be read by others') },
  })
  expect((await run(['operator', 'token', 'create', '--name', 'x', '--file', file])).code).toBe(1)
  expect(await sql('select name from operator_token')).toEqual([{ name: 'mei' }])
})

test('without a login or a token, production refuses what needs a name, but the first operators', async () => {
  const nobody = (...words: string[]) => run([...words, '--json'], PRODUCTION, undefined, NOBODY)
  expect(await nobody('ip', 'ban', '203.0.113.1', '--yes')).toMatchObject({
    ...{ code: 1, out: '', err: expect.stringContaining('Nothing proves who you are') },
  })
  expect(await sql('select 1 from ip_ban')).toEqual([])
  expect((await nobody('stats')).code).toBe(0)
  // Two owners whom no operator let in, before one of them has entered.
  for (const name of ['ada', 'bo'])
    expect((await nobody('operator', 'invite', '--name', name, '--role', 'owner')).code).toBe(0)
  expect((await nobody('operator', 'remove', 'ada', '--yes')).err).toContain('Nothing proves who you are')
  const create = ['operator', 'token', 'create', '--name', 'mei', '--role', 'owner']
  const { token } = parse(await nobody(...create))
  expect((await nobody(...create)).code).toBe(1)
  expect((await nobody('operator', 'invite', '--name', 'cy')).code).toBe(1)
  // Without tokens, an operator who can enter by a passkey creates the next one.
  await sql('delete from operator_token')
  await sql(`insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
    select 'x', id, 'x', 0, true, '{}' from operator where name = 'mei'`)
  expect((await nobody(...create)).err).toContain('Nothing proves who you are')
  await sql('delete from operator_passkey')
  const second = parse(await nobody(...create)).token
  expect(second).not.toBe(token)
  expect((await run(['ip', 'list'], { ...PRODUCTION, ...asToken(second) }, undefined, NOBODY)).code).toBe(0)
  // Nobody can enter by a token that has expired.
  await sql('update operator_token set expires_at = now()')
  expect((await nobody(...create)).code).toBe(0)
})

/** An owner who can enter the console. */
const makeOwner = async () => {
  await runJson(['operator', 'invite', '--name', 'ada', '--role', 'owner'])
  await sql(`insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
    select 'x', id, 'x', 0, true, '{}' from operator where name = 'ada'`)
}

const TEN_THOUSAND_ONE = ['codes', 'create', '--count', '10001', '--yes']
async function askForCodes() {
  const names = ['--name-en', 'Pro', '--name-zh', '专业版', '--days', '365']
  const { id: benefit } = await runJson(['benefit', 'create', ...names])
  const command = [...TEN_THOUSAND_ONE, '--benefit', benefit, '--json']
  const asked = await run([...command, '--reason', 'trade fair'])
  expect(asked).toMatchObject({ code: 3, err: expect.stringContaining('Another operator must approve') })
  return { benefit, command, id: parse(asked).approval.id as string }
}
const MEI = { name: 'mei', source: 'login:1002' }
/** Reads the request, and approves what was read. */
async function approve(id: string, who: Parameters<typeof run>[3], env = {}) {
  const shown = await run(['approval', 'show', id, '--json'], env, undefined, who)
  const digest = shown.code === 0 ? parse(shown).digest : 'x'
  return run(['approval', 'approve', id, '--seen', digest, '--json'], env, undefined, who)
}

test('an act of two persons waits until another operator approves it, and is carried out once', async () => {
  const { command, id } = await askForCodes()
  expect((await run(command)).code).toBe(1)
  expect(parse(await run([...command, '--reason', 'trade fair'])).approval.id).toBe(id)
  // Another reason is another request: nobody changes it under who approves.
  expect(parse(await run([...command, '--reason', 'again'])).approval.id).not.toBe(id)
  expect(await sql('select 1 from redemption_code')).toEqual([])
  expect(await runJson(['approval', 'list'])).toMatchObject([
    { state: 'pending', reason: 'again' },
    { id, state: 'pending', requestedBy: 'lin', reason: 'trade fair' },
  ])
  expect((await run(['approval', 'show', id])).out).toContain('10001 codes for')
  expect(parse(await approve(id, MEI))).toMatchObject({ id, state: 'approved', decidedBy: 'mei' })
  // What was approved is this act of this operator: no other number, no other person.
  const more = command.map(word => (word === '10001' ? '10002' : word))
  expect((await run([...more, '--reason', 'more'])).code).toBe(3)
  const byMei = await run([...command, '--reason', 'mine'], {}, undefined, MEI)
  expect(byMei.code).toBe(3)
  const runs = await Promise.all([1, 2].map(() => run([...command, '--reason', 'trade fair'])))
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 3])
  expect(await runJson(['codes', 'list'])).toMatchObject([{ count: 10_001, confirmedBy: 'mei' }])
  const audit = await sql(
    `select event, operator, detail->>'approval' as approval from audit_event
      where event like 'approval.approve' or event = 'codes.created' order by id`,
  )
  expect(audit).toEqual([
    { event: 'approval.approve', operator: 'mei', approval: id },
    { event: 'codes.created', operator: 'lin', approval: id },
  ])
})

test('nobody approves their own act by name, login or token', async () => {
  const { id } = await askForCodes()
  const issued = await newToken('mei', '--role', 'owner')
  const attempts = [
    [{ name: 'lin', source: 'login:1001' }],
    [{ name: 'LIN', source: 'login:1009' }],
    [{ name: 'mei', source: 'login:1001' }],
    [{ name: 'mei', source: 'user:1002' }],
    // In the session of who asked, and with a token that who asked has issued.
    [{ name: 'lin', source: 'login:1001' }, asToken(issued.token)],
    [MEI, asToken(issued.token)],
  ] as const
  for (const [who, env] of attempts) expect((await approve(id, who, env)).code, JSON.stringify(who)).toBe(1)
  expect(await sql('select state from approval')).toEqual([{ state: 'pending' }])
  await sql(
    `insert into operator (id, name, roles, invited_by) values ('op_x', 'ada', '{support,benefits}', 'root')`,
  )
  await sql(`insert into operator_token (id, name, operator, roles, token_hash, issuer, expires_at)
    select 'x', 'ada', 'op_x', '{support}', sha256('kop_x'), 'root', now() + interval '1 day'`)
  expect((await approve(id, NOBODY, asToken('kop_x'))).err).toContain('role benefits')
  await sql(`update operator_token set roles = '{benefits}' where id = 'x'`)
  expect((await approve(id, NOBODY, asToken('kop_x'))).code).toBe(0)
})

test('nobody approves what was not shown: --yes alone does not, nor the digest of another request', async () => {
  const { command, id } = await askForCodes()
  const other = parse(await run([...command, '--reason', 'again'])).approval.id
  const asMei = (words: string[], answer?: string) => run(['approval', ...words], {}, answer, MEI)
  const digestOf = async (request: string) => parse(await asMei(['show', request, '--json'])).digest
  for (const more of [[], ['--yes'], ['--seen', await digestOf(other)], ['--seen', '', '--yes']])
    expect((await asMei(['approve', id, ...more])).code, more.join(' ')).not.toBe(0)
  expect((await asMei(['approve', id, '--yes'])).err).toContain('kerf approval show')
  // On a terminal the request is shown, and a person answers, also with --yes.
  expect((await asMei(['approve', id, '--yes'], 'n')).code).toBe(1)
  expect(await sql(`select 1 from approval where state = 'approved'`)).toEqual([])
  expect((await asMei(['approve', id, '--yes'], 'y')).code).toBe(0)
  expect((await asMei(['approve', other, '--seen', await digestOf(other)])).code).toBe(0)
})

test('of two operators whom one owner let in, another owner has to confirm one', async () => {
  const root = await newToken('root-owner', '--role', 'owner')
  const as = (token: string, ...words: string[]) =>
    run([...words, '--json'], asToken(token), undefined, NOBODY)
  const issue = async (by: string, name: string, role: string) =>
    parse(await as(by, 'operator', 'token', 'create', '--name', name, '--role', role)).token as string
  const ada = await issue(root.token, 'ada', 'owner')
  const [bo, cy] = [await issue(ada, 'bo', 'benefits'), await issue(ada, 'cy', 'benefits')]
  const { benefit } = await askForCodes()
  const codes = [...TEN_THOUSAND_ONE, '--benefit', benefit, '--reason', 'fair']
  const { id } = parse(await as(bo, ...codes)).approval
  const approveAs = (token: string) => approve(id, NOBODY, asToken(token))
  expect((await approveAs(cy)).err).toContain('the same operator let both of you in')
  const confirm = (token: string) => as(token, 'operator', 'confirm', 'cy', '--yes')
  // Refused: the owner who let cy in, the owner who let that one in, and an owner with the same inviter.
  const dan = await issue(root.token, 'dan', 'owner')
  for (const token of [ada, root.token, dan])
    expect((await confirm(token)).err).toContain('Another owner must confirm cy')
  const eve = await newToken('eve', '--role', 'owner')
  expect((await confirm(eve.token)).code).toBe(0)
  expect(await runJson(['operator', 'list'])).toContainEqual(
    expect.objectContaining({ name: 'cy', confirmedBy: 'eve' }),
  )
  // A new invitation may be used by somebody else in cy's name, so it ends the confirmation.
  await issue(ada, 'cy', 'benefits')
  expect((await approveAs(cy)).code).toBe(1)
  expect((await confirm(eve.token)).code).toBe(0)
  // An owner who leaves takes the confirmations along.
  expect((await as(root.token, 'operator', 'edit', 'eve', '--role', 'security', '--yes')).code).toBe(0)
  expect((await approveAs(cy)).code).toBe(1)
  expect((await as(root.token, 'operator', 'edit', 'eve', '--role', 'owner', '--yes')).code).toBe(0)
  expect((await confirm(eve.token)).code).toBe(0)
  expect((await approveAs(cy)).code).toBe(0)
  // An invited operator who has not entered is nobody yet.
  await runJson(['operator', 'invite', '--name', 'fay'])
  expect((await as(eve.token, 'operator', 'confirm', 'fay', '--yes')).err).toContain('has not entered yet')
})

test('a request is rejected, ends by itself, and is decided once', async () => {
  const { command, id } = await askForCodes()
  expect((await run(['approval', 'reject', id, '--reason', 'too many'], {}, undefined, MEI)).code).toBe(0)
  expect(await approve(id, MEI)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not wait any more'),
  })
  const next = parse(await run([...command, '--reason', 'fair'])).approval.id
  expect(next).not.toBe(id)
  await sql(`update approval set expires_at = now() where state = 'pending'`)
  expect(await approve(next, MEI)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not wait any more'),
  })
  const third = parse(await run([...command, '--reason', 'fair'])).approval.id
  const decided = await Promise.all([
    approve(third, MEI),
    run(['approval', 'reject', third], {}, undefined, { name: 'ada', source: 'login:1003' }),
  ])
  expect(decided.map(({ code }) => code).sort()).toEqual([0, 1])
  await sql(`update approval set expires_at = now() where state = 'approved'`)
  expect((await run([...command, '--reason', 'fair'])).code).toBe(3)
})

test('a reason stands in the audit row', async () => {
  await runJson(['ip', 'ban', '203.0.113.7', '--reason', 'case 71', '--yes'])
  expect(await sql(`select detail->>'reason' as reason from audit_event where event = 'ip.ban'`)).toEqual([
    { reason: 'case 71' },
  ])
  expect((await run(['ip', 'list', '--reason', 'x'.repeat(201)])).code).toBe(1)
})

test('an operator who left, and one whose role was taken back, is refused at the next call', async () => {
  const { token } = await newToken('mei', '--role', 'security', '--role', 'support')
  expect((await run(['ip', 'list'], asToken(token))).code).toBe(0)
  await runJson(['operator', 'edit', 'mei', '--role', 'support'])
  expect((await run(['ip', 'list'], asToken(token))).err).toContain('role security')
  expect((await run(['user', 'find', 'mei'], asToken(token))).code).toBe(0)
  await runJson(['operator', 'remove', 'MEI', '--yes'])
  expect((await run(['user', 'find', 'mei'], asToken(token))).err).toContain('unknown, expired or revoked')
  expect(await runJson(['operator', 'list'])).toMatchObject([{ name: 'mei', removedAt: expect.any(Number) }])
  // The name is free again, and the old token stays dead.
  await runJson(['operator', 'invite', '--name', 'mei'])
  expect((await run(['user', 'find', 'mei'], asToken(token))).code).toBe(1)
})

test('nobody gives a role that they do not have, invites themselves or changes their own roles', async () => {
  const { token } = await newToken('mei', '--role', 'owner')
  const limited = await newToken('ada', '--role', 'security')
  const asMei = (...words: string[]) => run([...words, '--yes'], asToken(token))
  for (const words of [
    ['operator', 'invite', '--name', 'x'],
    ['operator', 'edit', 'mei', '--role', 'owner'],
    ['operator', 'token', 'create', '--name', 'x'],
  ])
    expect((await run(words, asToken(limited.token))).err).toContain('role owner')
  expect((await asMei('operator', 'invite', '--name', 'Mei')).err).toContain('Another owner')
  expect((await asMei('operator', 'edit', 'mei', '--role', 'owner')).err).toContain('Another owner')
  expect((await asMei('operator', 'remove', 'mei')).err).toContain('last owner')
  expect((await asMei('operator', 'invite', '--name', 'x', '--role', 'king')).err).toContain(
    'A role is one of',
  )
  // A token has no more roles than its operator.
  expect((await asMei('operator', 'token', 'create', '--name', 'ada', '--role', 'owner')).err).toContain(
    'does not have the role owner',
  )
})

test('an invitation is stored hashed, and a new one replaces it', async () => {
  const first = await runJson(['operator', 'invite', '--name', 'mei', '--role', 'owner'])
  expect(first).toMatchObject({ name: 'mei', roles: ['owner'], hours: 24 })
  const secret = /#([\w-]{43})$/.exec(first.link)?.[1] ?? ''
  const second = await runJson(['operator', 'invite', '--name', 'mei'])
  expect(second.link).not.toBe(first.link)
  const stored = await sql('select row_to_json(i)::text as row from operator_invitation i')
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('an operator approves no act of anybody in their chain of inviters', async () => {
  const { id } = await askForCodes()
  // lin invites noor, whose token somebody else issues.
  await runJson(['operator', 'invite', '--name', 'noor', '--role', 'benefits'])
  const issued = JSON.parse(
    (
      await run(
        ['operator', 'token', 'create', '--name', 'noor', '--role', 'benefits', '--json'],
        {},
        undefined,
        MEI,
      )
    ).out,
  )
  expect((await approve(id, NOBODY, asToken(issued.token))).err).toContain('Another person must approve')
})

test('a login to the machine is break-glass once an owner can enter otherwise', async () => {
  const list = () => run(['ip', 'list'], PRODUCTION)
  const rows = () =>
    sql(`select operator, operator_source, detail from audit_event where event = 'operator.break_glass'`)
  await runJson(['operator', 'invite', '--name', 'mei', '--role', 'owner'])
  expect((await list()).code).toBe(0)
  expect(await rows()).toEqual([])
  await sql(`insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
    select 'x', id, 'x', 0, true, '{}' from operator`)
  expect((await list()).code).toBe(0)
  expect(await rows()).toEqual([
    { operator: 'lin', operator_source: 'login:1001', detail: { operation: 'ip list' } },
  ])
})

test('a login to the machine takes no part in acts of two persons once an owner has a passkey', async () => {
  const { command, id } = await askForCodes()
  const ask = (env: Record<string, string>) => run([...command, '--reason', 'trade fair'], env)
  await newToken('ada', '--role', 'owner')
  const bo = await newToken('bo', '--role', 'owner')
  expect((await ask(PRODUCTION)).code).toBe(3)
  await sql(`insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
    select 'x', id, 'x', 0, true, '{}' from operator where name = 'ada'`)
  expect(await ask(PRODUCTION)).toMatchObject({ code: 1, err: expect.stringContaining('for operators') })
  expect((await approve(id, MEI, PRODUCTION)).err).toContain('for operators')
  // Operators with tokens do, and development has no such rule.
  expect((await ask({ ...PRODUCTION, ...asToken(bo.token) })).code).toBe(3)
  expect((await approve(id, MEI)).code).toBe(0)
})

test('counts the people in answers to a token and, in production, to a login of the machine', async () => {
  const { token } = await newToken('mei', '--role', 'support')
  const uids = (
    await sql(`insert into account (uid, kind, email, email_verified_at)
      select gen_random_uuid(), 'personal', n || '@example.com', now() from generate_series(1, 3) n returning uid`)
  ).map(({ uid }) => uid as string)
  const show = (uid: string | undefined, env: Record<string, string>) =>
    run(['user', 'show', uid ?? '', '--reason', 'x'], env)
  expect((await show(uids[0], asToken(token))).code).toBe(0)
  expect((await show(uids[0], PRODUCTION)).code).toBe(0)
  expect(
    await sql('select count(*)::int as n, count(distinct operator)::int as operators from operator_view'),
  ).toEqual([{ n: 2, operators: 2 }])
  await sql(`insert into operator_view (operator, person)
    select operator, sha256(n::text::bytea) from (select distinct operator from operator_view) o, generate_series(1, 49) n`)
  for (const env of [asToken(token), PRODUCTION]) {
    expect((await show(uids[0], env)).code).toBe(0)
    expect(await show(uids[1], env)).toMatchObject({ code: 3, out: '' })
  }
  // A login in development is not counted.
  expect((await show(uids[1], {})).code).toBe(0)
  // Once an owner can enter, a login to the machine is for the time when nobody can approve: it goes on, for an alert.
  await makeOwner()
  expect((await show(uids[1], PRODUCTION)).code).toBe(0)
  expect(
    await sql(
      `select operator_source, outcome from audit_event where event = 'operator.browsing' order by id`,
    ),
  ).toEqual([
    { operator_source: expect.stringMatching(/^token:/), outcome: 'refused' },
    { operator_source: 'login:1001', outcome: 'refused' },
    { operator_source: 'login:1001', outcome: 'ok' },
  ])
})

test('look-ups by address are limited for an hour, by token and in production by login; break-glass raises an alert', async () => {
  const { token } = await newToken('mei', '--role', 'support')
  const look = (env: Record<string, string>) => run(['user', 'show', 'nobody@example.com'], env)
  const usedUp = () => sql('update operator_budget set used = 100')
  for (const env of [asToken(token), PRODUCTION]) {
    expect((await look(env)).err).toContain('no such account')
    await usedUp()
    expect((await look(env)).err).toContain('looked up 100 addresses')
    expect((await run(['mail', 'list', '--email', 'nobody@example.com'], env)).err).toContain(
      'looked up 100 addresses',
    )
    expect((await run(['user', 'show', '11111111-1111-4111-8111-111111111111'], env)).err).toContain(
      'no such account',
    )
  }
  expect((await look({})).err).toContain('no such account')
  await makeOwner()
  expect((await look(PRODUCTION)).err).toContain('no such account')
  expect(await sql(`select detail from audit_event where event = 'operator.browsing'`)).toEqual([
    { detail: { budget: 'address' } },
  ])
})

test('removes a lost passkey and the sessions of its operator, but never the last passkey', async () => {
  await runJson(['operator', 'invite', '--name', 'mei', '--role', 'support'])
  await sql(`insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports, created_at)
    select n::text::bytea, id, 'x', 0, true, '{}', now() + n * interval '1 second' from operator, generate_series(1, 2) n`)
  await sql(
    `insert into operator_session (hash, id, operator, host, method) select sha256('s'), 's', id, 'h', 'passkey' from operator`,
  )
  const list = () => runJson(['operator', 'passkeys', 'MEI'])
  const [first, second] = await list()
  const remove = (id: string) => run(['operator', 'remove-passkey', 'mei', id, '--yes'])
  expect((await remove('x')).code).toBe(1)
  // Of two removals at once one is the last that may happen.
  const codes = (await Promise.all([remove(first.id), remove(second.id)])).map(({ code }) => code)
  expect(codes.sort()).toEqual([0, 1])
  const rest = await list()
  expect(rest).toHaveLength(1)
  expect((await remove(rest[0].id)).err).toContain('only this one')
  expect(await sql('select 1 from operator_session')).toEqual([])
})
