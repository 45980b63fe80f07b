/** At most one owner, whatever races for a machine on two servers (S-161). */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  claimMachine,
  inviteToMachine,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { buildMachine, newOwner, newSomeone, startClaim, useMachineServer } from './helpers.ts'

const server = await useMachineServer(2)
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
