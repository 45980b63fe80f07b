/** Nothing acknowledged is lost, and nothing happens twice, when a server is killed while machines change their owners (P-01, S-161). */
import { acceptMachineTransfer, claimMachine, startMachineTransfer } from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { buildMachine, newOwner, newSomeone, startClaim, useMachineServer } from './helpers.ts'

const server = await useMachineServer({ processes: 2 })
const OF_EACH_KIND = 24
/** that survives */
const SURVIVOR = 1

interface Act {
  readonly sn: string
  /** the owner afterwards */
  readonly uid: string
  send(process: number): Promise<{ readonly code: number }>
}

async function claim(): Promise<Act> {
  const [one, built] = [await newSomeone(server), await buildMachine(server)]
  const code = built.display(await startClaim(server, one, built.sn, SURVIVOR))
  const send = (process: number) =>
    server.call(claimMachine, { sn: built.sn, code, ticket: 'any' }, { token: one.token, process })
  return { sn: built.sn, uid: one.uid, send }
}

async function transfer(): Promise<Act> {
  const [one, { owner, built, machine }] = [await newSomeone(server), await newOwner(server)]
  const { data } = await server.call(startMachineTransfer, undefined, { ...owner, params: { machine } })
  const send = (process: number) =>
    server.call(acceptMachineTransfer, { code: data.code }, { token: one.token, process })
  return { sn: built.sn, uid: one.uid, send }
}

const ownersOf = async (sn: string): Promise<string[]> =>
  (
    await server.sql<{ uid: string }>(
      `select r.uid from machine m join machine_role r on r.machine = m.id and r.role = 'owner' where m.sn = $1`,
      sn,
    )
  ).map(({ uid }) => uid)

test('a change of owner that was answered is stored, and one that was not can be repeated at the other server', async () => {
  const acts: Act[] = []
  for (let count = 0; count < OF_EACH_KIND; count++) acts.push(await claim(), await transfer())
  let killed: Promise<void> | undefined
  // Pairs go to one server, so that it gets both kinds. It is killed after its first answer.
  const answers = await Promise.all(
    acts.map(async ({ send }, index) => {
      const process = (index >> 1) % 2
      const answer = await send(process).catch(() => undefined)
      if (process !== SURVIVOR) killed ??= server.processes[process]?.kill()
      return answer
    }),
  )
  await killed
  const answered = answers.filter(answer => answer?.code === 0).length
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBeLessThan(acts.length)

  for (const [index, { sn, uid, send }] of acts.entries()) {
    const owners = await ownersOf(sn)
    expect(owners.length).toBeLessThanOrEqual(1)
    if (answers[index]?.code === 0) expect(owners).toEqual([uid])
    else if (owners[0] !== uid) expect((await send(SURVIVOR)).code).toBe(0)
    expect(await ownersOf(sn)).toEqual([uid])
  }
  const audited = await server.sql<{ uid: string }>(
    `select uid from audit_event where event in ('machine.claim', 'machine.transfer') and outcome = 'ok' and uid = any($1::uuid[])`,
    acts.map(({ uid }) => uid),
  )
  expect(audited.map(({ uid }) => uid).sort()).toEqual(acts.map(({ uid }) => uid).sort())
})
