/** Passes: who gets one, until when, and what they say (S-166). */
import { createHmac } from 'node:crypto'
import {
  acceptMachineInvitation,
  answerMachineRequest,
  inviteToMachine,
  listMachinePeople,
  listMachines,
  releaseMachine,
  removeMachinePerson,
} from '@kerf/contract/machines/machines'
import { issueMachinePass, limitMachinePasses, PASS_DAYS_DEFAULT } from '@kerf/contract/machines/passes'
import { decode, encode } from 'cborg'
import { describe, expect, test } from 'vitest'
import { fromBase45 } from '../../src/demo/machine/check-pass.ts'
import { eraseAccount } from '../../src/identity/index.ts'
import { readMachineClaims, readMachineRights } from '../../src/machines/wing.ts'
import { provisionMachine } from '../../src/operations/machine/machines.ts'
import { requireTraining } from '../../src/operations/machine/require-training.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { shiftClock } from '../support/shifted-clock.ts'
import { claimByDisplay, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'

const server = await useMachineServer()
const DAY = 86_400
const now = () => Math.floor(Date.now() / 1_000)

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const ask = (by: Someone, machine: string, input: object = {}) =>
  server.call(issueMachinePass, input, as(by, { machine }))
const peopleOf = async (owner: Someone, machine: string) =>
  (await server.call(listMachinePeople, undefined, as(owner, { machine }))).data.people

async function join(owner: Someone, machine: string, input: object = {}): Promise<Someone> {
  const guest = await newSomeone(server)
  const invited = await server.call(inviteToMachine, { role: 'operator', ...input }, as(owner, { machine }))
  await server.call(acceptMachineInvitation, { code: invited.data.code }, as(guest))
  return guest
}

async function remove(owner: Someone, machine: string, guest: Someone) {
  const own = await peopleOf(guest, machine)
  const handle = own.find(({ self }) => self)?.handle ?? ''
  return server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))
}

/** Claims of a pass whose MAC is right. */
async function read(sn: string, pass: string) {
  const provisioned = await runAsOperator(server, (db, keys) =>
    provisionMachine(db, keys, { sn, operator: 'lin' }),
  )
  const key = Buffer.from(provisioned.machineKeys?.pass ?? '', 'hex')
  const bytes = fromBase45(pass)
  expect(bytes.length).toBeLessThanOrEqual(160)
  const [header, , payload, mac] = decode(bytes, { useMaps: true }) as [
    Uint8Array,
    Map<never, never>,
    Uint8Array,
    Uint8Array,
  ]
  const expected = createHmac('sha256', key)
    .update(encode(['MAC0', header, new Uint8Array(), payload]))
    .digest()
  expect(Buffer.from(mac)).toEqual(expected)
  const claims = decode(payload, { useMaps: true }) as Map<number, unknown>
  const [end, issuedAt, ownership, rights, member, removed, name] = claims.values()
  return { end, issuedAt, ownership, rights, member, removed, name }
}

const certify = (uid: string, monthsAgo: number) =>
  server.sql(
    `insert into certificate (uid, course, cert_id, finished_at, issued_at, number, bearer)
     values ($1, 'laser', $2, now(), now() - make_interval(months => $3), $4, 'Ada')`,
    uid,
    crypto.randomUUID(),
    monthsAgo,
    `KL-${crypto.randomUUID()}`,
  )
const demand = (course: 'laser' | 'none', months?: number) =>
  runAsOperator(server, db => requireTraining(db, { line: 'laser', course, months, operator: 'lin' }))

