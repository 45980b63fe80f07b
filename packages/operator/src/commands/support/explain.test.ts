/** Each state is made on a running server; `kerf explain` names it first, and the operation that it names takes it away. */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { type Explained, type Fact, OPERATIONS } from '@kerf/server/operations/index'
import { describe, expect, test } from 'vitest'
import { newEmail, requestCode, seedBusiness, seedPerson } from '../../../../server/test/support/accounts.ts'
import { audited, run, runJson, server, signIn, tokenOf, useServer } from '../../server-fixture.ts'

useServer()

const WHY = ['--reason', 'called back', '--case', '7'] as const

const explain = (who: string, about: string, ...more: string[]): Promise<Explained> =>
  runJson('explain', who, '--about', about, ...more)
const factsOf = async (who: string, about: string, ...more: string[]): Promise<readonly Fact[]> =>
  (await explain(who, about, ...more)).facts
const codesOf = async (who: string, about: string) => (await factsOf(who, about)).map(({ code }) => code)
const expectFirst = async (who: string, about: string, fact: Partial<Record<keyof Fact, unknown>>) => {
  const [first] = await factsOf(who, about)
  expect(first).toMatchObject(fact)
  return first
}

/** Runs the operation that a fact names, and expects that the fact is gone. */
async function mend(who: string, about: string, fact: Fact | undefined): Promise<void> {
  const { operation, arguments: values } = fact?.mend ?? { operation: '', arguments: [] }
  const why = OPERATIONS[operation]?.reason === 'none' ? [] : WHY
  const { code, err } = await run([...operation.split(' '), ...values, ...why, '--yes'])
  expect({ operation, code, err }).toEqual({ operation, code: 0, err: '' })
  expect(await codesOf(who, about)).not.toContain(fact?.code)
}

const event = (uid: string, name: string, detail: object, network = '198.51.100.0/24') =>
  server.sql(
    `insert into audit_event (event, outcome, uid, network, request_id, detail)
     values ($1, $2, $3, $4, 'abcdefgh-1', $5)`,
    ...[name, name === 'call.refused' ? 'refused' : 'ok', uid, network, JSON.stringify(detail)],
  )

