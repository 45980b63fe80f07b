/** Two accounts of one person become one: what moves, what is named, what is impossible, and runs that were interrupted. */
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { planMerge } from '@kerf/server/operations/account/merge/plan-merge'
import { mergeAccountsTask, runMerge } from '@kerf/server/operations/account/merge/run-merge'
import { describe, expect, test } from 'vitest'
import {
  createTestCodes,
  MASTER_KEY,
  redeemCode,
  runAsOperator,
  newRedeemer as seedRedeemer,
} from '../../../../server/test/redemption/helpers.ts'
import {
  newEmail,
  type Person,
  seedBusiness,
  seedPerson as seedNew,
} from '../../../../server/test/support/accounts.ts'
import { startReceiver } from '../../../../server/test/webhooks/webhook-receiver.ts'
import {
  approve,
  audited,
  run,
  runApproved,
  runJson,
  server,
  stateOf,
  useServer,
} from '../../server-fixture.ts'

useServer({ more: { KERF_MASTER_KEY: MASTER_KEY } })

/** Accounts that have their address for more than three days. */
async function aged<T extends { readonly uid: string }>(seeded: Promise<T>): Promise<T> {
  const one = await seeded
  await server.sql(
    `update account set email_verified_at = now() - interval '10 days' where uid = $1`,
    one.uid,
  )
  return one
}
const seedPerson: typeof seedNew = (...given) => aged(seedNew(...given))
const newRedeemer: typeof seedRedeemer = (...given) => aged(seedRedeemer(...given))

const WHY = ['--case', 'C-41', '--reason', 'signed up twice']
const merge = (from: string, into: string, address = 'free') => [
  'user',
  'merge',
  from,
  into,
  '--address',
  address,
  ...['--evidence', 'both passports'],
  ...WHY,
]
/** As a server does when the 24 hours are over. Returns whether the account is closed. */
async function carryOut(from: string): Promise<boolean> {
  await server.sql('update account_merge set ready_at = now() where uid = $1', from)
  return runAsOperator(server, (db, keys) => runMerge(db, keys, from))
}
async function mergeNow(from: string, into: string, address?: string): Promise<void> {
  await runApproved(...merge(from, into, address))
  expect(await carryOut(from)).toBe(true)
}
const stopLink = async (email: string): Promise<string> => {
  const { text } = await server.waitForMail(email, ({ subject }) => subject.includes('will be merged'))
  return /not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
}
/** As a thief did, `age` ago. */
async function moveEmail({ uid, email }: Person, age = '1 day'): Promise<void> {
  const to = newEmail('thief')
  await server.sql(
    `with f as (insert into former_email (uid, email, canonical, had_since, left_at)
                values ($1, $2, $2, now() - interval '1 year', now() - $4::interval)),
          i as (insert into sign_in_identifier (kind, value, uid) values ('email', $3, $1))
     update account set email = $3, email_verified_at = now() - $4::interval where uid = $1`,
    ...[uid, email, to, age],
  )
}
const rows = async (table: string, uid: string) =>
  (await server.sql(`select 1 from ${table} where uid = $1`, uid)).length
let machines = 0

async function giveMachine(
  uid: string,
  role = 'owner',
  machine = `m_${String(++machines).padStart(22, '0')}`,
) {
  await server.sql(
    `insert into machine (id, sn, line, ownership, last_member) values ($1, $1, 'laser', 7, 9) on conflict do nothing`,
    machine,
  )
  await server.sql(
    `insert into machine_role (machine, uid, member, handle, role, ownership) values ($1, $2, $3::int, 'h' || $3::int, $4, 7)`,
    machine,
    uid,
    role === 'owner' ? 1 : 2,
    role,
  )
  await server.sql('insert into machine_of_account (machine, uid) values ($1, $2)', machine, uid)
  return machine
}

const certify = (uid: string, course: string, number: string | null) =>
  server.sql(
    `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
     values ($1, $2, $3, case when $4::text is null then null else now() end, $4, case when $4::text is null then null else 'Ada' end)`,
    uid,
    course,
    `${course}-${uid}`.slice(0, 40),
    number,
  )

