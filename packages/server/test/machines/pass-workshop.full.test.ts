/**
 * A day in a workshop: 30 people, 4 machines, no network from noon on, three people removed. It prints how many acts people needed, how long the
 * server took, and what each display said. `passes.test.ts` and `demo-machine.test.ts` prove each rule with one person.
 */
import { issueMachinePass } from '@kerf/contract/machines/passes'
import { approveWorkshopMember, shareWithWorkshopMember } from '@kerf/contract/machines/workshops'
import { expect, test } from 'vitest'
import { MACHINE_TEXTS } from '../../src/demo/machine/machine-texts.ts'
import { requireTraining } from '../../src/operations/machine/require-training.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { buildMachine, claimByDisplay, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { createOfflineMachine } from './offline-machine.ts'
import { as, useWorkshops } from './workshop-helpers.ts'

const PEOPLE = 30
const MACHINES = 4
const HOUR = 3_600

const server = await useMachineServer()
const { create, give, handleOf, invite, join, remove } = useWorkshops(server)

const certify = ({ uid }: Someone) =>
  server.sql(
    `insert into certificate (uid, course, cert_id, finished_at, issued_at, number, bearer)
     values ($1, 'laser', $2, now(), now(), $3, 'Ada')`,
    uid,
    crypto.randomUUID(),
    `KL-${crypto.randomUUID()}`,
  )

test('of 30 people all who may start 4 machines without a network, and three who were removed do not', async () => {
  const record: string[] = []
  const started = performance.now()
  let acts = 0
  const note = (text: string) => {
    const seconds = Math.round((performance.now() - started) / 1_000)
    record.push(`${String(seconds).padStart(4)} s ${String(acts).padStart(4)} acts  ${text}`)
  }
  const passOf = async (by: Someone, machine: string) => {
    const { code, data } = await server.call(issueMachinePass, {}, as(by, { machine }))
    return code === 0 ? data.pass : `refused ${code}`
  }

  const ada = await newSomeone(server)
  const workshop = await create(ada, 'Attic')
  const machines: { id: string; offline: Awaited<ReturnType<typeof createOfflineMachine>> }[] = []
  for (let at = 0; at < MACHINES; at++) {
    const built = await buildMachine(server)
    const { id } = (await claimByDisplay(server, ada, built)).data.machine
    expect((await give(ada, id, workshop)).code).toBe(0)
    machines.push({ id, offline: await createOfflineMachine(server, built.sn) })
    acts += 2
  }
  note(`${MACHINES} machines claimed and given to the workshop`)
  await runAsOperator(server, db =>
    requireTraining(db, { line: 'laser', course: 'laser', months: 12, operator: 'lin' }),
  )
  const people: Someone[] = []
  const { code } = await invite(ada, workshop)
  for (let at = 0; at < PEOPLE; at++) {
    const someone = await newSomeone(server)
    await join(someone, code)
    const member = await handleOf(someone, workshop)
    const approved = await server.call(approveWorkshopMember, undefined, as(ada, { workshop, member }))
    expect(approved.code).toBe(0)
    for (const { id: machine } of machines)
      await server.call(shareWithWorkshopMember, { machine, role: 'operator' }, as(ada, { workshop, member }))
    people.push(someone)
    acts += 2 + MACHINES
  }
  note(`${PEOPLE} people joined, approved and given the ${MACHINES} machines`)
  const [someone] = people
  expect(someone && (await passOf(someone, machines[0]?.id ?? ''))).toBe('refused 20710')
  for (const person of [ada, ...people]) await certify(person)
  note('without the course nobody gets a pass; then all have watched it')

  /** What the display says. */
  const says: Readonly<Record<string, string>> = {
    accepted: 'Ready to start',
    ...MACHINE_TEXTS.en.refusals,
  }
  const sheets = new Map<Someone, readonly string[]>()
  for (const person of people) {
    const sheet: string[] = []
    for (const { id } of machines) sheet.push(await passOf(person, id))
    sheets.set(person, sheet)
    acts++
  }
  note(`${PEOPLE} sheets with ${MACHINES} passes each`)
  const present = (whom: readonly Someone[], text: string) => {
    for (const [at, { offline }] of machines.entries()) {
      const said = new Map<string, number>()
      for (const person of whom) {
        const display = says[offline.present(sheets.get(person)?.[at] ?? '')] ?? ''
        said.set(display, (said.get(display) ?? 0) + 1)
        acts++
      }
      note(
        `${text}, machine ${at + 1}: ${[...said].map(([display, count]) => `${count} × "${display}"`).join(', ')}`,
      )
    }
    return record.slice(-MACHINES)
  }
  const expectAll = (lines: readonly string[], count: number, display: string) => {
    for (const line of lines) expect(line).toMatch(new RegExp(`: ${count} × "${display}"$`))
  }
  expectAll(present(people, 'morning'), PEOPLE, says.accepted ?? '')
  for (const { offline } of machines) offline.run(4 * HOUR)

  note('noon: the network is cut')
  const [removed, staying] = [people.slice(0, 3), people.slice(3)]
  for (const person of removed) {
    const { data } = await remove(ada, workshop, person)
    expect(((data.passUntil ?? 0) - Date.now() / 1_000) / (24 * HOUR)).toBeCloseTo(7, 1)
    expect(data.allRenew).toBe(false)
    expect(await passOf(person, machines[0]?.id ?? '')).toBe('refused 20701')
    acts++
  }
  note('the admin removes three people by phone, elsewhere')
  // As the page says: a machine that has seen no newer pass does not know yet.
  expectAll(present(removed, 'removed, before a newer pass'), 3, says.accepted ?? '')
  for (const [at, { id, offline }] of machines.entries()) {
    expect(offline.present(await passOf(ada, id))).toBe('accepted')
    acts++
    note(`the admin shows a new pass to machine ${at + 1}`)
  }
  expectAll(present(removed, 'removed, after a newer pass'), 3, says.removed ?? '')
  expectAll(present(staying, 'the others'), PEOPLE - 3, says.accepted ?? '')
  for (const { offline } of machines) offline.run(8 * 24 * HOUR)
  expectAll(present(staying, 'eight days later'), PEOPLE - 3, says.ended ?? '')
  process.stdout.write(`${record.join('\n')}\n`)
})
