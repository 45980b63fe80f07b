/** Workshops: groups of accounts that own machines (S-160, S-161, S-163, S-167). */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  answerMachineRequest,
  claimMachine,
  describeMachineOffer,
  inviteToMachine,
  listMachinePeople,
  releaseMachine,
  renameMachine,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { issueMachinePass } from '@kerf/contract/machines/passes'
import {
  approveWorkshopMember,
  createWorkshop,
  describeWorkshop,
  dissolveWorkshop,
  giveMachine,
  inviteToWorkshop,
  listWorkshopMembers,
  makeWorkshopAdmin,
  removeWorkshopMember,
  renameWorkshop,
  shareWithWorkshopMember,
  stopWorkshopAct,
  withdrawWorkshopInvitation,
} from '@kerf/contract/machines/workshops'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { readMachineClaims, readMachineRights } from '../../src/machines/wing.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import {
  buildMachine,
  claimByDisplay,
  newOwner,
  newSomeone,
  type Someone,
  startClaim,
  useMachineServer,
} from './helpers.ts'
import { CLAIM, connectMachine, pair } from './network-machine.ts'
import { as, useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer({ sibling: true })
const {
  create,
  invite,
  join,
  members,
  workshopOf,
  handleOf,
  remove,
  machinesOf,
  rolesOf,
  give,
  newMember,
  newAdmin,
  newWorkshop,
  elapse,
  carryOut,
  actsLeft,
  settle,
  finish,
} = useWorkshops(server)
const LIMIT = 20721
const [MACHINE_UNKNOWN, WORKSHOP_UNKNOWN, ONLY_ADMIN, OPEN, ACT_UNKNOWN, CODE_INVALID] = [
  20701, 20720, 20722, 20723, 20724, 20725,
]
const HOUR = 3_600

describe('members', () => {
  test('ask with the join code and wait for an admin; members see admins and themselves', async () => {
    const ada = await newSomeone(server)
    const workshop = await create(ada)
    const { code, url } = await invite(ada, workshop)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(url.endsWith(`/machines/join#${code}`)).toBe(true)
    const [bo, cy] = [await newSomeone(server), await newSomeone(server)]
    const typed = code.toLowerCase().replace(/(.{4})/g, '$1-')
    const described = await server.call(describeWorkshop, { code: typed }, as(bo))
    expect(described.data).toMatchObject({ name: 'Attic', admins: [expect.any(String)] })
    expect(await workshopOf(bo, workshop)).toBeUndefined()
    expect((await join(bo, typed)).data).toEqual({ waiting: true })
    expect((await join(bo, code)).data).toEqual({ waiting: true })
    expect(await workshopOf(bo, workshop)).toMatchObject({ waiting: true, role: 'member' })
    expect(await workshopOf(ada, workshop)).toMatchObject({ members: 1, requests: 1 })
    const refused = await server.call(listWorkshopMembers, undefined, as(bo, { workshop }))
    expect(refused.code).toBe(WORKSHOP_UNKNOWN)
    const member = await handleOf(bo, workshop)
    await server.call(approveWorkshopMember, undefined, as(ada, { workshop, member }))
    expect((await join(bo, code)).data).toEqual({ waiting: false })
    await join(cy, code)
    expect((await members(bo, workshop)).map(({ role, self }) => [role, self])).toEqual([
      ['admin', false],
      ['member', true],
    ])
    expect((await members(ada, workshop)).length).toBe(3)
  })

  test('a code ends by a new one, by withdrawal, and for who was removed or refused', async () => {
    const ada = await newSomeone(server)
    const workshop = await create(ada)
    const [bo, cy] = [await newSomeone(server), await newSomeone(server)]
    const first = await invite(ada, workshop)
    const second = await invite(ada, workshop)
    expect((await join(bo, first.code)).code).toBe(CODE_INVALID)
    expect((await join(bo, second.code)).code).toBe(0)
    expect((await remove(ada, workshop, bo)).code).toBe(0)
    expect((await join(bo, second.code)).code).toBe(CODE_INVALID)
    expect((await join(cy, second.code)).code).toBe(0)
    const third = await invite(ada, workshop)
    expect((await join(bo, third.code)).code).toBe(0)
    const params = { workshop, invitation: third.id }
    expect((await server.call(withdrawWorkshopInvitation, undefined, as(ada, params))).code).toBe(0)
    expect((await join(await newSomeone(server), third.code)).code).toBe(CODE_INVALID)
    const fourth = await invite(ada, workshop)
    await server.sql(`update workshop set join_until = now() - interval '1 second' where id = $1`, workshop)
    expect((await join(await newSomeone(server), fourth.code)).code).toBe(CODE_INVALID)
  })

  test('nobody but an admin changes anything, and strangers learn nothing', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const [bo, eve] = [await newMember(ada, workshop), await newSomeone(server)]
    const member = await handleOf(ada, workshop)
    for (const one of [bo, eve]) {
      const params = { workshop, member, act: 'any', invitation: 'any' }
      const answers = [
        await server.call(renameWorkshop, { name: 'Mine' }, as(one, params)),
        await server.call(inviteToWorkshop, undefined, as(one, params)),
        await server.call(approveWorkshopMember, undefined, as(one, params)),
        await server.call(makeWorkshopAdmin, undefined, as(one, params)),
        await server.call(shareWithWorkshopMember, { machine, role: 'manager' }, as(one, params)),
        await server.call(removeWorkshopMember, undefined, as(one, params)),
        await server.call(dissolveWorkshop, undefined, as(one, params)),
        await server.call(stopWorkshopAct, undefined, as(one, params)),
      ]
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => WORKSHOP_UNKNOWN))
      expect((await give((await newOwner(server)).owner, machine, workshop)).code).toBe(MACHINE_UNKNOWN)
    }
    const mine = await newOwner(server)
    expect((await give(mine.owner, mine.machine, workshop)).code).toBe(WORKSHOP_UNKNOWN)
    expect(await machinesOf(bo)).toEqual([])
  })

  test('of racing joins each account has one row, and the only admin stays when all leave at once', async () => {
    const ada = await newSomeone(server)
    const workshop = await create(ada)
    const { code } = await invite(ada, workshop)
    const bo = await newSomeone(server)
    const joined = await Promise.all(Array.from({ length: 20 }, (_, i) => join(bo, code, i % 2)))
    expect(joined.map(({ code: answer }) => answer)).toEqual(joined.map(() => 0))
    expect((await members(ada, workshop)).length).toBe(2)
    const admins = [ada]
    for (let i = 0; i < 4; i++) admins.push(await newAdmin(ada, workshop))
    const left = await Promise.all(admins.map((one, i) => remove(one, workshop, one, i % 2)))
    expect(left.map(({ code: answer }) => answer).sort()).toEqual([0, 0, 0, 0, ONLY_ADMIN])
    const rows = await server.sql(
      `select uid from workshop_member where workshop = $1 and role = 'admin'`,
      workshop,
    )
    expect(rows.length).toBe(1)
  })
})

