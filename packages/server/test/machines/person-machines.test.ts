/** What operators see of the machines of a person. */
import { inviteToMachine, setMachineLost } from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { explain } from '../../src/operations/explain/explain.ts'
import { listPersonMachines } from '../../src/operations/machine/person-machines.ts'
import { MASTER_KEY, runAsOperator } from '../redemption/helpers.ts'
import { claimByDisplay, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { as, useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer()
const { newWorkshop, newMember, newAdmin, join, invite } = useWorkshops(server)

const machinesOf = ({ uid }: Pick<Someone, 'uid'>) =>
  runAsOperator(server, async db => (await listPersonMachines(db, uid, 'sam')).machines)
const shortOf = async (one: Someone) =>
  (await machinesOf(one)).map(({ machine, through, role, workshop, facts }) => ({
    ...{ machine, through, role, workshop: workshop?.name ?? null },
    facts: facts.map(({ code }) => code),
  }))

test('an owner sees the machine with its name and the end of its serial number, and what hinders it', async () => {
  const { owner, machine, built } = await newOwner(server)
  await server.sql(`update machine set name = 'Big cutter' where id = $1`, machine)
  const [shown, ...others] = await machinesOf(owner)
  expect(others).toEqual([])
  expect(shown).toMatchObject({
    ...{ machine, name: 'Big cutter', line: 'laser', sn: `…${built.sn.slice(-6)}`, through: 'role' },
    ...{ role: 'owner', workshop: null, since: expect.any(Number), until: null, facts: [] },
  })
  expect(JSON.stringify(shown)).not.toContain(built.sn)
  await server.call(setMachineLost, { lost: true }, as(owner, { machine }))
  await server.sql('update device set distrusted_at = now() where sn = $1', built.sn)
  expect(await shortOf(owner)).toMatchObject([{ facts: ['machine_lost', 'machine_distrusted'] }])
  const [audited] = await server.sql<{ detail: object; uid: string }>(
    `select uid, detail from audit_event where event = 'user.machines' order by id desc limit 1`,
  )
  expect(audited).toMatchObject({ uid: owner.uid, detail: { machines: 1 } })
})

test('an invitation to the address of a person is listed until it is used or void', async () => {
  const { owner, machine } = await newOwner(server)
  const bob = await newSomeone(server)
  await server.call(inviteToMachine, { role: 'operator', email: bob.email }, as(owner, { machine }))
  expect(await shortOf(bob)).toEqual([
    { machine, through: 'invitation', role: 'operator', workshop: null, facts: ['machine_invited'] },
  ])
  expect(await shortOf(await newSomeone(server))).toEqual([])
  const { facts } = await runAsOperator(server, db =>
    explain(
      { db, config: { masterKey: MASTER_KEY, dataDir: '' } as never },
      { who: bob.uid, about: 'machine' },
      'sam',
    ),
  )
  expect(facts.map(({ code }) => code)).toEqual(expect.arrayContaining(['machine_none', 'machine_invited']))
  await server.sql('update machine set ownership = ownership + 1 where id = $1', machine)
  expect(await shortOf(bob)).toEqual([])
})

test('machines of a workshop: an admin, a member without a role, and one who waits', async () => {
  const { ada, machine, workshop } = await newWorkshop()
  const admin = await newAdmin(ada, workshop)
  const member = await newMember(ada, workshop)
  const waiting = await newSomeone(server)
  await join(waiting, (await invite(ada, workshop)).code)
  const of = { machine, through: 'workshop', workshop: 'Attic' }
  expect(await shortOf(ada)).toEqual([{ ...of, role: 'admin', facts: [] }])
  expect(await shortOf(admin)).toEqual([{ ...of, role: 'admin', facts: [] }])
  expect(await shortOf(member)).toEqual([{ ...of, role: 'member', facts: ['machine_without_role'] }])
  expect(await shortOf(waiting)).toEqual([{ ...of, role: 'member', facts: ['workshop_waits'] }])
  // The row of the machine alone makes nobody an admin.
  await server.sql(
    `update workshop_member set role = 'member' where workshop = $1 and uid = $2`,
    workshop,
    admin.uid,
  )
  expect(await shortOf(admin)).toEqual([{ ...of, role: 'member', facts: ['machine_without_role'] }])
})

test('a request is listed for its claimant, and named to the owner as open', async () => {
  const { owner, machine, built } = await newOwner(server)
  const bob = await newSomeone(server)
  await claimByDisplay(server, bob, built, { resets: 1 })
  const request = { machine, through: 'request', role: null, workshop: null }
  expect(await shortOf(bob)).toEqual([{ ...request, facts: ['machine_request_open'] }])
  const [owned] = await machinesOf(owner)
  expect(owned?.facts).toMatchObject([{ code: 'machine_request_open', blocks: false }])
  await server.sql('update machine_request set denied_at = now() where machine = $1', machine)
  expect(await shortOf(bob)).toEqual([{ ...request, facts: ['machine_request_denied'] }])
  expect(await shortOf(owner)).toMatchObject([{ facts: [] }])
})
