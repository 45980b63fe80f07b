/** What waits for 48 hours in a workshop, and large workshops (S-161, S-163, R-132). */
import {
  acceptMachineTransfer,
  answerMachineRequest,
  cancelMachineTransfer,
  listMachines,
  releaseMachine,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { dissolveWorkshop } from '@kerf/contract/machines/workshops'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { listOwnMachines } from '../../src/machines/machine/describe-machine.ts'
import type { Queryable } from '../../src/platform/db/database.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { claimByDisplay, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { as, runActs, useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer()
const {
  create,
  invite,
  join,
  members,
  workshopOf,
  remove,
  promote,
  machinesOf,
  rolesOf,
  give,
  newMember,
  newAdmin,
  newWorkshop,
  settle,
  carryOut,
  finish,
} = useWorkshops(server)
const [LIMIT, OFFER_INVALID, NO_REQUEST] = [20721, 20704, 20706]

const erase = ({ uid }: Someone) => runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, uid)))

const outcomesOf = (workshop: string) =>
  server.sql<{ outcome: string }>(
    `select outcome from audit_event where event = 'workshop.carry_out' and detail->>'workshop' = $1`,
    workshop,
  )

describe('an act that waits', () => {
  test('to confirm a request is void for a later one, and so is an answer to a request that is gone', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const [first, second] = [await newSomeone(server), await newSomeone(server)]
    await claimByDisplay(server, first, built, { resets: 1 })
    const seen = (await server.call(listMachines, undefined, as(ada))).data.requests[0]?.since ?? 0
    const confirm = (by: Someone, since?: number) =>
      server.call(answerMachineRequest, { answer: 'confirm', since }, as(by, { machine }))
    expect((await confirm(ada, seen)).data.effectTime).not.toBeNull()
    await erase(first)
    // The clock of a request counts in seconds.
    await new Promise(done => setTimeout(done, 1_100))
    await claimByDisplay(server, second, built, { resets: 2 })
    expect((await confirm(bo, seen)).code).toBe(NO_REQUEST)
    const deny = { answer: 'deny', since: seen } as const
    expect((await server.call(answerMachineRequest, deny, as(bo, { machine }))).code).toBe(NO_REQUEST)
    await settle(workshop)
    expect([await rolesOf(second), await rolesOf(ada)]).toEqual([[], ['manager']])
    expect(await outcomesOf(workshop)).toEqual([{ outcome: 'refused' }])
    // The answer to the second one counts.
    expect((await confirm(bo)).data.effectTime).not.toBeNull()
    await settle(workshop)
    expect([await rolesOf(second), await rolesOf(ada)]).toEqual([['owner'], []])
  })

  test('is void once the machine had another owner meanwhile, even if the workshop has it again', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    await server.call(releaseMachine, undefined, as(bo, { machine }))
    await server.sql('create table if not exists act_before as select * from workshop_act with no data')
    await server.sql('insert into act_before select * from workshop_act where workshop = $1', workshop)
    const { data } = await server.call(startMachineTransfer, undefined, as(ada, { machine }))
    await server.sql(
      `update workshop_act set due_at = now() where workshop = $1 and kind = 'transfer'`,
      workshop,
    )
    await carryOut()
    await expect.poll(async () => (await machinesOf(bo))[0]).toMatchObject({ transferring: true })
    expect((await server.call(acceptMachineTransfer, { code: data.code }, as(ada))).code).toBe(0)
    expect((await give(ada, machine, workshop)).code).toBe(0)
    // As after a race with the change of owner, which deletes it.
    await server.sql('insert into workshop_act select * from act_before where workshop = $1', workshop)
    await settle(workshop)
    expect([await rolesOf(ada), await rolesOf(bo)]).toEqual([['manager'], ['manager']])
    expect((await outcomesOf(workshop)).map(({ outcome }) => outcome).sort()).toEqual(['ok', 'refused'])
  })

  test('survives a renewal of the passes: the owner is the same', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    await server.call(releaseMachine, undefined, as(bo, { machine }))
    // What renewPasses does.
    await server.sql('update machine set ownership = ownership + 5 where id = $1', machine)
    await server.sql('update machine_role set ownership = ownership + 5 where machine = $1', machine)
    await settle(workshop)
    expect(await rolesOf(ada)).toEqual([])
  })

  test('to hand over ends with the transfer that another admin cancels, and all admins learn of it', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const { code } = (await server.call(startMachineTransfer, undefined, as(ada, { machine }))).data
    const told = () =>
      server.sql(
        `select 1 from account_message where uid = $1 and texts::text like '%canceled a change%'`,
        ada.uid,
      )
    expect(await told()).toEqual([])
    expect((await server.call(cancelMachineTransfer, undefined, as(bo, { machine }))).code).toBe(0)
    expect((await told()).length).toBe(1)
    await settle(workshop)
    const buyer = await newSomeone(server)
    expect((await server.call(acceptMachineTransfer, { code }, as(buyer))).code).toBe(OFFER_INVALID)
  })

  test('to hand over does not replace the offer that the only admin made later', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const offer = () => server.call(startMachineTransfer, undefined, as(ada, { machine }))
    const waiting = (await offer()).data
    expect((await remove(bo, workshop, bo)).code).toBe(0)
    const now = (await offer()).data
    expect(now.effectTime).toBeNull()
    expect(await server.sql('select id from workshop_act where workshop = $1', workshop)).toEqual([])
    const buyer = await newSomeone(server)
    const accept = (code: string) => server.call(acceptMachineTransfer, { code }, as(buyer))
    expect([(await accept(waiting.code)).code, (await accept(now.code)).code]).toEqual([OFFER_INVALID, 0])
  })
})

