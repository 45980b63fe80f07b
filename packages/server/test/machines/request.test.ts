/** Requests: a right code at an owned machine asks its owner, and changes nothing without the answer (S-161, S-167). */
import { listMessages } from '@kerf/contract/endpoints/message'
import {
  acceptMachineTransfer,
  answerMachineRequest,
  claimMachine,
  listMachines,
  REQUEST_REVIEW_DAYS,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { remindMachineRequestsTask } from '../../src/machines/wing.ts'
import { createDatabaseClock } from '../../src/platform/db/database-clock.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { claimByDisplay, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'

const server = await useMachineServer({ sibling: true })
const REFUSED = 20702
const LOST = 20703
const NO_REQUEST = 20706
const REQUESTED = 20707

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const list = async (one: Someone) => (await server.call(listMachines, undefined, as(one))).data
const answer = (one: Someone, machine: string, given: 'confirm' | 'deny', process = 0) =>
  server.call(answerMachineRequest, { answer: given }, { ...as(one, { machine }), process })
const newRequest = async () => {
  const [owned, bob] = [await newOwner(server), await newSomeone(server)]
  const { data, code } = await claimByDisplay(server, bob, owned.built, { resets: 1 })
  return { ...owned, bob, data, code }
}

test('a code after a factory reset asks the owner, and both sides see the request', async () => {
  const { owner, machine, built, bob, code, data } = await newRequest()
  expect(code).toBe(0)
  const seen = { line: 'laser', snEnd: built.sn.slice(-6), state: 'open' }
  const [claimant, own] = [await list(bob), await list(owner)]
  const since = claimant.requests[0]?.since ?? 0
  const reviewFrom = since + REQUEST_REVIEW_DAYS * 86_400
  expect(data).toEqual({ request: { reviewFrom } })
  expect(claimant).toEqual({
    machines: [],
    requests: [{ ...seen, side: 'claimant', machine: null, since, reviewFrom }],
  })
  expect(own.machines).toMatchObject([{ id: machine, role: 'owner' }])
  expect(own.requests).toEqual([{ ...seen, side: 'owner', machine, since, reviewFrom }])
  const mail = await server.waitForMail(owner.email, ({ subject }) => /asks for your machine/.test(subject))
  expect(mail.text).toContain(built.sn.slice(-6))
  expect(mail.text).not.toContain(bob.email)
  const messages = await server.call(listMessages, {}, as(owner))
  expect(messages.data.items[0]?.title).toContain('asks to become its owner')
})

test('the same code of nobody else, no card and no second claimant makes a request', async () => {
  const { built, owner, bob } = await newRequest()
  const eve = await newSomeone(server)
  expect((await claimByDisplay(server, eve, built, { resets: 2 })).code).toBe(REFUSED)
  const card = { sn: built.sn, code: built.card }
  expect((await server.call(claimMachine, card, as(eve))).code).toBe(REFUSED)
  expect((await claimByDisplay(server, bob, built, { resets: 2 })).data).toHaveProperty('request')
  expect((await list(eve)).requests).toEqual([])
  expect((await list(owner)).requests).toHaveLength(1)
})

test('of many claimants at once, one has the request', async () => {
  const { built, machine } = await newOwner(server)
  const crowd = await Promise.all(Array.from({ length: 40 }, () => newSomeone(server)))
  const answers = await Promise.all(
    crowd.map((one, i) => claimByDisplay(server, one, built, { resets: 1, process: i % 2 })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await server.sql('select 1 from machine_request where machine = $1', machine)).toHaveLength(1)
})

describe('the answer', () => {
  test('confirm makes the claimant the owner, and nothing of the former one remains', async () => {
    const { owner, bob, machine } = await newRequest()
    expect((await answer(bob, machine, 'confirm')).status).toBe(404)
    expect((await answer(owner, machine, 'confirm')).code).toBe(0)
    const [before, after] = [await list(owner), await list(bob)]
    expect(before).toEqual({ machines: [], requests: [] })
    expect(after).toMatchObject({ machines: [{ id: machine, role: 'owner', name: '' }], requests: [] })
    // The code that was shown is old for the next owner.
    const [row] = await server.sql<{ reset: string }>(
      'select reset_number as reset from machine where id = $1',
      machine,
    )
    expect(Number(row?.reset)).toBe(1)
  })

  test('deny bars requests for 90 days, also after the claimant deletes the account', async () => {
    const { owner, bob, built, machine } = await newRequest()
    expect((await answer(owner, machine, 'deny')).code).toBe(0)
    expect((await answer(owner, machine, 'deny')).code).toBe(NO_REQUEST)
    expect((await answer(owner, machine, 'confirm')).code).toBe(NO_REQUEST)
    expect((await list(owner)).requests).toEqual([])
    expect((await list(bob)).requests).toMatchObject([{ side: 'claimant', state: 'denied' }])
    expect((await claimByDisplay(server, bob, built, { resets: 2 })).code).toBe(REFUSED)
    await runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, bob.uid)))
    const eve = await newSomeone(server)
    expect((await claimByDisplay(server, eve, built, { resets: 2 })).code).toBe(REFUSED)
    await server.sql(
      `update machine set requests_barred_until = requests_barred_until - interval '90 days' where id = $1`,
      machine,
    )
    expect((await claimByDisplay(server, eve, built, { resets: 2 })).code).toBe(0)
  })

  test('confirm and deny at once: one of them counts', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, bob, machine } = await newRequest()
      const both = await Promise.all([
        answer(owner, machine, 'confirm', 0),
        answer(owner, machine, 'deny', 1),
      ])
      expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
      expect((await list(bob)).machines).toHaveLength(both[0].code === 0 ? 1 : 0)
    }
  })
})

