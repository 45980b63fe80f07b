/** People of a machine: invitations, removal, transfer, release (S-160, S-163, S-167). */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  approveMachinePerson,
  cancelMachineTransfer,
  describeMachineOffer,
  inviteToMachine,
  listMachinePeople,
  listMachines,
  releaseMachine,
  removeMachinePerson,
  renameMachine,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { describe, expect, test } from 'vitest'
import { claimByDisplay, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'

const server = await useMachineServer()
const INVALID = 20704
const UNKNOWN = 20701
const AUTHORITY = 20102

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const invite = async (by: Someone, machine: string, input: object) =>
  server.call(inviteToMachine, { role: 'operator', ...input }, as(by, { machine }))
const accept = (by: Someone, code: string) => server.call(acceptMachineInvitation, { code }, as(by))
const people = async (by: Someone, machine: string) =>
  (await server.call(listMachinePeople, undefined, as(by, { machine }))).data.people
const handleOf = async (by: Someone, machine: string) =>
  (await people(by, machine)).find(({ self }) => self)?.handle ?? ''
const rolesOf = async (by: Someone) =>
  (await server.call(listMachines, undefined, as(by))).data.machines.map(({ role }) => role)

async function join(owner: Someone, machine: string, input: object = {}): Promise<Someone> {
  const guest = await newSomeone(server)
  const { data } = await invite(owner, machine, input)
  expect((await accept(guest, data.code)).code).toBe(0)
  return guest
}

describe('invitations', () => {
  test('give the role once, and describe themselves before', async () => {
    const { owner, machine } = await newOwner(server)
    const { data } = await invite(owner, machine, {})
    expect(data.url).toMatch(/\/machines\/join#[\w-]{44}$/)
    const [ada, eve] = [await newSomeone(server), await newSomeone(server)]
    const described = await server.call(describeMachineOffer, { code: data.code }, as(ada))
    expect(described.data).toMatchObject({ kind: 'invitation', role: 'operator', approval: false })
    expect(await rolesOf(ada)).toEqual([])
    expect((await accept(ada, data.code)).code).toBe(0)
    expect(await rolesOf(ada)).toEqual(['operator'])
    expect((await accept(eve, data.code)).code).toBe(INVALID)
  })

  test('to an address serve the account with that address only', async () => {
    const { owner, machine } = await newOwner(server)
    const [ada, eve] = [await newSomeone(server), await newSomeone(server)]
    const { data } = await invite(owner, machine, { email: ada.email.toUpperCase() })
    expect((await accept(eve, data.code)).code).toBe(INVALID)
    expect((await accept(ada, data.code)).code).toBe(0)
  })

  test('with several uses wait for an approval', async () => {
    const { owner, machine } = await newOwner(server)
    const { data } = await invite(owner, machine, { uses: 2 })
    const ada = await newSomeone(server)
    expect((await accept(ada, data.code)).data).toEqual({ waiting: true })
    expect(await rolesOf(ada)).toEqual([])
    const handle = (await people(owner, machine)).find(({ waiting }) => waiting)?.handle ?? ''
    expect((await server.call(approveMachinePerson, undefined, as(owner, { machine, handle }))).code).toBe(0)
    expect(await rolesOf(ada)).toEqual(['operator'])
  })

  test('never lower a role', async () => {
    const { owner, machine } = await newOwner(server)
    const ada = await join(owner, machine, { role: 'manager' })
    const { data } = await invite(owner, machine, { until: 4_000_000_000 })
    expect((await accept(ada, data.code)).code).toBe(0)
    expect(await rolesOf(ada)).toEqual(['manager'])
    const own = await invite(owner, machine, {})
    await accept(owner, own.data.code)
    expect(await rolesOf(owner)).toEqual(['owner'])
  })

  test('of a manager give the role of a machine operator, and end with the role of the manager', async () => {
    const { owner, machine } = await newOwner(server)
    const manager = await join(owner, machine, { role: 'manager' })
    expect((await invite(manager, machine, { role: 'manager' })).code).toBe(AUTHORITY)
    const { data } = await invite(manager, machine, {})
    const handle = await handleOf(manager, machine)
    expect((await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))).code).toBe(0)
    expect((await accept(await newSomeone(server), data.code)).code).toBe(INVALID)
  })

  test('end in the past is refused; an ended role gives nothing', async () => {
    const { owner, machine } = await newOwner(server)
    expect((await invite(owner, machine, { until: 1_000 })).code).toBe(20001)
    const ada = await join(owner, machine, { until: 4_000_000_000 })
    await server.sql(`update machine_role set ends_at = now() - interval '1 second' where uid = $1`, ada.uid)
    expect(await rolesOf(ada)).toEqual([])
    expect((await server.call(listMachinePeople, undefined, as(ada, { machine }))).code).toBe(UNKNOWN)
  })
})