describe('a workshop with 200 machines, 500 members and 20 admins', () => {
  /** Rows as many calls would have made them. Each member is an operator of ten machines. */
  async function fill() {
    const { ada, machine, workshop } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    await server.sql(
      `with m as (insert into machine (id, sn, line, ownership, rights, owner_since, workshop, by_card, last_member)
          select 'm_' || lpad(i::text, 11, '0') || substr($1, 3, 11), 'KLW' || lpad(i::text, 20, '0'), 'laser', 5, 5, now(), $1, i % 10 = 0, 1000
            from generate_series(1, 199) i returning id)
       insert into workshop_machine (workshop, machine) select $1, id from m`,
      workshop,
    )
    await server.sql(
      `insert into machine_role (machine, uid, member, handle, role, ownership)
       select w.machine, m.uid, m.member, 'h' || m.member, 'admin', 5 from workshop_machine w join workshop_member m on m.workshop = $1
        where w.workshop = $1 and w.machine <> $2`,
      workshop,
      machine,
    )
    await server.sql(
      `insert into machine_of_account (uid, machine) select uid, machine from machine_role
        where machine in (select machine from workshop_machine where workshop = $1) on conflict do nothing`,
      workshop,
    )
    return { ada, bo, workshop, machine }
  }

  test('makes and loses an admin, and ends in steps', async () => {
    const { ada, bo, workshop } = await fill()
    const cy = await newMember(ada, workshop)
    expect((await promote(ada, workshop, cy)).code).toBe(0)
    expect((await machinesOf(cy)).length).toBe(200)
    expect((await remove(cy, workshop, cy)).code).toBe(0)
    expect(await machinesOf(cy)).toEqual([])
    // More members, each with a role.
    await server.sql(
      `with p as (insert into workshop_member (workshop, uid, member, handle, role)
          select $1, gen_random_uuid(), 1000 + i, 'x' || i, 'member' from generate_series(1, 497) i returning uid, member)
       insert into machine_role (machine, uid, member, handle, role, ownership)
       select w.machine, p.uid, p.member, 'x' || p.member, 'operator', 5 from p
         join (select machine, row_number() over (order by machine) as at from workshop_machine where workshop = $1) w
           on w.at % 50 = p.member % 50
        where exists (select 1 from machine m where m.id = w.machine and m.ownership = 5)`,
      workshop,
    )
    await server.call(dissolveWorkshop, undefined, as(ada, { workshop }))
    await server.sql('update workshop_act set due_at = now() where workshop = $1', workshop)
    const errors: unknown[] = []
    for (let run = 0; run < 3; run++) errors.push(...(await runActs(server)))
    expect(errors).toEqual([])
    expect(await server.sql('select id from workshop where id = $1', workshop)).toEqual([])
    expect(await server.sql('select 1 from workshop_member where workshop = $1', workshop)).toEqual([])
    expect(await server.sql('select 1 from machine where workshop = $1', workshop)).toEqual([])
    expect([await machinesOf(ada), await machinesOf(bo)]).toEqual([[], []])
    const mail = await server.waitForMail(ada.email, ({ subject }) => /dissolved/.test(subject))
    expect(mail.text.match(/no display/g)?.length).toBe(19)
    for (const { email } of [ada, bo])
      expect(
        (await server.mailsTo(email)).filter(({ subject }) => /dissolved|released/.test(subject)).length,
      ).toBe(1)
  })

  test('has its rights ended at once and goes on after a stop in the middle', async () => {
    const { ada, workshop } = await fill()
    const bo = (await members(ada, workshop)).length
    expect(bo).toBe(2)
    await server.call(dissolveWorkshop, undefined, as(ada, { workshop }))
    await server.sql('update workshop_act set due_at = now() where workshop = $1', workshop)
    // The decision, without the steps.
    await server.sql(
      `create or replace function stop_steps() returns trigger language plpgsql as $$
       begin if old.workshop is not null and new.workshop is null and old.id like 'm_0000000005%' then raise 'stopped'; end if; return new; end $$`,
    )
    await server.sql(
      'create trigger stop_steps before update on machine for each row execute function stop_steps()',
    )
    const errors = await runActs(server)
    await server.sql('drop trigger stop_steps on machine')
    expect(errors.length).toBe(1)
    const left = await server.sql('select id from machine where workshop = $1', workshop)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(200)
    expect([await machinesOf(ada), await workshopOf(ada, workshop)]).toEqual([[], undefined])
    expect(await runActs(server)).toEqual([])
    expect(await server.sql('select id from machine where workshop = $1', workshop)).toEqual([])
    expect(await server.sql('select id from workshop where id = $1', workshop)).toEqual([])
  })

  test('is the most: a 21st admin is refused', async () => {
    const ada = await newSomeone(server)
    const workshop = await create(ada)
    const cy = await newMember(ada, workshop)
    const more = (count: number) =>
      server.sql(
        `insert into workshop_member (workshop, uid, member, handle, role)
         select $1, gen_random_uuid(), 100 + i, 'h' || i, 'admin' from generate_series(1, $2::int) i`,
        workshop,
        count,
      )
    await more(19)
    expect((await promote(ada, workshop, cy)).code).toBe(LIMIT)
    await server.sql(`delete from workshop_member where workshop = $1 and handle = 'h1'`, workshop)
    expect((await promote(ada, workshop, cy)).code).toBe(0)
  })

  test('ends also where it lists a machine that it does not own', async () => {
    const { ada, workshop } = await newWorkshop()
    const { machine } = await newOwner(server)
    await server.sql('insert into workshop_machine (workshop, machine) values ($1, $2)', workshop, machine)
    expect((await server.call(dissolveWorkshop, undefined, as(ada, { workshop }))).code).toBe(0)
    await finish(workshop)
    const owner = await server.sql(
      `select 1 from machine_role where machine = $1 and role = 'owner'`,
      machine,
    )
    expect(owner.length).toBe(1)
  })

  test('ends with the account of its only admin, whose last email has the cards', async () => {
    const { ada, bo, workshop } = await fill()
    expect((await remove(bo, workshop, bo)).code).toBe(0)
    await erase(ada)
    await finish(workshop)
  })
})