/** An account that has one of everything that moves. */
async function equipped() {
  const person = await newRedeemer(server, { hasPassword: true })
  const { codes, benefit } = await createTestCodes(server, { count: 2 })
  for (const code of codes) expect((await redeemCode(server, person, code)).code).toBe(0)
  const { uid } = person
  await server.sql(
    `insert into lesson_done (uid, course, lesson, version, watch) values ($1, 'laser', 'light', '1', 'w')`,
    uid,
  )
  await certify(uid, 'laser', `KL-${uid.slice(0, 8).toUpperCase()}`)
  await server.sql(
    `insert into account_message (uid, handle, app, category, texts, sender, starts_at, read_at)
     values ($1, 'h', 'portal', 'system', '{"en":{"title":"Hello","body":""}}', 'lin', now(), now())`,
    uid,
  )
  const machine = await giveMachine(uid)
  return { ...person, benefit, machine }
}

test('a dry run names what moves and changes nothing', async () => {
  const [from, into] = [await equipped(), await seedPerson(server)]
  const plan = await runJson('user', 'merge-preview', from.email, into.email)
  expect(plan).toMatchObject({
    ...{ from: from.uid, into: into.uid, blocked: [] },
    moves: { redemptions: 2, lessons: 1, certificates: 1, messages: 1, machines: 1, workshops: 0 },
  })
  expect([await rows('redemption', from.uid), await rows('redemption', into.uid)]).toEqual([2, 0])
  expect((await run(['user', 'merge-preview', from.uid, into.uid])).out).toMatch(/moves +redemptions 2/)
})

test('moves everything that was named, closes the account, and apps and both mailboxes learn of it', async () => {
  const app = await startReceiver(server)
  const [from, into] = [await equipped(), await newRedeemer(server, { hasPassword: true })]
  await app.redeem(from.token)
  await app.redeem(into.token)
  const before = (await server.call(getRedemptions, undefined, from)).data.items
  const started = await runApproved(...merge(from.uid, into.uid))
  expect(started).toMatchObject({ from: from.uid, into: into.uid, moves: { redemptions: 2 } })
  expect(started.readyAt - Date.now() / 1_000).toBeGreaterThan(23 * 3_600)
  await runAsOperator(server, (db, keys) => runMerge(db, keys, from.uid))
  expect([await rows('redemption', into.uid), await stateOf(from.token)]).toEqual([0, 0])
  expect(await carryOut(from.uid)).toBe(true)
  expect((await server.call(getRedemptions, undefined, into)).data.items).toEqual(before)
  for (const table of ['lesson_done', 'certificate', 'account_message', 'machine_role', 'machine_of_account'])
    expect([table, await rows(table, into.uid), await rows(table, from.uid)]).toEqual([table, 1, 0])
  const [message] = await server.sql(
    'select read_at is not null as read from account_message where uid = $1',
    into.uid,
  )
  expect(message).toEqual({ read: true })
  const [role] = await server.sql('select role, member from machine_role where machine = $1', from.machine)
  expect(role).toEqual({ role: 'owner', member: 1 })
  expect(await stateOf(from.token)).toBe(20101)
  expect(await stateOf(into.token)).toBe(0)
  expect((await server.call(login, { email: from.email, password: from.password })).code).not.toBe(0)
  expect(await rows('account', from.uid)).toBe(0)
  expect(await rows('account_merge', from.uid)).toBe(0)
  const given = ['benefit.redeemed', 'benefit.redeemed'].map(type => `${type} ${from.benefit}`)
  await expect.poll(() => app.of(into.uid).filter(type => type.startsWith('benefit'))).toEqual(given)
  await expect.poll(() => app.of(from.uid).at(-1)).toBe('account.deleted')
  await server.waitForMail(into.email, ({ subject }) => subject.includes('were merged'))
  await server.waitForMail(from.email, ({ text }) => text.includes('no longer exists'))
  for (const uid of [from.uid, into.uid])
    expect((await audited('user.merge', uid))[0]).toMatchObject({
      operator: 'lin',
      detail: { case: 'C-41', confirmedBy: 'mei', changed: { account: { from: from.uid, to: into.uid } } },
    })
  expect(JSON.stringify(await audited('user.merged', into.uid))).not.toContain(from.email)
  // The address is free.
  await seedPerson(server, { email: from.email })
  await app.close()
})