describe('machines', () => {
  test('are given, claimed and taken over by an admin, with the workshop as the owner that others see', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    expect(await machinesOf(ada)).toMatchObject([
      {
        role: 'manager',
        owner: { kind: 'workshop', name: 'Attic' },
        workshop: { id: workshop, role: 'admin' },
      },
    ])
    const built = await buildMachine(server)
    const code = built.display(await startClaim(server, ada, built.sn))
    const claimed = await server.call(claimMachine, { sn: built.sn, code, workshop }, as(ada))
    expect(claimed.data).toMatchObject({ machine: { owner: { kind: 'workshop' }, role: 'manager' } })
    const seller = await newOwner(server)
    const offered = await server.call(
      startMachineTransfer,
      undefined,
      as(seller.owner, { machine: seller.machine }),
    )
    expect(offered.data.effectTime).toBeNull()
    const taken = await server.call(acceptMachineTransfer, { code: offered.data.code, workshop }, as(ada))
    expect(taken.data.machine).toMatchObject({ owner: { kind: 'workshop' } })
    expect(await workshopOf(ada, workshop)).toMatchObject({ machines: 3 })
    // A business account is an admin like any other, and has the machines from now on.
    const shop = await newAdmin(ada, workshop, { business: true })
    expect(await rolesOf(shop)).toEqual(['manager', 'manager', 'manager'])
    const guest = await newSomeone(server)
    const link = await server.call(inviteToMachine, { role: 'operator' }, as(shop, { machine }))
    expect((await server.call(acceptMachineInvitation, { code: link.data.code }, as(guest))).code).toBe(0)
    expect(await machinesOf(guest)).toMatchObject([
      { owner: { kind: 'workshop', name: 'Attic' }, workshop: null, role: 'operator' },
    ])
    const seen = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
    expect(seen.owner).toEqual({ kind: 'workshop', name: 'Attic' })
    expect(seen.people.map(({ self }) => self)).toEqual([true])
  })

  test('a role for a member is given, and ends with the membership', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newMember(ada, workshop)
    const params = { workshop, member: await handleOf(bo, workshop) }
    expect(await rolesOf(bo)).toEqual([])
    const share = (role: 'manager' | 'operator') =>
      server.call(shareWithWorkshopMember, { machine, role }, as(ada, params))
    expect((await share('manager')).code).toBe(0)
    expect((await share('operator')).code).toBe(0)
    expect(await machinesOf(bo)).toMatchObject([
      { role: 'manager', workshop: { id: workshop, role: 'member' } },
    ])
    const foreign = await newOwner(server)
    const refused = await server.call(
      shareWithWorkshopMember,
      { machine: foreign.machine, role: 'operator' },
      as(ada, params),
    )
    expect(refused.code).toBe(MACHINE_UNKNOWN)
    expect((await remove(ada, workshop, bo)).data).toEqual({
      effectTime: null,
      passUntil: null,
      allRenew: false,
    })
    expect(await rolesOf(bo, 1)).toEqual([])
  })

  test('a removed member and a removed admin are refused at once by both servers, and their passes are listed', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const [bo, cy] = [await newAdmin(ada, workshop), await newMember(ada, workshop)]
    const params = { workshop, member: await handleOf(cy, workshop) }
    await server.call(shareWithWorkshopMember, { machine, role: 'operator' }, as(ada, params))
    const pass = (one: Someone, process = 0) =>
      server.call(issueMachinePass, {}, as(one, { machine }, process))
    expect([(await pass(bo)).code, (await pass(cy)).code]).toEqual([0, 0])
    const before = await server.sql<{ rights: string }>('select rights from machine where id = $1', machine)
    expect((await remove(ada, workshop, cy)).code).toBe(0)
    const { effectTime } = (await remove(ada, workshop, bo)).data
    expect(effectTime).toBeGreaterThan(Date.now() / 1_000 + 47 * HOUR)
    expect((await pass(bo)).code).toBe(0)
    await settle(workshop)
    for (const process of [0, 1]) {
      expect([(await pass(bo, process)).code, (await pass(cy, process)).code]).toEqual([
        MACHINE_UNKNOWN,
        MACHINE_UNKNOWN,
      ])
      expect(await workshopOf(bo, workshop, process)).toBeUndefined()
    }
    const after = await server.sql<{ rights: string }>('select rights from machine where id = $1', machine)
    expect(Number(after[0]?.rights)).toBeGreaterThan(Number(before[0]?.rights) + 1)
    const listed = await server.sql('select member from machine_removed_member where machine = $1', machine)
    expect(listed.length).toBe(2)
    const losses = await server.sql('select uid from machine_loss where machine = $1', workshop)
    expect(losses.length).toBe(2)
  })

  test('a change of owner ends what the workshop had', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const buyer = await newSomeone(server)
    await server.call(renameMachine, { name: 'Old Bess' }, as(ada, { machine }))
    const { data } = await server.call(startMachineTransfer, undefined, as(ada, { machine }))
    expect(data.effectTime).toBeNull()
    const described = await server.call(describeMachineOffer, { code: data.code }, as(buyer))
    expect(described.data).toMatchObject({ kind: 'transfer', from: 'Attic', name: '' })
    expect((await server.call(acceptMachineTransfer, { code: data.code }, as(buyer))).code).toBe(0)
    expect([await rolesOf(ada), await rolesOf(buyer)]).toEqual([[], ['owner']])
    expect(await workshopOf(ada, workshop)).toMatchObject({ machines: 0 })
    expect((await server.call(releaseMachine, undefined, as(ada, { machine }))).code).toBe(MACHINE_UNKNOWN)
  })
})