test('the list of machines costs the same number of statements in one workshop and in five', async () => {
  const count = async ({ uid }: Someone): Promise<number> => {
    let statements = 0
    await runAsOperator(server, async db => {
      const query = ((config: never) => {
        statements++
        return db.query(config)
      }) as Queryable['query']
      const { machines } = await listOwnMachines({ db: { query }, isDistributed: false }, uid)
      expect(machines.length).toBeGreaterThan(0)
      expect(machines).toEqual((await listOwnMachines({ db, isDistributed: true }, uid)).machines)
    })
    return statements
  }
  const bo = await newSomeone(server)
  const joinOne = async () => {
    const { ada, workshop } = await newWorkshop()
    const { code } = await invite(ada, workshop)
    await join(bo, code)
    await server.sql(`update workshop_member set waiting = false where workshop = $1`, workshop)
    expect((await promote(ada, workshop, bo)).code).toBe(0)
  }
  await joinOne()
  const once = await count(bo)
  for (let more = 0; more < 4; more++) await joinOne()
  expect(await machinesOf(bo)).toHaveLength(5)
  expect(await count(bo)).toBe(once)
  expect(once).toBeLessThanOrEqual(9)
})

test('who waits for an approval sees the name of the workshop only, and cannot ask without an end', async () => {
  const { ada, workshop } = await newWorkshop()
  await newAdmin(ada, workshop)
  const eve = await newSomeone(server)
  const { code } = await invite(ada, workshop)
  await join(eve, code)
  expect(await workshopOf(eve, workshop)).toMatchObject({ name: 'Attic', members: 0, machines: 0, acts: [] })
  let asked = 1
  for (; asked < 60; asked++) {
    expect((await remove(eve, workshop, eve)).code).toBe(0)
    if ((await join(eve, code)).code !== 0) break
  }
  expect(asked).toBe(30)
})
