/** Machines and their owners, for operators: two persons decide and assign (S-160, S-172). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  answerMachineRequest,
  claimMachine,
  listMachines,
  releaseMachine,
} from '@kerf/contract/machines/machines'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type BuiltMachine,
  buildMachine,
  claimByDisplay,
  newOwner,
  newSerialNumber,
  newSomeone,
  type Someone,
  startClaim,
  useMachineServer,
} from '../../../server/test/machines/helpers.ts'
import { useWorkshops } from '../../../server/test/machines/workshop-helpers.ts'
import { MASTER_KEY } from '../../../server/test/redemption/helpers.ts'
import { callCli } from '../cli-fixture.ts'

const server = await useMachineServer()
const dataDir = mkdtempSync(join(tmpdir(), 'kerf-operator-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const MEI = { name: 'mei', source: 'login:1002' }
const WHY = ['--reason', 'case 7', '--yes', '--json'] as const

const run = (words: readonly string[], answer?: string, who?: typeof MEI) =>
  callCli(
    words,
    { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, KERF_MASTER_KEY: MASTER_KEY },
    answer,
    who,
  )
/** Reads the request on a terminal, and approves it. */
const approve = (id: string) => run(['approval', 'approve', id], 'y', MEI)
async function runJson(...words: string[]) {
  const { code, out, err } = await run([...words, ...WHY])
  expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
  return JSON.parse(out)
}
/** Asks, lets another operator approve, and runs the command again. */
async function runByTwo(...words: string[]) {
  const asked = await run([...words, ...WHY])
  expect(asked).toMatchObject({ code: 3 })
  const { id } = JSON.parse(asked.out).approval
  expect((await approve(id)).code).toBe(0)
  return run([...words, ...WHY])
}

const machinesOf = async ({ token }: Someone) =>
  (await server.call(listMachines, undefined, { token })).data.machines.map(({ id }) => id)

/** `days` pass since the request. */
async function age(machine: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000)
  await server.sql('update machine_request set created_at = $2 where machine = $1', machine, at)
}

/** A machine of somebody, and a claimant who has shown a right code after a reset. */
async function requested() {
  const { built, owner, machine } = await newOwner(server)
  const claimant = await newSomeone(server)
  const show = (resets: number) => claimByDisplay(server, claimant, built, { resets })
  expect((await show(1)).data).toMatchObject({ request: { reviewFrom: expect.any(Number) } })
  return { built, owner, machine, claimant, show }
}
const decide = (machine: string, answer: string) => [
  'machine',
  'decide',
  machine,
  '--answer',
  answer,
  '--evidence',
  'INV-7',
]