describe('removal', () => {
  test('ends the role at once, bars from earlier links, raises the rights version and allows a new invitation', async () => {
    const { owner, machine } = await newOwner(server)
    const earlier = await invite(owner, machine, {})
    const ada = await join(owner, machine)
    const handle = await handleOf(ada, machine)
    const rights = async () =>
      Number(
        (await server.sql<{ rights: string }>('select rights from machine where id = $1', machine))[0]
          ?.rights,
      )
    const before = await rights()
    expect((await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))).code).toBe(0)
    expect(await rights()).toBeGreaterThan(before)
    expect(await rolesOf(ada)).toEqual([])
    expect((await accept(ada, earlier.data.code)).code).toBe(INVALID)
    const later = await invite(owner, machine, {})
    expect((await accept(ada, later.data.code)).code).toBe(0)
  })

  test('is not for machine operators, nor of the owner; everybody else may leave', async () => {
    const { owner, machine } = await newOwner(server)
    const [ada, bob] = [await join(owner, machine), await join(owner, machine)]
    const handles = { ada: await handleOf(ada, machine), owner: await handleOf(owner, machine) }
    const remove = (by: Someone, handle: string) =>
      server.call(removeMachinePerson, undefined, as(by, { machine, handle }))
    expect((await remove(bob, handles.ada)).code).toBe(AUTHORITY)
    expect((await remove(owner, handles.owner)).code).toBe(AUTHORITY)
    expect((await remove(ada, handles.ada)).code).toBe(0)
    expect(await rolesOf(ada)).toEqual([])
  })

  test('machine operators see themselves and the owner', async () => {
    const { owner, machine } = await newOwner(server)
    const [ada] = [await join(owner, machine), await join(owner, machine)]
    expect((await people(ada, machine)).map(({ role, self }) => [role, self])).toEqual([
      ['owner', false],
      ['operator', true],
    ])
    expect((await people(owner, machine)).length).toBe(3)
    expect((await server.call(renameMachine, { name: 'Mine' }, as(ada, { machine }))).code).toBe(AUTHORITY)
  })
})

describe('transfer', () => {
  test('makes the new owner, once, and nothing of the former owner remains (S-167)', async () => {
    const { owner, machine } = await newOwner(server)
    const guest = await join(owner, machine)
    await server.call(renameMachine, { name: "Ada's laser" }, as(owner, { machine }))
    const link = await invite(owner, machine, {})
    const { data } = await server.call(startMachineTransfer, undefined, as(owner, { machine }))
    const [bob, eve] = [await newSomeone(server), await newSomeone(server)]
    const described = await server.call(describeMachineOffer, { code: data.code }, as(bob))
    expect(described.data).toMatchObject({ kind: 'transfer', name: '', role: 'owner' })
    const answer = await server.call(acceptMachineTransfer, { code: data.code }, as(bob))
    expect(answer.data.machine).toMatchObject({ id: machine, name: '', role: 'owner' })
    expect(JSON.stringify(answer.data)).not.toContain("Ada's laser")
    expect((await people(bob, machine)).map(({ role }) => role)).toEqual(['owner'])
    expect([await rolesOf(owner), await rolesOf(guest)]).toEqual([[], []])
    expect((await accept(eve, link.data.code)).code).toBe(INVALID)
    expect((await server.call(acceptMachineTransfer, { code: data.code }, as(eve))).code).toBe(INVALID)
    expect((await server.call(renameMachine, { name: 'x' }, as(owner, { machine }))).code).toBe(UNKNOWN)
  })

  test('needs a reauthentication, can be withdrawn, and is refused while the machine is lost or the owner banned', async () => {
    const { owner, machine } = await newOwner(server)
    const { token } = owner
    const stale = { token, cookie: '', params: { machine } }
    expect((await server.call(startMachineTransfer, undefined, stale)).code).toBe(20107)
    const bob = await newSomeone(server)
    const offered = async () =>
      (await server.call(startMachineTransfer, undefined, as(owner, { machine }))).data.code
    const taken = async (code: string) => (await server.call(acceptMachineTransfer, { code }, as(bob))).code
    const first = await offered()
    await server.call(cancelMachineTransfer, undefined, as(owner, { machine }))
    expect(await taken(first)).toBe(INVALID)
    const second = await offered()
    await server.call(setMachineLost, { lost: true }, as(owner, { machine }))
    expect(await taken(second)).toBe(INVALID)
    expect((await server.call(startMachineTransfer, undefined, as(owner, { machine }))).code).toBe(20703)
    await server.call(setMachineLost, { lost: false }, as(owner, { machine }))
    const third = await offered()
    await server.sql(`update account set status = 'banned' where uid = $1`, owner.uid)
    expect(await taken(third)).toBe(INVALID)
  })
})

test('release ends everything; a stranger learns nothing of a machine', async () => {
  const { owner, machine, built } = await newOwner(server)
  const guest = await join(owner, machine)
  const eve = await newSomeone(server)
  const unknown = 'm_AAAAAAAAAAAAAAAAAAAAAA'
  const answers = await Promise.all(
    [machine, unknown].map(id => server.call(listMachinePeople, undefined, as(eve, { machine: id }))),
  )
  expect(answers.map(({ code, status, msg }) => ({ code, status, msg }))).toEqual([
    { code: UNKNOWN, status: 404, msg: answers[0]?.msg },
    { code: UNKNOWN, status: 404, msg: answers[0]?.msg },
  ])
  expect((await server.call(releaseMachine, undefined, as(owner, { machine }))).code).toBe(0)
  expect([await rolesOf(owner), await rolesOf(guest)]).toEqual([[], []])
  expect((await claimByDisplay(server, eve, built)).code).toBe(0)
})