test('the address of the closed account becomes the second one after 72 hours', async () => {
  const [from, into] = [await seedPerson(server), await seedPerson(server)]
  await mergeNow(from.uid, into.uid, 'second')
  const [second] = await server.sql(
    `select email, counts_from > now() + interval '71 hours' as waits from second_email where uid = $1`,
    into.uid,
  )
  expect(second).toEqual({ email: from.email, waits: true })
})

test('an issued certificate replaces one that was only earned, and a second number is named', async () => {
  const [from, into] = [await seedPerson(server), await seedPerson(server)]
  await certify(from.uid, 'laser', 'KL-FROM-1')
  await certify(into.uid, 'laser', null)
  await certify(from.uid, 'printer', 'KP-FROM-2')
  await certify(into.uid, 'printer', 'KP-INTO-2')
  const { ends } = await runJson('user', 'merge-preview', from.uid, into.uid)
  expect(ends.join(' ')).toContain('The certificate KP-FROM-2 is no longer valid')
  expect(ends.join(' ')).not.toContain('KL-FROM-1')
  await mergeNow(from.uid, into.uid)
  const numbers = await server.sql('select number from certificate where uid = $1 order by course', into.uid)
  expect(numbers).toEqual([{ number: 'KL-FROM-1' }, { number: 'KP-INTO-2' }])
})

describe('names what cannot be merged, and merges nothing', () => {
  const blockedOf = async (from: string, into: string): Promise<string> =>
    (await runAsOperator(server, db => planMerge(db, from, into))).blocked.join(' ')

  test.each<[string, string, () => Promise<readonly [Pick<Person, 'uid'>, Pick<Person, 'uid'>]>]>([
    [
      'an enterprise account',
      'business account',
      async () => [await seedBusiness(server), await seedPerson(server)],
    ],
    [
      'two enterprise accounts',
      'business account',
      async () => [await seedBusiness(server), await seedBusiness(server)],
    ],
    [
      'a banned account',
      'restricted or banned',
      async () => [await seedPerson(server), await seedPerson(server, { status: 'banned' })],
    ],
    [
      'one account twice',
      'same account',
      async () => {
        const one = await seedPerson(server)
        return [one, one]
      },
    ],
    [
      'roles on one machine',
      'Both accounts have a role on the machine m_',
      async () => {
        const [from, into] = [await seedPerson(server), await seedPerson(server)]
        await giveMachine(into.uid, 'manager', await giveMachine(from.uid))
        return [from, into]
      },
    ],
    [
      'an account that was moved to another address',
      'The account that stays has had its address for less than 3 days',
      async () => {
        const [from, into] = [await seedPerson(server), await seedPerson(server)]
        await moveEmail(into)
        return [from, into]
      },
    ],
    [
      'a mailbox that changes',
      'change of its mailbox',
      async () => {
        const [from, into] = [await seedPerson(server), await seedPerson(server)]
        await server.sql(
          `insert into mailbox_change (uid, id, email, canonical, former, stoppable, operator, case_number, ready_at, expires_at)
           values ($1, 'x', 'a@example.com', 'a@example.com', 'b@example.com', true, 'lin', '1', now(), now() + interval '1 day')`,
          into.uid,
        )
        return [from, into]
      },
    ],
  ])('%s', async (_, words, make) => {
    const [from, into] = await make()
    expect(await blockedOf(from.uid, into.uid)).toContain(words)
    const refused = await run([...merge(from.uid, into.uid), '--yes'])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cannot be merged') })
  })

  test('what changed between the request and the approval', async () => {
    const [from, into] = [await equipped(), await seedPerson(server)]
    const asked = await run([...merge(from.uid, into.uid), '--json', '--yes'])
    const { id } = JSON.parse(asked.out).approval
    expect((await approve(id)).code).toBe(0)
    await giveMachine(into.uid, 'operator', from.machine)
    expect((await run([...merge(from.uid, into.uid), '--yes'])).err).toContain('Both accounts have a role')
    expect(await rows('redemption', from.uid)).toBe(2)
  })
})

