/** Helpers of the tests of workshops. */
import { listMachines } from '@kerf/contract/machines/machines'
import {
  approveWorkshopMember,
  createWorkshop,
  giveMachine,
  inviteToWorkshop,
  joinWorkshop,
  listWorkshopMembers,
  listWorkshops,
  makeWorkshopAdmin,
  removeWorkshopMember,
} from '@kerf/contract/machines/workshops'
import { expect, vi } from 'vitest'
import { carryOutWorkshopActsTask } from '../../src/machines/wing.ts'
import { createDatabaseClock } from '../../src/platform/db/database-clock.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import type { TestServer } from '../support/test-server.ts'
import { newOwner, newSomeone, type Someone } from './helpers.ts'

/** A job waits for others and commits after each machine. */
const JOB_TIMEOUT_MS = 120_000

export const as = ({ token, cookie }: Someone, params: Record<string, string> = {}, process = 0) => ({
  ...{ token, cookie, params, process },
})

/** What the job of the servers does, in this process. Returns the errors that it logs. */
export async function runActs(server: TestServer): Promise<unknown[]> {
  const errors: unknown[] = []
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (details: object) => void errors.push((details as { err: unknown }).err),
  }
  await runAsOperator(server, async (db, keys) => {
    const clock = createDatabaseClock(db)
    // Its first call reads the database, whose one connection the job holds.
    await clock.now()
    await carryOutWorkshopActsTask(db, { keys, clock, placeOf: async () => '' }, log)(null, {} as never)
  })
  return errors
}

export const useWorkshops = (server: TestServer) => {
  const create = async (by: Someone, name = 'Attic') =>
    (await server.call(createWorkshop, { name }, as(by))).data.workshop.id
  const invite = async (by: Someone, workshop: string) =>
    (await server.call(inviteToWorkshop, undefined, as(by, { workshop }))).data
  const join = (by: Someone, code: string, process = 0) =>
    server.call(joinWorkshop, { code }, as(by, {}, process))
  const members = async (by: Someone, workshop: string) =>
    (await server.call(listWorkshopMembers, undefined, as(by, { workshop }))).data.members
  const workshopOf = async (by: Someone, workshop: string, process = 0) =>
    (await server.call(listWorkshops, undefined, as(by, {}, process))).data.workshops.find(
      ({ id }) => id === workshop,
    )
  const handleOf = async ({ uid }: Someone, workshop: string) =>
    (
      await server.sql<{ handle: string }>(
        'select handle from workshop_member where workshop = $1 and uid = $2',
        workshop,
        uid,
      )
    )[0]?.handle ?? ''
  const remove = async (by: Someone, workshop: string, whom: Someone, process = 0) =>
    server.call(
      removeWorkshopMember,
      undefined,
      as(by, { workshop, member: await handleOf(whom, workshop) }, process),
    )
  const promote = async (by: Someone, workshop: string, whom: Someone) =>
    server.call(makeWorkshopAdmin, undefined, as(by, { workshop, member: await handleOf(whom, workshop) }))
  const machinesOf = async (by: Someone, process = 0) =>
    (await server.call(listMachines, undefined, as(by, {}, process))).data.machines
  const rolesOf = async (by: Someone, process = 0) => (await machinesOf(by, process)).map(({ role }) => role)
  const give = (by: Someone, machine: string, workshop: string) =>
    server.call(giveMachine, { workshop }, as(by, { machine }))

  async function newMember(admin: Someone, workshop: string, options = {}): Promise<Someone> {
    const someone = await newSomeone(server, options)
    const { code } = await invite(admin, workshop)
    expect((await join(someone, code)).data).toEqual({ waiting: true })
    const member = await handleOf(someone, workshop)
    const approved = await server.call(approveWorkshopMember, undefined, as(admin, { workshop, member }))
    expect(approved.code).toBe(0)
    return someone
  }

  async function newAdmin(admin: Someone, workshop: string, options = {}): Promise<Someone> {
    const someone = await newMember(admin, workshop, options)
    expect((await promote(admin, workshop, someone)).code).toBe(0)
    return someone
  }

  /** A workshop with one machine. */
  async function newWorkshop() {
    const { owner: ada, machine, built } = await newOwner(server)
    const workshop = await create(ada)
    expect((await give(ada, machine, workshop)).code).toBe(0)
    return { ada, machine, built, workshop }
  }

  /** The 48 hours pass. */
  const elapse = (workshop: string) =>
    server.sql(`update workshop_act set due_at = now() - interval '1 second' where workshop = $1`, workshop)
  const carryOut = () => server.sql(`select graphile_worker.add_job('carry_out_workshop_acts', '{}'::json)`)
  const actsLeft = async (workshop: string) =>
    (await server.sql('select id from workshop_act where workshop = $1', workshop)).length

  const settle = async (workshop: string) => {
    await elapse(workshop)
    await carryOut()
    await vi.waitFor(async () => expect(await actsLeft(workshop)).toBe(0), { timeout: JOB_TIMEOUT_MS })
  }

  /** The job has released the machines of an ended workshop, and removed its members. */
  const finish = async (workshop: string) => {
    await carryOut()
    await vi.waitFor(
      async () => expect(await server.sql('select id from workshop where id = $1', workshop)).toEqual([]),
      { timeout: JOB_TIMEOUT_MS },
    )
  }

  return {
    create,
    invite,
    join,
    members,
    workshopOf,
    handleOf,
    remove,
    promote,
    machinesOf,
    rolesOf,
    give,
    newMember,
    newAdmin,
    newWorkshop,
    elapse,
    carryOut,
    actsLeft,
    settle,
    finish,
  }
}
