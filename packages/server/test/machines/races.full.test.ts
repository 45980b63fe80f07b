/** At most one owner, whatever races for a machine on two servers (S-161). */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  cancelMachineTransfer,
  claimMachine,
  inviteToMachine,
  startMachineTransfer,
  withdrawMachineInvitation,
} from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { renewPasses } from '../../src/machines/passes/renew-passes.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { buildMachine, newOwner, newSomeone, startClaim, useMachineServer } from './helpers.ts'

const server = await useMachineServer({ sibling: true })
const RACERS = 200
const crowd = await Promise.all(Array.from({ length: RACERS }, () => newSomeone(server)))

const owners = async (machine: string) =>
  (
    await server.sql<{ uid: string }>(
      `select uid from machine_role where machine = $1 and role = 'owner'`,
      machine,
    )
  ).map(({ uid }) => uid)

test('of 200 claims with the right code, one gives an owner', async () => {
  const built = await buildMachine(server)
  const codes = await Promise.all(
    crowd.map(async (one, i) => built.display(await startClaim(server, one, built.sn, i % 2))),
  )
  const answers = await Promise.all(
    crowd.map(({ token }, i) =>
      server.call(
        claimMachine,
        { sn: built.sn, code: codes[i] ?? '', ticket: 'any' },
        { token, process: i % 2 },
      ),
    ),
  )
  const won = answers.flatMap(({ code, data }, i) =>
    code === 0 && 'machine' in data ? [{ uid: crowd[i]?.uid, id: data.machine.id }] : [],
  )
  expect(won.length).toBe(1)
  expect(await owners(won[0]?.id ?? '')).toEqual([won[0]?.uid])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 20702]))
})

test('of 200 acceptances of a transfer or of a link, one has it', async () => {
  const { owner, machine } = await newOwner(server)
  const link = await server.call(inviteToMachine, { role: 'operator' }, { ...owner, params: { machine } })
  const joined = await Promise.all(
    crowd.map(({ token }, i) =>
      server.call(acceptMachineInvitation, { code: link.data.code }, { token, process: i % 2 }),
    ),
  )
  expect(joined.filter(({ code }) => code === 0).length).toBe(1)
  const { data } = await server.call(startMachineTransfer, undefined, { ...owner, params: { machine } })
  const answers = await Promise.all(
    crowd.map(({ token }, i) =>
      server.call(acceptMachineTransfer, { code: data.code }, { token, process: i % 2 }),
    ),
  )
  const won = answers.flatMap(({ code }, i) => (code === 0 ? [crowd[i]?.uid] : []))
  expect(won.length).toBe(1)
  expect(await owners(machine)).toEqual(won)
})

/** Makes a call that meets new passes for all: they are made, and not committed before the call waits for them. */
async function whilePassesAreRenewed<T>(machine: string, call: () => Promise<T>): Promise<T> {
  let answer: Promise<T> | undefined
  await runAsOperator(server, db =>
    db.transaction(async tx => {
      const { rows } = await tx.query<{ ownership: string }>({
        text: 'select ownership from machine where id = $1',
        values: [machine],
      })
      expect(await renewPasses(tx, { machine, ownership: rows[0]?.ownership ?? '' })).toBe(true)
      answer = call()
      const waiting = () =>
        server.sql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      await expect.poll(async () => (await waiting()).length).toBe(1)
    }),
  )
  if (!answer) throw new Error('the call was not made')
  return answer
}

const OFFER_INVALID = 20704

test('a transfer that is cancelled while all passes are renewed is not offered any more', async () => {
  const { owner, machine } = await newOwner(server)
  const next = await newSomeone(server)
  const of = { ...owner, params: { machine } }
  const offered = await server.call(startMachineTransfer, undefined, of)
  const cancelled = await whilePassesAreRenewed(machine, () =>
    server.call(cancelMachineTransfer, undefined, of),
  )
  expect(cancelled.code).toBe(0)
  const accepted = await server.call(acceptMachineTransfer, { code: offered.data.code }, next)
  expect(accepted.code).toBe(OFFER_INVALID)
  expect(await owners(machine)).toEqual([owner.uid])
})

test('an invitation that is withdrawn while all passes are renewed lets nobody in', async () => {
  const { owner, machine } = await newOwner(server)
  const guest = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, { ...owner, params: { machine } })
  const withdrawn = await whilePassesAreRenewed(machine, () =>
    server.call(withdrawMachineInvitation, undefined, { ...owner, params: { machine, invitation: data.id } }),
  )
  expect(withdrawn.code).toBe(0)
  expect((await server.call(acceptMachineInvitation, { code: data.code }, guest)).code).toBe(OFFER_INVALID)
})
