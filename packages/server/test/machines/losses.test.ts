/** Rights that have ended stay so in a restored database (S-167): records beside the files repeat their end. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  cancelMachineTransfer,
  inviteToMachine,
  listMachinePeople,
  listMachines,
  releaseMachine,
  removeMachinePerson,
  startMachineTransfer,
  withdrawMachineInvitation,
} from '@kerf/contract/machines/machines'
import { issueMachinePass } from '@kerf/contract/machines/passes'
import { stopWorkshopAct } from '@kerf/contract/machines/workshops'
import { describe, expect, test } from 'vitest'
import {
  assumeLostPasses,
  replayLosses,
  writeMissingLossRecords,
} from '../../src/machines/loss/loss-records.ts'
import { openFileStore } from '../../src/platform/files/open-file-store.ts'
import { MASTER_KEY, runAsOperator } from '../redemption/helpers.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import { newOwner, newSomeone, type Someone } from './helpers.ts'
import { createOfflineMachine } from './offline-machine.ts'
import { useWorkshops } from './workshop-helpers.ts'

const FILE_STORE = useFolder('losses')
const folder = join(FILE_STORE, 'machine-losses')
const server = await useTestServer({
  env: { KERF_MASTER_KEY: MASTER_KEY, HUMAN_CHECK: 'off', FILE_STORE },
})

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const rolesOf = async (by: Someone) =>
  (await server.call(listMachines, undefined, as(by))).data.machines.map(({ role }) => role)
const recordsOf = (machine: string): string[] =>
  readdirSync(folder).filter(name => name.startsWith(`${machine}-`))

async function invite(owner: Someone, machine: string): Promise<Someone> {
  const guest = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
  expect((await server.call(acceptMachineInvitation, { code: data.code }, as(guest))).code).toBe(0)
  return guest
}

const TABLES = [
  'machine_role',
  'machine_of_account',
  'machine_bar',
  'machine_loss',
  'machine_removed_member',
  'machine_invitation',
  'machine',
] as const
const WORKSHOP_TABLES = [
  'workshop',
  'workshop_member',
  'workshop_of_account',
  'workshop_machine',
  'workshop_bar',
  // Of a recovery to a moment: a backup has none.
  'workshop_act',
] as const
const keyOf = (table: string): string =>
  ['machine', 'workshop'].includes(table) ? 'id' : table.startsWith('workshop') ? 'workshop' : 'machine'

/** What a backup of this moment holds of the machine, or of the workshop. The returned function brings it back, and nothing of later. */
async function backUp(machine: string, tables: readonly string[] = TABLES): Promise<() => Promise<void>> {
  const rows = await Promise.all(
    tables.map(table =>
      server.sql<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where ${keyOf(table)} = $1`,
        machine,
      ),
    ),
  )
  return async () => {
    for (const [index, table] of tables.entries()) {
      await server.sql(`delete from ${table} where ${keyOf(table)} = $1`, machine)
      for (const { row } of rows[index] ?? [])
        await server.sql(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, row)
    }
  }
}

/** As `kerf restore` does. */
const replay = (deployment: 'us' | 'eu' = 'us') =>
  runAsOperator(server, async (db, keys) => {
    const files = await openFileStore(FILE_STORE)
    return db.transaction(async tx => {
      await assumeLostPasses(tx)
      return replayLosses(tx, { files, key: keys.erasure, deployment })
    })
  })

test('a removed guest stays out, and one who was invited again stays in', async () => {
  const { owner, machine } = await newOwner(server)
  const guest = await invite(owner, machine)
  const restore = await backUp(machine)
  const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
  const handle = people.find(({ self }) => self)?.handle ?? ''
  expect((await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))).code).toBe(0)
  await expect.poll(() => recordsOf(machine)).toHaveLength(1)

  await restore()
  expect(await rolesOf(guest)).toEqual(['operator'])
  expect(await replay()).toMatchObject({ ended: 1, unproven: 0 })
  expect(await rolesOf(guest)).toEqual([])
  expect(await rolesOf(owner)).toEqual(['owner'])
  expect(await replay()).toMatchObject({ ended: 0 })

  const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
  expect((await server.call(acceptMachineInvitation, { code: data.code }, as(guest))).code).toBe(0)
  expect(await replay()).toMatchObject({ ended: 0 })
  expect(await rolesOf(guest)).toEqual(['operator'])
})

test('what was withdrawn or stopped is open no more: acts of a workshop, transfers, invitations', async () => {
  const { newWorkshop, newAdmin, workshopOf, elapse, carryOut, actsLeft } = useWorkshops(server)
  const { ada, machine, workshop } = await newWorkshop()
  const bo = await newAdmin(ada, workshop)
  const mine = await newOwner(server)
  await server.call(releaseMachine, undefined, as(ada, { machine }))
  const onMine = as(mine.owner, { machine: mine.machine })
  const transfer = (await server.call(startMachineTransfer, undefined, onMine)).data
  const link = (await server.call(inviteToMachine, { role: 'operator' }, onMine)).data
  const restores = [
    await backUp(machine),
    await backUp(mine.machine),
    await backUp(workshop, WORKSHOP_TABLES),
  ]
  const act = (await workshopOf(bo, workshop))?.acts[0]?.id ?? ''
  const stopped = await server.call(stopWorkshopAct, undefined, as(bo, { workshop, act }))
  const cancelled = await server.call(cancelMachineTransfer, undefined, onMine)
  const params = { machine: mine.machine, invitation: link.id }
  const withdrawn = await server.call(withdrawMachineInvitation, undefined, as(mine.owner, params))
  expect([stopped.code, cancelled.code, withdrawn.code]).toEqual([0, 0, 0])

  for (const one of restores) await one()
  expect(await actsLeft(workshop)).toBe(1)
  await replay()
  await elapse(workshop)
  await carryOut()
  const eve = await newSomeone(server)
  const codes = [
    await server.call(acceptMachineTransfer, { code: transfer.code }, as(eve)),
    await server.call(acceptMachineInvitation, { code: link.code }, as(eve)),
  ].map(({ code }) => code)
  expect(codes).toEqual([20704, 20704])
  expect(await actsLeft(workshop)).toBe(0)
  expect([await rolesOf(bo), await rolesOf(mine.owner)]).toEqual([['manager'], ['owner']])
})

test('a number that a restored workshop gives again is that of somebody else', async () => {
  const { create, newMember, remove, workshopOf } = useWorkshops(server)
  const ada = await newSomeone(server)
  const workshop = await create(ada)
  const restore = await backUp(workshop, WORKSHOP_TABLES)
  const bo = await newMember(ada, workshop)
  expect((await remove(ada, workshop, bo)).code).toBe(0)
  await expect.poll(() => recordsOf(workshop)).toHaveLength(1)
  await restore()
  const cy = await newMember(ada, workshop)
  const numbers = await server.sql<{ member: number }>(
    'select member from workshop_member where workshop = $1 and uid = $2 union all select member from machine_loss where machine = $1',
    workshop,
    cy.uid,
  )
  expect(numbers[0]).toEqual({ member: 2 })
  expect(await replay()).toMatchObject({ ended: 0 })
  expect((await workshopOf(cy, workshop))?.role).toBe('member')
  // The same person, later, with the same number.
  await restore()
  await new Promise(done => setTimeout(done, 2_000))
  await server.sql('delete from workshop_bar where workshop = $1', workshop)
  const { invite, join } = useWorkshops(server)
  await join(bo, (await invite(ada, workshop)).code)
  await replay()
  expect((await workshopOf(bo, workshop))?.waiting).toBe(true)
})

test('a seller does not get the machine back; the buyer can claim it', async () => {
  const { owner: seller, machine } = await newOwner(server)
  const restore = await backUp(machine)
  const buyer = await newSomeone(server)
  const { data } = await server.call(startMachineTransfer, undefined, as(seller, { machine }))
  expect((await server.call(acceptMachineTransfer, { code: data.code }, as(buyer))).code).toBe(0)
  await expect.poll(() => recordsOf(machine)).toHaveLength(1)
  const [after] = await server.sql('select ownership, rights from machine where id = $1', machine)

  await restore()
  expect(await rolesOf(seller)).toEqual(['owner'])
  expect(await replay()).toMatchObject({ ended: 1 })
  expect(await rolesOf(seller)).toEqual([])
  expect(await server.sql('select ownership, rights from machine where id = $1', machine)).toEqual([after])
})

test('a record that proves nothing ends nothing: changed, of another server group, or under another name', async () => {
  const { owner, machine } = await newOwner(server)
  const guest = await invite(owner, machine)
  const restore = await backUp(machine)
  const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
  const handle = people.find(({ self }) => self)?.handle ?? ''
  await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))
  await expect.poll(() => recordsOf(machine)).toHaveLength(1)
  await restore()
  const path = join(folder, recordsOf(machine)[0] ?? '')
  const written = readFileSync(path, 'utf8')
  const before = await replay('eu')
  expect(before).toMatchObject({ ended: 0 })
  for (const forged of [
    written.replace(guest.uid, owner.uid),
    written.replace(/"rights":"\d+"/, '"rights":"9999999999"'),
    '',
    '{}',
  ]) {
    writeFileSync(path, forged)
    expect(await replay()).toMatchObject({ ended: 0, unproven: 1 })
  }
  expect(await rolesOf(guest)).toEqual(['operator'])
  // A lost record is written again from the table.
  await server.sql(
    `insert into machine_loss (machine, id, uid, member, ownership, rights)
     select machine, 'AAAAAAAAAAAAAAAA', uid, member, ownership, 1 from machine_role where machine = $1 and uid = $2`,
    machine,
    guest.uid,
  )
  const store = async () => ({ files: await openFileStore(FILE_STORE), deployment: 'us' })
  await runAsOperator(server, async (db, keys) =>
    expect(await writeMissingLossRecords(db, { ...(await store()), key: keys.erasure })).toBe(1),
  )
  expect(await replay()).toMatchObject({ ended: 1 })
  expect(await rolesOf(guest)).toEqual([])
})

test('a removed member of a workshop stays out; a workshop that is left without an admin ends', async () => {
  const { newWorkshop, newAdmin, newMember, remove, workshopOf, settle, finish } = useWorkshops(server)
  const { ada, machine, workshop } = await newWorkshop()
  const [bo, cy] = [await newAdmin(ada, workshop), await newMember(ada, workshop)]
  const restores = [await backUp(machine), await backUp(workshop, WORKSHOP_TABLES)]
  const restore = async () => {
    for (const one of restores) await one()
  }
  expect((await remove(bo, workshop, cy)).code).toBe(0)
  expect((await remove(ada, workshop, bo)).code).toBe(0)
  await settle(workshop)
  await expect.poll(() => recordsOf(workshop)).toHaveLength(2)
  await expect.poll(() => recordsOf(machine)).toHaveLength(2)

  await restore()
  expect([await rolesOf(bo), (await workshopOf(cy, workshop))?.role]).toEqual([['manager'], 'member'])
  expect(await replay()).toMatchObject({ ended: 3 })
  expect([await rolesOf(bo), await workshopOf(bo, workshop), await workshopOf(cy, workshop)]).toEqual([
    [],
    undefined,
    undefined,
  ])
  expect(await rolesOf(ada)).toEqual(['manager'])
  expect(await replay()).toMatchObject({ ended: 0 })

  const dot = await newAdmin(ada, workshop)
  expect((await remove(ada, workshop, ada)).code).toBe(0)
  await expect.poll(() => recordsOf(workshop)).toHaveLength(3)
  await restore()
  await replay()
  expect([await rolesOf(ada), await rolesOf(dot), await workshopOf(ada, workshop)]).toEqual([
    [],
    [],
    undefined,
  ])
  await finish(workshop)
  const [row] = await server.sql<{ workshop: string | null }>(
    'select workshop from machine where id = $1',
    machine,
  )
  expect(row).toEqual({ workshop: null })
})

describe('after a restoration', () => {
  const passOf = async (by: Someone, machine: string) =>
    (await server.call(issueMachinePass, {}, as(by, { machine }))).data.pass
  const remove = async (owner: Someone, machine: string, guest: Someone) => {
    const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
    const handle = people.find(({ self }) => self)?.handle ?? ''
    return (await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))).data
  }
  const waitForRecords = (machine: string, count: number) =>
    expect.poll(() => recordsOf(machine)).toHaveLength(count)

  test('no removal is forgotten: later passes list the removed people, also one whom the backup does not know', async () => {
    const { owner, machine, built } = await newOwner(server)
    const known = await invite(owner, machine)
    const restore = await backUp(machine)
    const unknown = await invite(owner, machine)
    // Passes that the backup does not know.
    const [knownPass, unknownPass] = [await passOf(known, machine), await passOf(unknown, machine)]
    await remove(owner, machine, known)
    await remove(owner, machine, unknown)
    await waitForRecords(machine, 2)

    await restore()
    expect(await replay()).toMatchObject({ ended: 1 })
    const offline = await createOfflineMachine(server, built.sn)
    expect(offline.present(knownPass)).toBe('accepted')
    expect(offline.present(await passOf(owner, machine))).toBe('accepted')
    expect([offline.present(knownPass), offline.present(unknownPass)]).toEqual(['removed', 'removed'])
    // A new person gets no number of somebody else.
    const late = await invite(owner, machine)
    expect(offline.present(await passOf(late, machine))).toBe('accepted')
    expect(await replay()).toMatchObject({ ended: 0 })
    expect(offline.present(await passOf(late, machine))).toBe('accepted')
    expect(offline.present(unknownPass)).toBe('removed')
  })

  test('a removal is told until when passes open that the backup does not know', async () => {
    const { owner, machine } = await newOwner(server)
    const guest = await invite(owner, machine)
    const restore = await backUp(machine)
    await passOf(guest, machine)
    await restore()
    await replay()
    const { passUntil } = await remove(owner, machine, guest)
    expect(((passUntil ?? 0) - Date.now() / 1_000) / 86_400).toBeCloseTo(30, 1)
  })

  test('a machine that knows of a renewal after the backup accepts new passes, and a removal after the renewal counts', async () => {
    const { owner, machine, built } = await newOwner(server)
    const stays = await invite(owner, machine)
    const restore = await backUp(machine)
    for (let at = 0; at < 9; at++) {
      const guest = await invite(owner, machine)
      await passOf(guest, machine)
      await remove(owner, machine, guest)
    }
    const offline = await createOfflineMachine(server, built.sn)
    const renewed = await passOf(stays, machine)
    expect(offline.present(renewed)).toBe('accepted')
    await remove(owner, machine, stays)
    await waitForRecords(machine, 10)

    await restore()
    expect(await replay()).toMatchObject({ ended: 1 })
    expect(await rolesOf(stays)).toEqual([])
    expect(offline.present(await passOf(owner, machine))).toBe('accepted')
    expect(offline.present(renewed)).toBe('former-owner')
  })
})