describe('a request', () => {
  test('is listed and shown, and is not decided while the owner has time', async () => {
    const { built, owner, machine, claimant } = await requested()
    expect(await runJson('machine', 'requests')).toContainEqual(
      expect.objectContaining({ machine, claimant: claimant.uid, state: 'open', proved: false }),
    )
    const shown = await runJson('machine', 'show', built.sn)
    expect(shown).toMatchObject({
      id: machine,
      owner: owner.uid,
      people: 1,
      request: { claimant: claimant.uid },
    })
    expect(await runJson('machine', 'show', machine)).toEqual(shown)
    await age(machine, 29)
    const early = await run([...decide(machine, 'confirm'), ...WHY])
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining('The owner has time') })
  })

  test('needs a second code of the claimant after 30 days, evidence, and two operators; then the machine changes hands', async () => {
    const { owner, machine, claimant, show } = await requested()
    // Too early to count.
    await show(2)
    await age(machine, 31)
    const confirm = decide(machine, 'confirm')
    expect(await run([...confirm, ...WHY])).toMatchObject({
      code: 1,
      err: expect.stringContaining('second code'),
    })
    await show(3)
    expect((await run([...decide(machine, 'confirm').slice(0, -1), 'a@b.example', ...WHY])).code).toBe(1)
    const done = await runByTwo(...confirm)
    expect(JSON.parse(done.out)).toEqual({ machine, answer: 'confirm', claimant: claimant.uid })
    expect([await machinesOf(owner), await machinesOf(claimant)]).toEqual([[], [machine]])
    await server.waitForMail(owner.email, ({ subject }) => /has a new owner/.test(subject))
    const [row] = await server.sql<{ operator: string; uid: string; detail: object }>(
      `select operator, uid, detail from audit_event where event = 'machine.decide' and detail->>'machine' = $1`,
      machine,
    )
    const detail = {
      machine,
      answer: 'confirm',
      evidence: 'INV-7',
      approval: expect.any(String),
      confirmedBy: 'mei',
      reason: 'case 7',
    }
    expect(row).toEqual({ operator: 'lin', uid: owner.uid, detail })
    expect((await run([...confirm, ...WHY])).err).toContain('no open request')
  })

  test('that is denied bars others for 90 days, and an answer of the owner comes first', async () => {
    const first = await requested()
    await age(first.machine, 31)
    expect((await runByTwo(...decide(first.machine, 'deny'))).code).toBe(0)
    expect(await machinesOf(first.owner)).toEqual([first.machine])
    expect((await first.show(2)).code).toBe(20702)
    const second = await requested()
    await age(second.machine, 31)
    const asked = await run([...decide(second.machine, 'deny'), ...WHY])
    const { id } = JSON.parse(asked.out).approval
    await approve(id)
    const { token, cookie } = second.owner
    const params = { machine: second.machine }
    expect(
      (await server.call(answerMachineRequest, { answer: 'deny' }, { token, cookie, params })).code,
    ).toBe(0)
    expect((await run([...decide(second.machine, 'deny'), ...WHY])).err).toContain('no open request')
  })
})

describe('assign', () => {
  const assign = (sn: string, to: string) => ['machine', 'assign', sn, '--to', to, '--evidence', 'INV-8']

  test('gives a machine that has no owner to an account, by two operators, with an email', async () => {
    const [built, person] = [await buildMachine(server), await newSomeone(server)]
    // Made before there were keys for claims.
    await server.sql('update device set generation = 0 where sn = $1', built.sn)
    const { machine } = JSON.parse((await runByTwo(...assign(built.sn, person.email))).out)
    expect(await machinesOf(person)).toEqual([machine])
    await server.waitForMail(person.email, ({ subject }) => /You are the owner of a machine/.test(subject))
    expect((await run([...assign(built.sn, person.uid), ...WHY])).err).toContain('has an owner')
  })

  test('refuses what was not imported, an unknown account, and one that may not own machines', async () => {
    const [built, banned] = [await buildMachine(server), await newSomeone(server)]
    await server.sql(`update account set status = 'restricted' where uid = $1`, banned.uid)
    for (const words of [
      assign(newSerialNumber(), banned.uid),
      assign(built.sn, 'nobody@example.com'),
      assign(built.sn, banned.uid),
      assign('short', banned.uid),
    ])
      expect(await run([...words, ...WHY])).toMatchObject({ code: 1, out: '' })
    expect(
      await server.sql(`select 1 from approval where operation = 'machine assign' and state = 'pending'`),
    ).toEqual([])
  })
})

const claim = async (person: Someone, machine: BuiltMachine) => {
  const code = machine.display(await startClaim(server, person, machine.sn))
  return (await server.call(claimMachine, { sn: machine.sn, code }, { token: person.token })).code
}

test('distrust sends claims of one machine or of one key to an operator; new keys of a replaced board are trusted', async () => {
  const [built, person] = [await buildMachine(server), await newSomeone(server)]
  expect(await runJson('machine', 'distrust', built.sn)).toEqual({ distrusted: 1 })
  expect(await claim(person, built)).toBe(20702)
  expect(await runJson('machine', 'show', built.sn)).toMatchObject({ distrusted: true, generation: 1 })
  const made = await runJson('device', 'provision', '--sn', built.sn, '--reissue')
  expect(made).toMatchObject({ generation: 2, card: expect.any(String) })
  expect(await claim(person, built)).toBe(20702)
  const { code } = await server.call(claimMachine, { sn: built.sn, code: made.card }, { token: person.token })
  expect(code).toBe(0)
  const line = ['--line', 'laser', '--key-version', '1']
  expect((await runJson('machine', 'distrust', ...line)).distrusted).toBeGreaterThan(0)
  expect((await runJson('machine', 'distrust', ...line)).distrusted).toBe(0)
  for (const wrong of [[], [built.sn, ...line], ['--line', 'laser']])
    expect((await run(['machine', 'distrust', ...wrong, ...WHY])).code).toBe(2)
})

