/** Logins at machines against everything that ends them, on two servers: no session without a role, and one at a machine (S-163, S-164). */
import {
  acceptMachineInvitation,
  inviteToMachine,
  listMachinePeople,
  releaseMachine,
  removeMachinePerson,
} from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { casesOf } from '../support/corpora.ts'
import { buildMachine, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { allow, CLAIM, connectMachine, type NetworkMachine, type Reply } from './network-machine.ts'

const server = await useMachineServer({ sibling: true })
const ROUNDS = casesOf({ sample: 4, whole: 12 })

const as = ({ token, cookie }: Someone, params: Record<string, string>, process = 0) => ({
  ...{ token, cookie, params, process },
})

async function addGuest(owner: Someone, machine: string): Promise<Someone & { handle: string }> {
  const guest = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
  await server.call(acceptMachineInvitation, { code: data.code }, as(guest, {}))
  const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
  return { ...guest, handle: people.find(({ self }) => self)?.handle ?? '' }
}

/** All but the request with the digits, which is returned. */
async function prepare(
  machine: NetworkMachine,
  someone: Someone,
  scope?: string,
): Promise<() => Promise<Reply>> {
  const { device_code, user_code } = await machine.start(scope)
  const { digits } = (await allow(server, someone, user_code)).data
  return () => machine.poll(device_code, digits ?? '')
}

const sessionsOf = async ({ uid }: Someone) =>
  (await server.sql('select handle from session where uid = $1 and ends_at is not null', uid)).length

test.each(['removal', 'release'] as const)('a login that races a %s leaves nothing', async how => {
  for (let round = 0; round < ROUNDS; round++) {
    const { owner, built, machine: id } = await newOwner(server)
    const guest = await addGuest(owner, id)
    const machine = connectMachine(server, built, { process: round % 2 })
    const finish = await prepare(machine, guest)
    const params = { machine: id, handle: guest.handle }
    const other = (round + 1) % 2
    const [tokens, ended] = await Promise.all([
      finish(),
      how === 'removal'
        ? server.call(removeMachinePerson, undefined, as(owner, params, other))
        : server.call(releaseMachine, undefined, as(owner, { machine: id }, other)),
    ])
    expect(ended.code).toBe(0)
    expect([200, 400]).toContain(tokens.status)
    for (const process of [0, 1])
      expect((await machine.userinfo(tokens.access_token, process)).status).toBe(401)
    expect(await sessionsOf(guest)).toBe(0)
  }
})

test('of two people who finish at the same moment, one is logged in', async () => {
  const { owner, built, machine: id } = await newOwner(server)
  const guest = await addGuest(owner, id)
  for (let round = 0; round < ROUNDS; round++) {
    const machines = [0, 1].map(process => connectMachine(server, built, { process }))
    const finishes = await Promise.all(
      machines.map((machine, i) => prepare(machine, i === round % 2 ? owner : guest)),
    )
    const replies = await Promise.all(finishes.map(finish => finish()))
    // The first login may end before its tokens are issued: then it gets none.
    expect(['200 200', '200 400']).toContain(
      replies
        .map(({ status }) => status)
        .toSorted()
        .join(' '),
    )
    for (const process of [0, 1]) {
      const live = await Promise.all(
        replies.map(({ access_token }) => machines[0]?.userinfo(access_token, process)),
      )
      expect(live.map(answer => answer?.status).toSorted()).toEqual([200, 401])
    }
    expect((await sessionsOf(owner)) + (await sessionsOf(guest))).toBe(1)
  }
})

test('of 20 claims by pairing, one gives an owner', async () => {
  const built = await buildMachine(server)
  const crowd = await Promise.all(Array.from({ length: 20 }, () => newSomeone(server)))
  const finishes = await Promise.all(
    crowd.map((one, i) => prepare(connectMachine(server, built, { process: i % 2 }), one, CLAIM)),
  )
  const replies = await Promise.all(finishes.map(finish => finish()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const owners = await server.sql(
    `select r.uid from machine_role r join machine m on m.id = r.machine where m.sn = $1 and r.role = 'owner'`,
    built.sn,
  )
  expect(owners).toEqual([{ uid: crowd[replies.findIndex(({ status }) => status === 200)]?.uid }])
})