describe('login', () => {
  test('names an address that has no account', async () => {
    const typed = newEmail()
    await expectFirst(typed, 'login', { code: 'account_none', blocks: true, mend: null })
    expect((await run(['explain', 'no-such-id'])).err).toContain('no such account')
  })

  test('names a ban with its end and reason, and lifts it', async () => {
    const { uid, email } = await seedPerson(server)
    await runJson('user', 'ban', uid, '--until', '2099-01-01', '--reason', 'chargeback')
    const first = await expectFirst(email, 'login', {
      ...{ about: 'account', code: 'account_banned', until: Date.UTC(2099, 0) / 1_000 },
      text: { en: 'The account is banned. Reason: chargeback.', zh: '账号已被封禁。原因：chargeback。' },
    })
    expect((await audited('user.explain', uid))[0]).toMatchObject({
      detail: { about: 'login', blocking: 'account_banned' },
    })
    await mend(uid, 'login', first)
  })

  test('names a disabled business account and an expired default password', async () => {
    const { uid, account } = await seedBusiness(server, { defaultPassword: true })
    await server.sql(`update account set default_set_at = now() - interval '31 days' where uid = $1`, uid)
    await mend(account, 'login', await expectFirst(account, 'login', { code: 'password_default_expired' }))
    await runJson('enterprise', 'disable', account)
    await mend(uid, 'login', await expectFirst(uid, 'login', { code: 'account_disabled' }))
  })

  test('names a banned network that the person used', async () => {
    const { uid } = await seedPerson(server)
    await event(uid, 'login.password', {}, '203.0.113.0/24')
    await runJson('ip', 'ban', '--reason', 'guessing', '203.0.113.0/25', '--until', '2099-01-01')
    const first = await expectFirst(uid, 'login', {
      ...{ code: 'network_banned', until: Date.UTC(2099, 0) / 1_000 },
      mend: { operation: 'ip unban', arguments: ['203.0.113.0/25'] },
    })
    await mend(uid, 'login', first)
  })

  test('names wrong passwords with count, limit and end, the last refusals, and lifts the limit', async () => {
    const { uid, email } = await seedPerson(server)
    const tryOnce = () => server.call(login, { email, password: 'wrong-password' })
    for (let round = 0; round < 10; round++) await tryOnce()
    const refused = await tryOnce()
    const facts = await factsOf(email, 'login')
    expect(facts[0]).toMatchObject({ code: 'limit_passwords_short', blocks: true })
    expect(facts[0]?.text.en).toBe('Wrong passwords in 15 minutes: 10 of 10.')
    expect(facts[0]?.until).toBeGreaterThan(Date.now() / 1_000)
    expect(facts.find(({ code }) => code === 'refused')?.text.en).toContain(refused.requestId)
    await mend(uid, 'login', facts[0])
  })

  test('names the error of a request whose id a visitor reads out', async () => {
    const { email } = await seedPerson(server)
    const { requestId } = await server.call(login, { email, password: 'wrong-password' })
    const { account, facts } = await runJson('explain', requestId)
    expect(account.email).toBe('a***@e***.com')
    expect(facts[0]).toMatchObject({ about: 'request', code: 'refused' })
    expect(facts[0].text).toEqual({
      en: expect.stringContaining('login.password, incorrect_account: '),
      zh: expect.stringContaining('incorrect_account'),
    })
  })

  test('names a login that waits for its second step, the factor, and removes it', async () => {
    const person = await seedPerson(server)
    await server.sql(
      `insert into totp_factor (uid, secret, confirmed_at) values ($1, '\\x01', now())`,
      person.uid,
    )
    await server.sql('update account set second_factor = true where uid = $1', person.uid)
    await signIn(person)
    const facts = await factsOf(person.uid, 'login')
    expect(facts[0]).toMatchObject({ code: 'login_waits_factor', blocks: true })
    await mend(
      person.uid,
      'login',
      facts.find(({ code }) => code === 'factor_on'),
    )
  })

  test('names a suspended passkey, a demanded and a lost factor, and a missing password', async () => {
    const { uid } = await seedPerson(server, { hasPassword: false })
    await server.sql(
      `insert into passkey (uid, credential_id, public_key, name, aaguid, transports, sign_count, backup_eligible, backed_up, place, application, suspended_at)
       values ($1, '\\x01', '\\x02', 'Phone', '', '{}', 1, false, false, '', '', now())`,
      uid,
    )
    await server.sql(
      `insert into factor_recovery (uid, ready_at) values ($1, timestamptz '2099-01-01Z')`,
      uid,
    )
    await server.sql('update account set second_factor_demanded = true where uid = $1', uid)
    const facts = await factsOf(uid, 'login')
    expect(facts.map(({ code }) => code)).toEqual([
      ...['password_none', 'factor_demanded', 'factor_removal', 'passkey_suspended', 'login_never'],
    ])
    expect(facts[2]?.until).toBe(Date.UTC(2099, 0) / 1_000)
  })

  test('names a change of a lost mailbox that waits, and stops it', async () => {
    const { uid } = await seedPerson(server)
    await server.sql(
      `insert into mailbox_change (uid, id, email, canonical, former, stoppable, operator, case_number, ready_at, expires_at)
       values ($1, 'c', 'new@example.org', 'new@example.org', 'old@example.org', true, 'mei', '7',
               now() + interval '1 day', now() + interval '3 days')`,
      uid,
    )
    const found = async (code: string) => (await factsOf(uid, 'login')).find(fact => fact.code === code)
    expect(await found('mailbox_unconfirmed')).toMatchObject({ blocks: false, until: expect.any(Number) })
    await server.sql('update mailbox_change set confirmed_at = now() where uid = $1', uid)
    await mend(uid, 'login', await found('mailbox_changes'))
  })

  test('names a merge that waits and stops it, and one that has begun', async () => {
    const [{ uid }, into] = [await seedPerson(server), await seedPerson(server)]
    const start = (ready: string) =>
      server.sql(
        `insert into account_merge (uid, target, id, address, ready_at, operator, case_number)
         values ($1, $2, 'm', 'free', now() + $3::interval, 'mei', '7')`,
        ...[uid, into.uid, ready],
      )
    await start('1 day')
    const first = await expectFirst(uid, 'login', { about: 'account', code: 'account_merges', blocks: false })
    expect(first?.text.en).toContain(into.uid)
    await mend(uid, 'login', first)
    await start('-1 second')
    await expectFirst(uid, 'login', { code: 'account_merges', blocks: true, mend: null })
  })

  test('tells the last login where nothing blocks', async () => {
    const person = await seedPerson(server)
    await tokenOf(person)
    const [first] = await factsOf(person.email, 'login')
    expect(first).toMatchObject({ code: 'login_last', blocks: false })
    expect((await run(['explain', person.uid, '--about', 'login'])).out).toContain('login: nothing blocks')
    expect((await run(['explain', person.uid, '--about', 'login', '--lang', 'zh'])).out).toContain(
      '上次登录方式',
    )
  })
})