describe('is stopped while it waits', () => {
  test.each(['closed', 'stays'] as const)(
    'by the link in the mailbox of the account that %s',
    async which => {
      const [closed, stays] = [await equipped(), await newRedeemer(server, { hasPassword: true })]
      await runApproved(...merge(closed.uid, stays.uid))
      const link = await stopLink({ closed, stays }[which].email)
      expect((await server.call(reportNotMe, { link })).code).toBe(0)
      expect(await carryOut(closed.uid)).toBe(false)
      expect([await rows('redemption', closed.uid), await rows('account_merge', closed.uid)]).toEqual([2, 0])
      for (const { uid, email } of [closed, stays]) {
        expect((await audited('user.merge_stopped', uid))[0]).toMatchObject({
          detail: { by: 'link', case: 'C-41' },
        })
        await server.waitForMail(email, ({ subject }) => subject.includes('is not merged'))
      }
    },
  )

  test('by the mailbox that a thief has left, longer than three days ago', async () => {
    const [closed, stays] = [await equipped(), await seedPerson(server)]
    await moveEmail(stays, '5 days')
    await runApproved(...merge(closed.uid, stays.uid))
    expect((await server.call(reportNotMe, { link: await stopLink(stays.email) })).code).toBe(0)
    expect(await rows('account_merge', closed.uid)).toBe(0)
  })

  test('if an address changes meanwhile', async () => {
    const [from, into] = [await equipped(), await seedPerson(server)]
    await runApproved(...merge(from.uid, into.uid))
    await moveEmail(into, '1 hour')
    expect(await carryOut(from.uid)).toBe(false)
    expect(await rows('redemption', from.uid)).toBe(2)
  })

  test('by an operator, and not once it has begun', async () => {
    const [from, into] = [await seedPerson(server), await seedPerson(server)]
    await runApproved(...merge(from.uid, into.uid))
    await runJson('user', 'keep-accounts', into.uid, ...WHY)
    expect(await rows('account_merge', from.uid)).toBe(0)
    await runApproved(...merge(from.uid, into.uid))
    await server.sql('update account_merge set step = 1 where uid = $1', from.uid)
    expect((await run(['user', 'keep-accounts', into.uid, ...WHY])).err).toContain('No merge')
  })

  test('if it has become impossible', async () => {
    const [from, into] = [await equipped(), await seedPerson(server)]
    await runApproved(...merge(from.uid, into.uid))
    await giveMachine(into.uid, 'operator', from.machine)
    expect(await carryOut(from.uid)).toBe(false)
    expect([await rows('redemption', from.uid), await rows('account_merge', from.uid)]).toEqual([2, 0])
    expect((await audited('user.merged', from.uid))[0]).toMatchObject({ outcome: 'refused' })
    expect(await server.sql('select status from account where uid = $1', from.uid)).toEqual([
      { status: 'active' },
    ])
  })
})

test('moves the membership of a workshop, and keeps a person out who was removed from a machine', async () => {
  const [from, into] = [await seedPerson(server), await seedPerson(server)]
  const machine = await giveMachine((await seedPerson(server)).uid)
  await server.sql('insert into machine_bar (machine, uid) values ($1, $2)', machine, from.uid)
  await server.sql(`insert into workshop (id, name) values ('w_merge', 'Lab')`)
  await server.sql(
    `insert into workshop_member (workshop, uid, member, handle, role) values ('w_merge', $1, 1, 'h', 'admin')`,
    from.uid,
  )
  await server.sql(`insert into workshop_of_account (uid, workshop) values ($1, 'w_merge')`, from.uid)
  await mergeNow(from.uid, into.uid)
  expect(await server.sql(`select uid, role from workshop_member where workshop = 'w_merge'`)).toEqual([
    { uid: into.uid, role: 'admin' },
  ])
  expect(await server.sql('select uid from machine_bar where machine = $1', machine)).toEqual([
    { uid: into.uid },
  ])
  expect(await server.sql('select workshop from workshop_of_account where uid = $1', into.uid)).toEqual([
    { workshop: 'w_merge' },
  ])
})