describe('with another admin', () => {
  test('a transfer can be accepted after 48 hours, and is void once its admin is removed', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const buyer = await newSomeone(server)
    const { data } = await server.call(startMachineTransfer, undefined, as(bo, { machine }))
    expect(data.effectTime).toBeGreaterThan(Date.now() / 1_000 + 47 * HOUR)
    expect(data.expireTime).toBe((data.effectTime ?? 0) + 72 * HOUR)
    const accept = () => server.call(acceptMachineTransfer, { code: data.code }, as(buyer))
    expect((await accept()).code).toBe(20704)
    expect((await workshopOf(ada, workshop))?.acts).toMatchObject([
      { kind: 'transfer', machine, effectTime: data.effectTime },
    ])
    await settle(workshop)
    expect((await machinesOf(ada))[0]).toMatchObject({ transferring: true })
    await remove(bo, workshop, bo)
    expect((await accept()).code).toBe(20704)
    expect(await rolesOf(ada)).toEqual(['manager'])
  })

  test('a release takes effect once, by one of two servers, unless it was stopped', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const release = () => server.call(releaseMachine, undefined, as(ada, { machine }))
    expect((await release()).data).toMatchObject({ card: null, effectTime: expect.any(Number) })
    expect((await release()).code).toBe(OPEN)
    const mail = await server.waitForMail(bo.email, ({ subject }) => /can still cancel/.test(subject))
    expect(mail.text).toContain('will be released')
    const [act] = (await workshopOf(bo, workshop))?.acts ?? []
    const stop = (process = 0) =>
      server.call(stopWorkshopAct, undefined, as(bo, { workshop, act: act?.id ?? '' }, process))
    expect((await stop()).code).toBe(0)
    expect((await stop()).code).toBe(ACT_UNKNOWN)
    await carryOut()
    expect(await rolesOf(bo)).toEqual(['manager'])
    // Stopped, and carried out on both servers, at the same moment: one of them.
    await release()
    const [again] = (await workshopOf(bo, workshop))?.acts ?? []
    await elapse(workshop)
    const stopping = server.call(stopWorkshopAct, undefined, as(bo, { workshop, act: again?.id ?? '' }, 1))
    await Promise.all([carryOut(), carryOut(), stopping])
    await expect.poll(() => actsLeft(workshop)).toBe(0)
    const wasStopped = (await stopping).code === 0
    await expect.poll(() => rolesOf(bo)).toEqual(wasStopped ? ['manager'] : [])
    if (wasStopped) return
    expect((await claimByDisplay(server, await newSomeone(server), built)).code).toBe(0)
  })

  test('dissolving releases all machines, and tells all members', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    const [bo, cy] = [await newAdmin(ada, workshop), await newMember(ada, workshop)]
    await server.sql('update machine set by_card = true where id = $1', machine)
    const { effectTime } = (await server.call(dissolveWorkshop, undefined, as(ada, { workshop }))).data
    expect(effectTime).toBeGreaterThan(Date.now() / 1_000 + 47 * HOUR)
    await settle(workshop)
    for (const one of [ada, bo, cy]) expect(await workshopOf(one, workshop)).toBeUndefined()
    expect([await rolesOf(ada), await rolesOf(bo)]).toEqual([[], []])
    await finish(workshop)
    const mail = await server.waitForMail(ada.email, ({ text }) => text.includes('no display'))
    expect(mail.text).toMatch(/[0-9A-Z]{13}/)
    await server.waitForMail(bo.email, ({ subject }) => /dissolved/.test(subject))
    const owned = await server.sql('select workshop, owner_since from machine where id = $1', machine)
    expect(owned).toEqual([{ workshop: null, owner_since: null }])
    const [card] = /[0-9A-Z]{13}/.exec(mail.text) ?? []
    const next = await newSomeone(server)
    expect((await server.call(claimMachine, { sn: built.sn, code: card ?? '' }, as(next))).code).toBe(0)
  })

  test('nothing takes effect that a banned admin has started, or that the machine no longer allows', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    await server.call(releaseMachine, undefined, as(bo, { machine }))
    const transfer = await server.call(startMachineTransfer, undefined, as(ada, { machine }))
    await server.call(setMachineLost, { lost: true }, as(ada, { machine }))
    await server.sql(`update account set status = 'banned' where uid = $1`, bo.uid)
    await settle(workshop)
    expect(await machinesOf(ada)).toMatchObject([{ lost: true, transferring: false }])
    const { code } = transfer.data
    const buyer = await newSomeone(server)
    expect((await server.call(acceptMachineTransfer, { code }, as(buyer))).code).toBe(20704)
    const outcomes = await server.sql<{ outcome: string }>(
      `select outcome from audit_event where event = 'workshop.carry_out' and detail->>'workshop' = $1`,
      workshop,
    )
    expect(outcomes).toEqual([{ outcome: 'refused' }, { outcome: 'refused' }])
  })

  test('lost is set at once by any admin', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    expect((await server.call(setMachineLost, { lost: true }, as(bo, { machine }))).code).toBe(0)
    expect((await machinesOf(ada))[0]).toMatchObject({ lost: true })
    expect((await server.call(startMachineTransfer, undefined, as(ada, { machine }))).code).toBe(20703)
  })
})

