/** Each call that changes something about a machine has committed its audit rows when it answers. */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  answerMachineRequest,
  approveMachinePerson,
  cancelMachineTransfer,
  claimMachine,
  inviteToMachine,
  listMachinePeople,
  releaseMachine,
  removeMachinePerson,
  renameMachine,
  setMachineLost,
  startMachineTransfer,
  withdrawMachineInvitation,
} from '@kerf/contract/machines/machines'
import { issueMachinePass, limitMachinePasses } from '@kerf/contract/machines/passes'
import {
  approveWorkshopMember,
  createWorkshop,
  dissolveWorkshop,
  giveMachine,
  inviteToWorkshop,
  joinWorkshop,
  makeWorkshopAdmin,
  removeWorkshopMember,
  renameWorkshop,
  shareWithWorkshopMember,
  stopWorkshopAct,
  withdrawWorkshopInvitation,
} from '@kerf/contract/machines/workshops'
import { expect, test } from 'vitest'
import {
  buildMachine,
  claimByDisplay,
  newOwner,
  newSomeone,
  type Someone,
  useMachineServer,
} from './helpers.ts'
import { useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer()
const MESSAGE = 'message.send ok'

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })

/** The answer, after a look at the rows that the call has written. */
async function audited<T extends { requestId: string; text: string }>(
  answering: Promise<T>,
  rows: readonly string[],
): Promise<T> {
  const answer = await answering
  const written = await server.sql<{ row: string; detail: object }>(
    `select event || ' ' || outcome as row, detail from audit_event
      where request_id = $1 and event not like 'mail.%' order by id`,
    answer.requestId,
  )
  expect(
    written.map(({ row }) => row),
    answer.text,
  ).toEqual(rows)
  return answer
}

test('claim, people, invitations, transfer, lost and release are recorded, without serial number or code', async () => {
  const built = await buildMachine(server)
  const [owner, guest, bob] = [await newSomeone(server), await newSomeone(server), await newSomeone(server)]
  const guess = { sn: built.sn, code: '0000000000' }
  await audited(server.call(claimMachine, guess, as(owner)), ['machine.claim refused'])
  const { data } = await audited(claimByDisplay(server, owner, built), ['machine.claim ok'])
  const machine = data.machine.id
  const own = as(owner, { machine })
  await audited(server.call(renameMachine, { name: 'Laser' }, own), ['machine.name ok'])
  const invite = () =>
    audited(server.call(inviteToMachine, { role: 'operator', uses: 2 }, own), ['machine.invite ok'])
  const unused = (await invite()).data
  const invitation = { ...own, params: { machine, invitation: unused.id } }
  await audited(server.call(withdrawMachineInvitation, undefined, invitation), ['machine.uninvite ok'])
  const { code } = (await invite()).data
  await audited(
    server.call(acceptMachineInvitation, { code }, as(guest)),
    [MESSAGE, 'machine.join ok'].reverse(),
  )
  const people = (await server.call(listMachinePeople, undefined, own)).data.people
  const handle = people.find(({ waiting }) => waiting)?.handle ?? ''
  const person = { ...own, params: { machine, handle } }
  await audited(server.call(approveMachinePerson, undefined, person), ['machine.approve ok'])
  await audited(server.call(removeMachinePerson, undefined, person), [MESSAGE, 'machine.remove ok'])
  await audited(server.call(issueMachinePass, {}, own), ['machine.pass ok'])
  await audited(server.call(limitMachinePasses, { days: 9 }, own), ['machine.pass_limit ok'])
  await audited(server.call(setMachineLost, { lost: true }, own), ['machine.lost ok'])
  await audited(server.call(setMachineLost, { lost: false }, own), ['machine.found ok'])
  const offer = () => audited(server.call(startMachineTransfer, undefined, own), ['machine.offer ok'])
  await offer()
  await audited(server.call(cancelMachineTransfer, undefined, own), ['machine.cancel_offer ok'])
  const offered = (await offer()).data.code
  const taken = server.call(acceptMachineTransfer, { code: offered }, as(bob))
  await audited(taken, ['machine.transfer ok', MESSAGE])
  await audited(server.call(releaseMachine, undefined, as(bob, { machine })), ['machine.release ok'])
  const asked = await buildMachine(server)
  const { data: second } = await claimByDisplay(server, owner, asked)
  const answering = as(owner, { machine: second.machine.id })
  const rows = ['machine.request ok', MESSAGE]
  await audited(claimByDisplay(server, guest, asked, { resets: 1 }), rows)
  const deny = server.call(answerMachineRequest, { answer: 'deny' }, answering)
  await audited(deny, ['machine.deny_request ok', MESSAGE])
  await server.sql('update machine set requests_barred_until = null')
  await audited(claimByDisplay(server, guest, asked, { resets: 1 }), rows)
  const confirm = server.call(answerMachineRequest, { answer: 'confirm' }, answering)
  await audited(confirm, [MESSAGE, 'machine.confirm_request ok'])
  const details = await server.sql<{ text: string }>('select detail::text as text from audit_event')
  const all = details.map(({ text }) => text).join()
  for (const secret of [built.sn, code, offered, guess.code, built.card]) expect(all).not.toContain(secret)
})