test('the card of a replaced board counts once for a machine that its owner has released', async () => {
  const { owner, built, machine } = await newOwner(server)
  const [person, other] = [await newSomeone(server), await newSomeone(server)]
  const claimBy = async ({ token }: Someone, code: string) =>
    (await server.call(claimMachine, { sn: built.sn, code }, { token })).code
  const reissue = async () => (await runJson('device', 'provision', '--sn', built.sn, '--reissue')).card
  expect(await claimBy(person, await reissue())).toBe(20702)
  await server.call(releaseMachine, undefined, { ...owner, params: { machine } })
  const card = await reissue()
  expect(await claimBy(person, card)).toBe(0)
  expect(await claimBy(other, card)).toBe(20702)
  expect(await machinesOf(person)).toEqual([machine])
})

test('renew raises the ownership number and keeps the people', async () => {
  const { owner, machine } = await newOwner(server)
  const numberOf = async () =>
    Number(
      (await server.sql<{ ownership: string }>('select ownership from machine where id = $1', machine))[0]
        ?.ownership,
    )
  const before = await numberOf()
  expect(await runJson('machine', 'renew', machine)).toEqual({ machine })
  expect(await numberOf()).toBeGreaterThan(before)
  expect(await machinesOf(owner)).toEqual([machine])
  const [row] = await server.sql(
    `select operator from audit_event where event = 'machine.renew' and uid = $1`,
    owner.uid,
  )
  expect(row).toEqual({ operator: 'lin' })
})

test('a workshop is shown as the owner; its machine is assigned to nobody, and a request for it is decided', async () => {
  const { newWorkshop, newAdmin } = useWorkshops(server)
  const { ada, built, machine, workshop } = await newWorkshop()
  const bo = await newAdmin(ada, workshop)
  expect(await runJson('machine', 'show', machine)).toMatchObject({
    ...{ owner: null, workshop: { id: workshop, name: 'Attic' }, people: 2 },
    ownerSince: expect.any(Number),
  })
  const claimant = await newSomeone(server)
  const refused = await run([
    'machine',
    'assign',
    built.sn,
    '--to',
    claimant.uid,
    '--evidence',
    'case 7',
    ...WHY,
  ])
  expect(refused.err).toContain('This machine has an owner.')
  await claimByDisplay(server, claimant, built, { resets: 1 })
  await age(machine, 31)
  await claimByDisplay(server, claimant, built, { resets: 1 })
  expect((await runByTwo(...decide(machine, 'confirm'))).code).toBe(0)
  expect(await machinesOf(claimant)).toEqual([machine])
  expect([await machinesOf(ada), await machinesOf(bo)]).toEqual([[], []])
  await server.waitForMail(bo.email, ({ subject }) => /new owner/.test(subject))
})

test('a used card that another account shows is listed and shown', async () => {
  const [built, ada, bob] = [await buildMachine(server), await newSomeone(server), await newSomeone(server)]
  const show = ({ token }: Someone) =>
    server.call(claimMachine, { sn: built.sn, code: built.card }, { token })
  await show(ada)
  await show(bob)
  const [machine] = await machinesOf(ada)
  const card = {
    ...{ machine, line: 'laser', sn: `…${built.sn.slice(-6)}`, claimant: bob.uid, usedBy: ada.uid },
    ...{ state: 'used card', since: expect.any(Number) },
  }
  expect(await runJson('machine', 'requests')).toContainEqual(card)
  expect(await runJson('machine', 'show', built.sn)).toMatchObject({ request: null, card })
  const { out } = await run(['machine', 'show', built.sn, '--reason', 'case 7'])
  expect(out).toContain(`shown again by ${bob.uid}, used by ${ada.uid}`)
})