describe('the end of a pass', () => {
  test('is the earliest of what was asked, the limit of the owner and the end of the role', async () => {
    const { owner, machine } = await newOwner(server)
    const daysOf = async (by: Someone, input: object = {}) =>
      ((await ask(by, machine, input)).data.expireTime - now()) / DAY
    const shownDays = async (by: Someone) =>
      (await server.call(listMachines, undefined, as(by))).data.machines.map(({ passDays }) => passDays)
    expect(await shownDays(owner)).toEqual([PASS_DAYS_DEFAULT])
    expect(await daysOf(owner)).toBeCloseTo(PASS_DAYS_DEFAULT, 2)
    expect(await daysOf(owner, { days: 1 })).toBeCloseTo(1, 2)
    expect(await daysOf(owner, { days: 30 })).toBeCloseTo(PASS_DAYS_DEFAULT, 2)
    const limit = (by: Someone, days: number) =>
      server.call(limitMachinePasses, { days }, as(by, { machine }))
    expect((await limit(owner, 31)).code).toBe(20001)
    expect((await limit(owner, 30)).code).toBe(0)
    expect(await daysOf(owner, { days: 30 })).toBeCloseTo(30, 2)
    const until = now() + 3 * DAY
    const guest = await join(owner, machine, { until })
    expect((await ask(guest, machine)).data.expireTime).toBe(until)
    expect((await limit(guest, 1)).code).toBe(20102)
    expect(await shownDays(guest)).toEqual([30])
    const sentTo = (app: readonly object[]) => app.flatMap(machine => Object.keys(machine))
    const claims = await runAsOperator(server, db =>
      readMachineClaims({ db, isDistributed: false }, guest.uid),
    )
    const rights = await runAsOperator(server, db =>
      readMachineRights({ db, isDistributed: false }, guest.uid),
    )
    expect(sentTo([...claims, ...rights])).not.toContain('passDays')
  })

  test('is not limited by a former owner', async () => {
    const { owner, machine, built } = await newOwner(server)
    await server.call(limitMachinePasses, { days: 30 }, as(owner, { machine }))
    expect((await server.call(releaseMachine, undefined, as(owner, { machine }))).code).toBe(0)
    const next = await newSomeone(server)
    const { data } = await claimByDisplay(server, next, built, { resets: 1 })
    expect(data.machine.passDays).toBe(PASS_DAYS_DEFAULT)
  })

  test('is not after the certificate counts, which the lists tell too', async () => {
    const { owner, machine } = await newOwner(server)
    const seen = async () => {
      const { machines } = (await server.call(listMachines, undefined, as(owner))).data
      const [person] = await peopleOf(owner, machine)
      return [machines[0]?.course, machines[0]?.trained, person?.mayStart]
    }
    expect(await seen()).toEqual([null, true, true])
    await demand('laser', 6)
    expect(await seen()).toEqual(['laser', false, false])
    const refused = await ask(owner, machine)
    expect(refused).toMatchObject({ code: 20710, data: { course: 'laser' } })
    expect(refused.text).toMatch(/\/en\/profile\/training/)
    await certify(owner.uid, 7)
    expect((await ask(owner, machine)).code).toBe(20710)
    await server.sql(
      `update certificate set issued_at = now() + interval '5 days' - interval '6 months' where uid = $1`,
      owner.uid,
    )
    expect(await seen()).toEqual(['laser', true, true])
    const days = ((await ask(owner, machine)).data.expireTime - now()) / DAY
    expect(days).toBeGreaterThan(0)
    expect(days).toBeLessThan(6)
    await server.sql('update certificate set revoked_at = now() where uid = $1', owner.uid)
    expect((await ask(owner, machine)).code).toBe(20710)
    await demand('none')
    expect((await ask(owner, machine)).code).toBe(0)
  })
})

test('a server whose clock is wrong gives no pass', async () => {
  const { owner, machine } = await newOwner(server)
  for (const shift of [-3_600_000, 3_600_000]) {
    const restore = shiftClock(shift)
    try {
      expect(await ask(owner, machine)).toMatchObject({ code: 20901, status: 503, data: {} })
    } finally {
      restore()
    }
  }
  expect((await ask(owner, machine)).code).toBe(0)
})

test('a machine of others and one without keys give no pass', async () => {
  const { owner, machine, built } = await newOwner(server)
  expect((await ask(await newSomeone(server), machine)).code).toBe(20701)
  await server.sql('update device set generation = 0 where sn = $1', built.sn)
  expect((await ask(owner, machine)).code).toBe(20711)
})

test('a pass says what the machine must know, and no account', async () => {
  const { owner, machine, built } = await newOwner(server)
  const { data } = await ask(owner, machine, { name: 'Ada L.', days: 2 })
  expect(data.qrCode).toMatch(/^M[\d.]+ [\d.]+h/)
  const claims = await read(built.sn, data.pass)
  expect(claims).toMatchObject({ end: data.expireTime, member: 1, removed: [], name: 'Ada L.' })
  expect(Number(claims.end) - Number(claims.issuedAt)).toBe(2 * DAY)
  expect((await ask(owner, machine, { name: 'x'.repeat(25) })).code).toBe(20001)
})