describe('a request by a right code', () => {
  test('all admins get an email; a confirmation takes effect after 48 hours, a denial at once', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const claimant = await newSomeone(server)
    const { data } = await claimByDisplay(server, claimant, built, { resets: 1 })
    expect(data).toMatchObject({ request: { reviewFrom: expect.any(Number) } })
    for (const admin of [ada, bo])
      await server.waitForMail(admin.email, ({ subject }) => /asks for your machine/.test(subject))
    const answer = (by: Someone, wanted: 'confirm' | 'deny') =>
      server.call(answerMachineRequest, { answer: wanted }, as(by, { machine }))
    expect((await answer(bo, 'confirm')).data.effectTime).toBeGreaterThan(Date.now() / 1_000 + 47 * HOUR)
    expect(await rolesOf(claimant)).toEqual([])
    await settle(workshop)
    expect([await rolesOf(ada), await rolesOf(bo), await rolesOf(claimant)]).toEqual([[], [], ['owner']])

    const second = await newWorkshop()
    const cy = await newAdmin(second.ada, second.workshop)
    await claimByDisplay(server, claimant, second.built, { resets: 1 })
    const deny = await server.call(
      answerMachineRequest,
      { answer: 'deny' },
      as(cy, { machine: second.machine }),
    )
    expect(deny.data).toEqual({ effectTime: null })
  })
})