test('each change of a workshop is recorded, without its join code', async () => {
  const { handleOf, settle } = useWorkshops(server)
  const [ada, bo, cy] = [await newSomeone(server), await newSomeone(server), await newSomeone(server)]
  const created = await audited(server.call(createWorkshop, { name: 'Attic' }, as(ada)), [
    'workshop.create ok',
  ])
  const workshop = created.data.workshop.id
  const own = as(ada, { workshop })
  await audited(server.call(renameWorkshop, { name: 'Cellar' }, own), ['workshop.name ok'])
  const invite = () => audited(server.call(inviteToWorkshop, undefined, own), ['workshop.invite ok'])
  const params = { workshop, invitation: (await invite()).data.id }
  await audited(server.call(withdrawWorkshopInvitation, undefined, as(ada, params)), ['workshop.uninvite ok'])
  const { code } = (await invite()).data
  const joinAs = (one: Someone) =>
    audited(server.call(joinWorkshop, { code }, as(one)), ['workshop.join ok', MESSAGE])
  for (const one of [bo, cy]) await joinAs(one)
  const at = async (one: Someone) => as(ada, { workshop, member: await handleOf(one, workshop) })
  for (const one of [bo, cy])
    await audited(server.call(approveWorkshopMember, undefined, await at(one)), [
      'workshop.approve ok',
      MESSAGE,
    ])
  const { machine } = await newOwner(server)
  await server.sql('update machine_role set uid = $1 where machine = $2', ada.uid, machine)
  await audited(server.call(giveMachine, { workshop }, as(ada, { machine })), ['machine.give ok'])
  const role = { machine, role: 'operator' } as const
  await audited(server.call(shareWithWorkshopMember, role, await at(cy)), ['machine.share ok', MESSAGE])
  const promoted = server.call(makeWorkshopAdmin, undefined, await at(bo))
  await audited(promoted, ['workshop.make_admin ok', MESSAGE, MESSAGE])
  await audited(server.call(removeWorkshopMember, undefined, await at(cy)), [MESSAGE, 'workshop.remove ok'])
  const act = ['workshop.start_act ok', MESSAGE, MESSAGE]
  await audited(server.call(releaseMachine, undefined, as(ada, { machine })), act)
  const [row] = await server.sql<{ id: string }>('select id from workshop_act where workshop = $1', workshop)
  const stop = server.call(stopWorkshopAct, undefined, as(bo, { workshop, act: row?.id ?? '' }))
  await audited(stop, ['workshop.stop_act ok', MESSAGE, MESSAGE])
  await audited(server.call(removeWorkshopMember, undefined, await at(bo)), act)
  await settle(workshop)
  const carried = await server.sql(
    `select outcome, uid, detail->>'kind' as kind from audit_event where event = 'workshop.carry_out'`,
  )
  expect(carried).toEqual([{ outcome: 'ok', uid: ada.uid, kind: 'remove' }])
  await audited(server.call(dissolveWorkshop, undefined, own), [MESSAGE, 'workshop.dissolve ok'])
  const details = await server.sql<{ text: string }>('select detail::text as text from audit_event')
  expect(details.map(({ text }) => text).join()).not.toContain(code)
})
