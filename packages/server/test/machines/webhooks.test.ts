/** Apps learn of the rights of their own people on machines, and of nothing else. */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  inviteToMachine,
  listMachinePeople,
  removeMachinePerson,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { dissolveWorkshop } from '@kerf/contract/machines/workshops'
import { afterAll, expect, test } from 'vitest'
import { MASTER_KEY } from '../redemption/helpers.ts'
import { useTestServer } from '../support/test-server.ts'
import { startReceiver } from '../webhooks/webhook-receiver.ts'
import { newOwner, newSomeone, type Someone } from './helpers.ts'
import { useWorkshops } from './workshop-helpers.ts'

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY, HUMAN_CHECK: 'off' } })
const app = await startReceiver(server)
afterAll(() => app.close())

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const eventsOf = ({ uid }: Someone) =>
  app.received.flatMap(({ type, data }) =>
    data.uid === uid ? [{ type, data: { ...data, uid: 'own' } }] : [],
  )

test('an app learns when a person of it gets a right on a machine and loses it', async () => {
  const { owner, built, machine } = await newOwner(server)
  const [guest, buyer, stranger] = [
    await newSomeone(server),
    await newSomeone(server),
    await newSomeone(server),
  ]
  for (const { uid } of [owner, guest, buyer])
    await server.sql('insert into ticket_app (uid, client_id) values ($1, $2)', uid, app.clientId)
  const join = async (someone: Someone, until?: number) => {
    const { data } = await server.call(inviteToMachine, { role: 'operator', until }, as(owner, { machine }))
    expect((await server.call(acceptMachineInvitation, { code: data.code }, as(someone))).code).toBe(0)
  }
  await join(guest, 4_000_000_000)
  await join(stranger)
  const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
  const handle = people.find(({ self }) => self)?.handle ?? ''
  await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))
  for (const lost of [true, false]) await server.call(setMachineLost, { lost }, as(owner, { machine }))
  const { data } = await server.call(startMachineTransfer, undefined, as(owner, { machine }))
  expect((await server.call(acceptMachineTransfer, { code: data.code }, as(buyer))).code).toBe(0)

  const event = (type: string, role: string | null, until: number | null = null) => ({
    type: `machine.${type}`,
    data: { uid: 'own', machine, role, until },
  })
  await expect.poll(() => eventsOf(buyer)).toEqual([event('transferred', 'owner')])
  await expect
    .poll(() => eventsOf(guest))
    .toEqual([event('shared', 'operator', 4_000_000_000), event('unshared', null)])
  await expect.poll(() => eventsOf(owner)).toEqual([event('lost', 'owner'), event('unshared', null)])
  expect(eventsOf(stranger)).toEqual([])
  expect(JSON.stringify(app.received)).not.toContain(built.sn)
})

test('an app learns when a member becomes an admin, and when the workshop ends', async () => {
  const { newWorkshop, newMember, promote, settle, finish } = useWorkshops(server)
  const { ada, machine, workshop } = await newWorkshop()
  const bo = await newMember(ada, workshop)
  await server.sql('insert into ticket_app (uid, client_id) values ($1, $2)', bo.uid, app.clientId)
  expect((await promote(ada, workshop, bo)).code).toBe(0)
  const data = { uid: 'own', machine, role: 'manager', until: null }
  await expect.poll(() => eventsOf(bo)).toEqual([{ type: 'machine.shared', data }])
  await server.call(dissolveWorkshop, undefined, as(ada, { workshop }))
  await settle(workshop)
  await finish(workshop)
  const gone = { ...data, role: null }
  await expect
    .poll(() => eventsOf(bo))
    .toEqual([
      { type: 'machine.shared', data },
      { type: 'machine.unshared', data: gone },
      { type: 'machine.released', data: gone },
    ])
})

test('an app learns when a person of it gets and loses the rights of an admin', async () => {
  const { create, newAdmin, give, remove, settle } = useWorkshops(server)
  const { owner, machine } = await newOwner(server)
  const workshop = await create(owner)
  const bo = await newAdmin(owner, workshop)
  await server.sql('insert into ticket_app (uid, client_id) values ($1, $2)', bo.uid, app.clientId)
  expect((await give(owner, machine, workshop)).code).toBe(0)
  await remove(owner, workshop, bo)
  await settle(workshop)
  await expect
    .poll(() => eventsOf(bo))
    .toEqual([
      { type: 'machine.transferred', data: { uid: 'own', machine, role: 'manager', until: null } },
      { type: 'machine.unshared', data: { uid: 'own', machine, role: null, until: null } },
    ])
})