describe('code', () => {
  test('names the interval, the sent email, and a demanded human check', async () => {
    const { email, uid } = await seedPerson(server)
    expect(await codesOf(email, 'code')).toEqual(['mail_none'])
    await requestCode(server, email, 'login')
    await expect
      .poll(() => codesOf(email, 'code'))
      .toEqual(['limit_code_mails', 'code_interval', 'mail_sent'])
    await server.sql(`update verification_gate set sent_at = now() - interval '2 minutes'`)
    expect(await codesOf(email, 'code')).not.toContain('code_interval')
    const { nonce } = (await server.call(verifyEmail, { email, scene: 'login' })).data
    await server.call(sendVerificationCode, { receiver: email, nonce } as never)
    await expect.poll(() => codesOf(uid, 'login')).toContain('human_check')
  })

  test.each([
    [
      `status = 'refused', command = 'RCPT TO', reply = 550, code = '5.1.1'`,
      'mail_refused',
      'RCPT TO 550 5.1.1',
    ],
    [`status = 'deferred', command = 'MAIL FROM', reply = 451, code = '4.7.1'`, 'mail_deferred', '451 4.7.1'],
    [`status = 'bounced', code = '5.2.2'`, 'mail_bounced', '5.2.2'],
    [`status = 'queued'`, 'mail_queued', 'code'],
    [`status = 'expired'`, 'mail_expired', 'code'],
  ])('names the newest email first: %s', async (set, code, said) => {
    const email = newEmail()
    await requestCode(server, email, 'register')
    // Then the job has stored what became of the email.
    await expect
      .poll(() => server.sql('select status from mail_delivery order by at desc limit 1'))
      .toEqual([{ status: 'sent' }])
    await server.sql(
      `update mail_delivery set ${set} where id = (select id from mail_delivery order by at desc limit 1)`,
    )
    const facts = await factsOf(email, 'code')
    expect(facts.map(({ code: one }) => one)[0]).toBe('account_none')
    expect(facts[1]).toMatchObject({ code, blocks: true, text: { en: expect.stringContaining(said) } })
  })

  test('names an address that gets no email, and lifts that', async () => {
    const { email } = await seedPerson(server)
    await requestCode(server, email, 'login')
    await server.sql(
      `insert into mail_suppression (address_hash, domain, mail, code, suppressed_at)
       select address_hash, domain, id, '5.1.1', now() from mail_delivery order by at desc limit 1`,
    )
    await mend(email, 'code', await expectFirst(email, 'code', { code: 'address_suppressed' }))
  })
})