describe('a removed person', () => {
  test('is listed in later passes while a pass is open, and others keep theirs', async () => {
    const { owner, machine, built } = await newOwner(server)
    const [guest, other] = [await join(owner, machine), await join(owner, machine)]
    const given = await read(built.sn, (await ask(guest, machine)).data.pass)
    const ends = async (by: Someone) => (await peopleOf(by, machine)).map(one => one.passUntil)
    expect(await ends(owner)).toEqual([null, given.end, null])
    expect(await ends(guest)).toEqual([null, null])
    expect((await remove(owner, machine, other)).data).toEqual({ passUntil: null, allRenew: false })
    expect((await remove(owner, machine, guest)).data).toEqual({ passUntil: given.end, allRenew: false })
    const after = await read(built.sn, (await ask(owner, machine)).data.pass)
    expect(after).toMatchObject({ removed: [given.member], ownership: given.ownership })
    expect(Number(after.rights)).toBeGreaterThan(Number(given.rights))
    await server.sql(
      `update machine_removed_member set ends_at = now() - interval '1 s' where machine = $1`,
      machine,
    )
    expect((await read(built.sn, (await ask(owner, machine)).data.pass)).removed).toEqual([])
  })

  test('past the eighth raises the ownership number; roles, invitations and a request stay', async () => {
    const { owner, machine, built } = await newOwner(server)
    const before = await read(built.sn, (await ask(owner, machine)).data.pass)
    const stays = await join(owner, machine)
    const open = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
    await claimByDisplay(server, await newSomeone(server), built, { resets: 1 })
    const renewals: boolean[] = []
    for (let at = 0; at < 9; at++) {
      const guest = await join(owner, machine)
      await ask(guest, machine)
      renewals.push((await remove(owner, machine, guest)).data.allRenew)
    }
    expect(renewals).toEqual([...Array(8).fill(false), true])
    const after = await read(built.sn, (await ask(stays, machine)).data.pass)
    expect(Number(after.ownership)).toBeGreaterThan(Number(before.ownership))
    expect(after.removed).toEqual([])
    const late = await newSomeone(server)
    expect((await server.call(acceptMachineInvitation, { code: open.data.code }, as(late))).code).toBe(0)
    expect((await peopleOf(owner, machine)).length).toBe(3)
    const denied = await server.call(answerMachineRequest, { answer: 'deny' }, as(owner, { machine }))
    expect(denied.code).toBe(0)
  })
})

describe('the pass of a deleted account', () => {
  const erase = ({ uid }: Someone) => runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, uid)))

  test('ends as that of a removed person, and the invitations of a manager end', async () => {
    const { owner, machine, built } = await newOwner(server)
    const manager = await join(owner, machine, { role: 'manager' })
    const invited = await server.call(inviteToMachine, { role: 'operator' }, as(manager, { machine }))
    const given = await read(built.sn, (await ask(manager, machine)).data.pass)
    await erase(manager)
    const after = await read(built.sn, (await ask(owner, machine)).data.pass)
    expect(after).toMatchObject({ removed: [given.member], ownership: given.ownership })
    expect(Number(after.rights)).toBeGreaterThan(Number(given.rights))
    const late = await newSomeone(server)
    const accepted = await server.call(acceptMachineInvitation, { code: invited.data.code }, as(late))
    expect(accepted.code).toBe(20704)
    await erase(await join(owner, machine))
    expect((await read(built.sn, (await ask(owner, machine)).data.pass)).removed).toEqual([given.member])
  })

  test('of the ninth raises the ownership number with the next pass; the people stay', async () => {
    const { owner, machine, built } = await newOwner(server)
    const before = await read(built.sn, (await ask(owner, machine)).data.pass)
    for (let at = 0; at < 9; at++) {
      const guest = await join(owner, machine)
      await ask(guest, machine)
      await erase(guest)
    }
    const passes = await Promise.all([1, 2, 3, 4].map(() => ask(owner, machine)))
    for (const { data } of passes) {
      const after = await read(built.sn, data.pass)
      expect(after.removed).toEqual([])
      expect(Number(after.ownership)).toBeGreaterThan(Number(before.ownership))
    }
    expect(await peopleOf(owner, machine)).toHaveLength(1)
  })
})