describe('logins, apps and claims', () => {
  test('work for admins and members with a role, and end with the membership', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    const [bo, cy] = [await newAdmin(ada, workshop), await newMember(ada, workshop)]
    const params = { workshop, member: await handleOf(cy, workshop) }
    await server.call(shareWithWorkshopMember, { machine, role: 'operator' }, as(ada, params))
    const claimsOf = ({ uid }: Someone) =>
      runAsOperator(server, db => readMachineClaims({ db, isDistributed: true }, uid))
    const rightsOf = ({ uid }: Someone) =>
      runAsOperator(server, db => readMachineRights({ db, isDistributed: true }, uid, [machine]))
    expect(await claimsOf(bo)).toMatchObject([{ id: machine, role: 'manager' }])
    expect(await claimsOf(cy)).toMatchObject([{ id: machine, role: 'operator' }])
    expect(await rightsOf(bo)).toMatchObject([{ id: machine, role: 'manager', mayRun: true }])
    const display = connectMachine(server, built)
    for (const [one, role] of [
      [bo, 'manager'],
      [cy, 'operator'],
    ] as const) {
      const { access_token } = await pair(server, display, one)
      expect(await display.userinfo(access_token)).toMatchObject({ status: 200, machine: { role } })
      expect((await remove(ada, workshop, one)).code).toBe(0)
      await settle(workshop)
      expect(await display.userinfo(access_token, 1)).toMatchObject({ status: 401 })
      expect([await claimsOf(one), await rightsOf(one)]).toEqual([[], []])
    }
  })

  test('a pairing of an admin is no request for the own machine', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    await newAdmin(ada, workshop)
    const display = connectMachine(server, built, { reset_number: 1 })
    await pair(server, display, ada, CLAIM)
    const requests = await server.sql('select uid from machine_request where machine = $1', machine)
    expect(requests).toEqual([])
    expect(await rolesOf(ada)).toEqual(['manager'])
  })
})