test('withdraws an offered transfer, allows no new one, and a lost machine is not handed over', async () => {
  const { owner, machine, built } = await newOwner(server)
  const [bob, eve] = [await newSomeone(server), await newSomeone(server)]
  const { data } = await server.call(startMachineTransfer, undefined, as(owner, { machine }))
  expect((await claimByDisplay(server, bob, built, { resets: 1 })).code).toBe(0)
  expect((await server.call(acceptMachineTransfer, { code: data.code }, as(eve))).code).toBe(20704)
  expect((await server.call(startMachineTransfer, undefined, as(owner, { machine }))).code).toBe(REQUESTED)
  await server.call(setMachineLost, { lost: true }, as(owner, { machine }))
  expect((await answer(owner, machine, 'confirm')).code).toBe(LOST)
  await server.call(setMachineLost, { lost: false }, as(owner, { machine }))
  expect((await answer(owner, machine, 'deny')).code).toBe(0)
  expect((await server.call(startMachineTransfer, undefined, as(owner, { machine }))).code).toBe(0)
})

test('the owner is reminded on days 7 and 13, once each, and keeps the machine', async () => {
  const { owner, machine } = await newRequest()
  const mails = async () => {
    await runAsOperator(server, async (db, keys) => {
      const mail = { keys, clock: createDatabaseClock(db), placeOf: () => '' }
      await remindMachineRequestsTask(db, mail, { info: () => {} } as never)({}, {} as never)
    })
    const [row] = await server.sql<{ mails: number }>(
      'select mails from machine_request where machine = $1',
      machine,
    )
    return row?.mails
  }
  const age = (days: number) =>
    server.sql(
      `update machine_request set created_at = now() - make_interval(days => $2, hours => 1) where machine = $1`,
      machine,
      days,
    )
  await age(6)
  expect(await mails()).toBe(1)
  await age(7)
  expect(await mails()).toBe(2)
  expect(await mails()).toBe(2)
  await age(13)
  expect(await mails()).toBe(3)
  await age(40)
  expect(await mails()).toBe(3)
  expect((await list(owner)).machines).toMatchObject([{ id: machine, role: 'owner' }])
})