/** A merge that two operators have decided, and whose run ended before the first step. */
async function interrupted(prepare: (into: string) => Promise<unknown> = async () => undefined) {
  const [from, into] = [await equipped(), await newRedeemer(server)]
  await prepare(into.uid)
  await server.sql(
    `insert into account_merge (uid, target, id, address, operator, case_number, ready_at) values ($1, $2, 'x', 'free', 'lin', 'C-42', now())`,
    from.uid,
    into.uid,
  )
  return { from, into }
}

test('a run that fails in a step is continued by the job, and nothing moves twice', async () => {
  const { from, into } = await interrupted()
  // The step of the messages fails.
  await server.sql('alter table account_message add constraint fail_merge check (false) not valid')
  await expect(runAsOperator(server, (db, keys) => runMerge(db, keys, from.uid))).rejects.toThrow(
    'fail_merge',
  )
  const [state] = await server.sql('select step from account_merge where uid = $1', from.uid)
  expect([state, await rows('redemption', into.uid), await rows('account_message', from.uid)]).toEqual([
    { step: 3 },
    2,
    1,
  ])
  await server.sql('alter table account_message drop constraint fail_merge')
  await runAsOperator(server, async (db, keys) => {
    await mergeAccountsTask(db, { keys } as never, { info: () => undefined } as never)({}, {} as never)
  })
  expect([
    await rows('account', from.uid),
    await rows('redemption', into.uid),
    await rows('machine_role', into.uid),
  ]).toEqual([0, 2, 1])
})

test('two runs at once do each step once', async () => {
  const { from, into } = await interrupted()
  await Promise.all(
    Array.from({ length: 3 }, () => runAsOperator(server, (db, keys) => runMerge(db, keys, from.uid))),
  )
  expect([await rows('account', from.uid), await rows('redemption', into.uid)]).toEqual([0, 2])
  expect(await audited('user.merge_step', from.uid)).toHaveLength(5)
  expect(await audited('user.merged', into.uid)).toHaveLength(1)
})

test('the erasure of the account that stays ends the merge, and the other account is usable again', async () => {
  const { from } = await interrupted(into => runJson('user', 'delete', into))
  expect(await runAsOperator(server, (db, keys) => runMerge(db, keys, from.uid))).toBe(false)
  expect(await server.sql('select status from account where uid = $1', from.uid)).toEqual([
    { status: 'active' },
  ])
  expect([await rows('redemption', from.uid), await rows('account_merge', from.uid)]).toEqual([2, 0])
})

describe('the freeze of the account that is closed', () => {
  const statusOf = async (uid: string) =>
    (await server.sql('select status, ban_reason from account where uid = $1', uid))[0]
  const freeze = (uid: string) =>
    server.sql(
      `with m as (update account_merge set step = 1 where uid = $1)
       update account set status = 'banned', ban_reason = 'merge' where uid = $1`,
      uid,
    )

  test('is not lifted by an operator, nor by a ban that ends', async () => {
    const { from } = await interrupted()
    await freeze(from.uid)
    for (const words of [['unban'], ['ban', '--until', '2099-01-01']]) {
      const [act = '', ...more] = words
      const refused = await run(['user', act, from.uid, ...more, '--reason', 'x', '--yes'])
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('merge') })
    }
    expect(await statusOf(from.uid)).toEqual({ status: 'banned', ban_reason: 'merge' })
  })

  test('ends with a merge that has become impossible, but a ban of an operator stays', async () => {
    const { from } = await interrupted(into => runJson('user', 'delete', into))
    await freeze(from.uid)
    await runJson('user', 'ban', from.uid, '--reason', 'stolen cards')
    expect(await runAsOperator(server, (db, keys) => runMerge(db, keys, from.uid))).toBe(false)
    expect(await rows('account_merge', from.uid)).toBe(0)
    expect(await statusOf(from.uid)).toEqual({ status: 'banned', ban_reason: 'stolen cards' })
  })
})