describe('redeem', () => {
  const newCodes = async (count: number) => {
    const names = ['--name-en', 'Pro', '--name-zh', '专业版', '--days', '365']
    const { id } = await runJson('benefit', 'create', ...names)
    const codes: { code: string }[] = await runJson(
      'codes',
      'create',
      '--benefit',
      id,
      '--count',
      String(count),
    )
    return { id, codes: codes.map(({ code }) => code) }
  }
  const ofCode = async (who: string, code: string) =>
    (await factsOf(who, 'redeem', '--code', code)).filter(fact => /^(?:code|benefit)_/.test(fact.code))

  test('names who used a code, and that it is unused, revoked, expired or unknown', async () => {
    const [person, other] = [await seedPerson(server), await seedPerson(server)]
    const { id, codes } = await newCodes(2)
    const [code = '', unused = ''] = codes
    const token = await tokenOf(person)
    expect((await server.call(redeem, { code }, { token })).code).toBe(0)
    expect((await ofCode(person.uid, code))[0]).toMatchObject({ code: 'code_used_here', blocks: true })
    const [used] = await ofCode(other.uid, code)
    expect(used).toMatchObject({ code: 'code_used', text: { zh: expect.stringContaining(person.uid) } })
    expect(await codesOf(person.uid, 'redeem')).toContain('benefit_active')
    expect((await ofCode(other.uid, unused))[0]).toMatchObject({ code: 'code_unused', blocks: false })
    await runJson('benefit', 'retire', id)
    expect((await ofCode(other.uid, unused)).map(fact => fact.code)).toContain('benefit_retired')
    await server.sql(`update code_batch set expires_at = now() - interval '1 day' where benefit_id = $1`, id)
    expect((await ofCode(other.uid, unused))[0]).toMatchObject({ code: 'code_expired', blocks: true })
    await server.sql(`update code_batch set revoked_at = now() where benefit_id = $1`, id)
    expect((await ofCode(other.uid, unused))[0]).toMatchObject({ code: 'code_revoked', blocks: true })
    expect((await ofCode(other.uid, 'AAAAAAAAAAAAAAAA'))[0]).toMatchObject({ code: 'code_unknown' })
    expect((await ofCode(other.uid, 'AAAA'))[0]).toMatchObject({ code: 'code_malformed' })
    const rows = await server.sql(
      `select detail::text as detail from audit_event where event = 'user.explain'`,
    )
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('names a restriction and wrong codes with what is left, and takes both away', async () => {
    const person = await seedPerson(server)
    const token = await tokenOf(person)
    for (let round = 0; round < 10; round++)
      await server.call(redeem, { code: `WRONGCODE000000${round}` }, { token })
    const first = await expectFirst(person.uid, 'redeem', { code: 'limit_redeem_hour', blocks: true })
    expect(first?.text.en).toBe('Wrong redemption codes in an hour: 10 of 10.')
    const refusals = (await factsOf(person.uid, 'redeem')).filter(({ code }) => code === 'refused')
    expect(refusals[0]?.text.en).toContain('invalid_redemption_code')
    await mend(person.uid, 'redeem', first)
    await runJson('user', 'restrict', person.uid)
    await mend(person.uid, 'redeem', await expectFirst(person.uid, 'redeem', { code: 'account_restricted' }))
  })
})

describe('training', () => {
  test('names the missing lessons, the one that plays, and what became of the certificate', async () => {
    const { uid } = await seedPerson(server)
    await expectFirst(uid, 'training', { code: 'lessons_none', blocks: true })
    await server.sql(
      `insert into lesson_done (uid, course, lesson, version, watch) values ($1, 'laser', 'optics', '1', 'w')`,
      uid,
    )
    await server.sql(
      `insert into watch (uid, id, course, lesson, version, duration, furthest, started_at, beat_at)
       values ($1, 'w', 'laser', 'fire', '1', 1000, 420, now(), now())`,
      uid,
    )
    const playing = (await factsOf(uid, 'training')).find(({ code }) => code === 'watch_runs')
    expect(playing?.text.en).toContain('42%')
    await server.sql(`update watch set beat_at = now() - interval '2 minutes' where uid = $1`, uid)
    expect(await codesOf(uid, 'training')).toContain('watch_stopped')
    const certificate = async (set: string) => {
      await server.sql(
        `insert into certificate (uid, course, cert_id) values ($1, 'laser', 'c') on conflict do nothing`,
        uid,
      )
      await server.sql(`update certificate set ${set} where uid = $1 and course = 'laser'`, uid)
      return (await factsOf(uid, 'training')).find(({ code }) => code.startsWith('certificate_'))
    }
    expect(await certificate(`cert_id = 'c'`)).toMatchObject({
      code: 'certificate_waits',
      blocks: true,
    })
    const issued = `issued_at = now(), number = 'KL-2222-3333-4444-5558', bearer = 'Ada'`
    expect(await certificate(issued)).toMatchObject({ code: 'certificate_issued', blocks: false })
    const revoked = await certificate('revoked_at = now()')
    expect(revoked).toMatchObject({ code: 'certificate_revoked', blocks: true })
    await mend(uid, 'training', revoked)
  })
})

describe('machine', () => {
  let next = 0
  /** A machine of another owner, on which the person has a role. */
  async function share(uid: string, set: string, machine = 'lost_at = null') {
    const id = `m_${String(++next).padStart(22, 'b')}`
    const sn = `KLW1200AB0123456789C${String(next).padStart(3, '0')}`
    await server.sql(
      `insert into machine (id, sn, line, ownership, rights, owner_since, last_member) values ($1, $2, 'laser', 1, 1, now(), 2)`,
      ...[id, sn],
    )
    await server.sql(
      `insert into machine_role (machine, uid, member, handle, role, ownership) values ($1, $2, 2, 'h', 'operator', 1)`,
      ...[id, uid],
    )
    await server.sql(`update machine_role set ${set} where machine = $1`, id)
    await server.sql(`update machine set ${machine} where id = $1`, id)
    return { id, sn }
  }

  test.each([
    ['machine_role_waits', 'waiting = true', undefined],
    ['machine_role_ended', `ends_at = now() - interval '1 day'`, undefined],
    ['machine_former_owner', 'ownership = 0', undefined],
    ['machine_lost', 'waiting = false', 'lost_at = now()'],
  ])('names %s', async (code, role, machine) => {
    const { uid } = await seedPerson(server)
    await expectFirst(uid, 'machine', { code: 'machine_none', blocks: true })
    const { id } = await share(uid, role, machine)
    const first = await expectFirst(uid, 'machine', { code, blocks: true })
    expect(first?.text.en).toContain(id)
  })

  test('names a missing certificate with its course, and an end of the right', async () => {
    const { uid } = await seedPerson(server)
    await share(uid, `ends_at = timestamptz '2099-01-01Z'`)
    await expectFirst(uid, 'machine', {
      code: 'machine_role',
      blocks: false,
      until: Date.UTC(2099, 0) / 1_000,
    })
    await runJson('device', 'require', '--line', 'laser', '--course', 'laser', '--months', '12')
    const first = await expectFirst(uid, 'machine', { code: 'machine_training', blocks: true })
    expect(first?.text.en).toContain('course laser')
    await runJson('device', 'require', '--line', 'laser', '--course', 'none')
  })

  test('names a machine that is not trusted, with the operation that renews it', async () => {
    const { uid } = await seedPerson(server)
    const { id, sn } = await share(uid, 'waiting = false')
    await server.sql(
      `insert into device (sn, line, key_version, distrusted_at) values ($1, 'laser', 1, now())`,
      sn,
    )
    await expectFirst(uid, 'machine', {
      ...{ code: 'machine_distrusted', mend: { operation: 'machine renew', arguments: [id] } },
    })
  })

  test('names a request, its answer, and a removal by the owner', async () => {
    const [owner, { uid }] = [await seedPerson(server), await seedPerson(server)]
    const { id } = await share(owner.uid, 'waiting = false')
    await server.sql(
      `insert into machine_request (machine, uid, ownership, reset_number) values ($1, $2, 1, 0)`,
      ...[id, uid],
    )
    const found = async (code: string) => (await factsOf(uid, 'machine')).find(fact => fact.code === code)
    expect(await found('machine_request_open')).toMatchObject({
      mend: { operation: 'machine decide', arguments: [id] },
    })
    await server.sql('update machine_request set denied_at = now() where machine = $1', id)
    expect(await found('machine_request_denied')).toMatchObject({ blocks: true })
    await server.sql('insert into machine_bar (machine, uid) values ($1, $2)', id, uid)
    expect(await found('machine_barred')).toMatchObject({ blocks: true })
  })
})

test('every operation that mends is in the table of operations', async () => {
  const { readdirSync, readFileSync } = await import('node:fs')
  const folder = new URL('../../../../server/src/operations/explain/', import.meta.url)
  const named = readdirSync(folder).flatMap(file =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/operation: '([^']+)'/g)].map(
      ([, words = '']) => words,
    ),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(words => !(words in OPERATIONS))).toEqual([])
})