describe('limits', () => {
  const fill = (table: string, columns: string, count: number, workshop: string) =>
    server.sql(`insert into ${table} select $1, ${columns} from generate_series(1, ${count}) as i`, workshop)

  test('200 machines, 500 members and 20 workshops', async () => {
    const { ada, workshop } = await newWorkshop()
    const mine = await newOwner(server)
    const eve = await newAdmin(ada, workshop)
    await server.sql('update machine_role set uid = $1 where machine = $2', eve.uid, mine.machine)
    await fill('workshop_machine', `'m_' || i`, 199, workshop)
    expect((await give(eve, mine.machine, workshop)).code).toBe(LIMIT)
    const { code } = await invite(ada, workshop)
    await server.sql(
      `insert into workshop_member (workshop, uid, member, handle, role)
       select $1, gen_random_uuid(), 1000 + i, 'h' || i, 'member' from generate_series(1, 498) as i`,
      workshop,
    )
    expect((await join(await newSomeone(server), code)).code).toBe(LIMIT)
    await server.sql(
      `insert into workshop_of_account (uid, workshop) select $1::uuid, 'w_' || i from generate_series(1, 20) as i`,
      eve.uid,
    )
    expect((await server.call(createWorkshop, { name: 'More' }, as(eve))).code).toBe(LIMIT)
  })
})

describe('reauthentication', () => {
  test('is needed to name or remove an admin, to dissolve, and to give a machine', async () => {
    const { ada, workshop } = await newWorkshop()
    const [bo, cy] = [await newAdmin(ada, workshop), await newMember(ada, workshop)]
    const mine = await newOwner(server)
    await server.sql('delete from machine_bar')
    const stale = (params: Record<string, string>, { token } = ada) => ({ token, cookie: '', params })
    const codes = [
      await server.call(
        makeWorkshopAdmin,
        undefined,
        stale({ workshop, member: await handleOf(cy, workshop) }),
      ),
      await server.call(
        removeWorkshopMember,
        undefined,
        stale({ workshop, member: await handleOf(bo, workshop) }),
      ),
      await server.call(dissolveWorkshop, undefined, stale({ workshop })),
      await server.call(giveMachine, { workshop }, stale({ machine: mine.machine }, mine.owner)),
    ].map(({ code }) => code)
    expect(codes).toEqual([20107, 20107, 20107, 20107])
    expect((await remove({ ...ada, cookie: '' }, workshop, cy)).code).toBe(0)
  })
})

describe('deleting an account', () => {
  const erase = ({ uid }: Someone) => runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, uid)))

  test('of an admin leaves the workshop to the others, without what the account had started', async () => {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    await server.call(releaseMachine, undefined, as(ada, { machine }))
    const before = await server.sql<{ rights: string }>('select rights from machine where id = $1', machine)
    await erase(ada)
    expect(await workshopOf(bo, workshop)).toMatchObject({ onlyAdmin: true, acts: [], machines: 1 })
    expect(await rolesOf(bo)).toEqual(['manager'])
    const after = await server.sql<{ rights: string }>('select rights from machine where id = $1', machine)
    expect(Number(after[0]?.rights)).toBeGreaterThan(Number(before[0]?.rights))
  })

  test('of the last admin dissolves it, also when all admins are deleted at once', async () => {
    const { ada, workshop, machine, built } = await newWorkshop()
    const [bo, cy] = [await newAdmin(ada, workshop), await newMember(ada, workshop)]
    const member = await handleOf(cy, workshop)
    const role = { machine, role: 'operator' } as const
    await server.call(shareWithWorkshopMember, role, as(ada, { workshop, member }))
    expect(await rolesOf(cy)).toEqual(['operator'])
    await Promise.all([erase(ada), erase(bo)])
    expect(await workshopOf(cy, workshop)).toBeUndefined()
    await finish(workshop)
    expect(await rolesOf(cy)).toEqual([])
    for (const table of ['workshop_member', 'workshop_machine', 'workshop_act', 'workshop_of_account'])
      expect(await server.sql(`select 1 from ${table} where workshop = $1`, workshop)).toEqual([])
    expect((await claimByDisplay(server, await newSomeone(server), built)).code).toBe(0)
  })

  test('of an admin, while the admin claims a machine for the workshop, leaves no machine of nobody', async () => {
    const { ada, workshop } = await newWorkshop()
    const built = await buildMachine(server)
    const code = built.display(await startClaim(server, ada, built.sn))
    const claim = server.call(claimMachine, { sn: built.sn, code, workshop }, as(ada))
    await Promise.all([claim, erase(ada)])
    await finish(workshop)
    const owned = await server.sql('select id from machine where workshop = $1', workshop)
    expect(owned).toEqual([])
  })
})
