/** Concurrent changes of a workshop, its machines and its members cause no deadlock (S-161, S-163). */
import {
  acceptMachineTransfer,
  cancelMachineTransfer,
  releaseMachine,
  removeMachinePerson,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import {
  dissolveWorkshop,
  giveMachine,
  makeWorkshopAdmin,
  removeWorkshopMember,
  shareWithWorkshopMember,
  stopWorkshopAct,
} from '@kerf/contract/machines/workshops'
import { describe, expect, test, vi } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { casesOf } from '../support/corpora.ts'
import { newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { as, runActs, useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer({ sibling: true })
const { create, workshopOf, handleOf, newMember, newAdmin, newWorkshop, settle } = useWorkshops(server)

const erase = ({ uid }: Someone) => runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, uid)))

describe('changes at the same moment', () => {
  const deadlocks = async (): Promise<number> =>
    Number(
      (
        await server.sql<{ count: string }>(
          'select deadlocks as count from pg_stat_database where datname = current_database()',
        )
      )[0]?.count,
    )

  /** All but the buyer's act are of one machine of a workshop with two admins, two members and an act that is due. */
  async function collide(round: number): Promise<void> {
    const { ada, workshop, machine } = await newWorkshop()
    const bo = await newAdmin(ada, workshop)
    const [cy, dee, buyer] = [
      await newMember(ada, workshop),
      await newMember(ada, workshop),
      await newSomeone(server),
    ]
    const memberOf = async (one: Someone) => ({ workshop, machine, member: await handleOf(one, workshop) })
    const [toCy, toDee, toBo] = [await memberOf(cy), await memberOf(dee), await memberOf(bo)]
    for (const params of [toCy, toDee])
      await server.call(shareWithWorkshopMember, { machine, role: 'operator' }, as(ada, params))
    const { data } = await server.call(startMachineTransfer, undefined, as(ada, { machine }))
    await settle(workshop)
    await server.call(releaseMachine, undefined, as(bo, { machine }))
    await server.call(removeWorkshopMember, undefined, as(ada, toBo))
    const [act] = (await workshopOf(ada, workshop))?.acts ?? []
    await server.sql(`update workshop_act set due_at = now() where workshop = $1`, workshop)
    const [handle] = await server.sql<{ handle: string }>(
      'select handle from machine_role where machine = $1 and uid = $2',
      machine,
      cy.uid,
    )
    const errors: unknown[] = []
    const answers = await Promise.all([
      server.call(acceptMachineTransfer, { code: data.code }, as(buyer, {}, 1)),
      server.call(cancelMachineTransfer, undefined, as(ada, { machine })),
      runActs(server).then(found => void errors.push(...found)),
      runActs(server).then(found => void errors.push(...found)),
      server.call(removeMachinePerson, undefined, as(ada, { machine, handle: handle?.handle ?? '' }, 1)),
      server.call(removeWorkshopMember, undefined, as(ada, toCy)),
      erase(round % 2 === 0 ? cy : bo),
      erase(dee),
      server.call(stopWorkshopAct, undefined, as(bo, { workshop, act: act?.id ?? '' })),
      server.call(makeWorkshopAdmin, undefined, as(ada, toDee, 1)),
      server.call(startMachineTransfer, undefined, as(ada, { machine })),
      ...(round % 3 === 0 ? [server.call(dissolveWorkshop, undefined, as(ada, { workshop }, 1))] : []),
    ])
    expect(errors).toEqual([])
    const failed = answers.filter(answer => answer !== undefined && 'status' in Object(answer)) as {
      status: number
    }[]
    expect(failed.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
  }

  test('of one machine cause no deadlock', async () => {
    const before = await deadlocks()
    for (let round = 0; round < casesOf({ sample: 4, whole: 12 }); round++) {
      await server.sql('delete from rate_limit')
      await collide(round)
    }
    // The statistics arrive with a delay.
    await new Promise(done => setTimeout(done, 1_500))
    expect((await deadlocks()) - before).toBe(0)
  })

  test('by a handover during a due act or a cancellation cause no deadlock', async () => {
    const before = await deadlocks()
    const worlds = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { ada, workshop, machine } = await newWorkshop()
        const bo = await newAdmin(ada, workshop)
        const { data } = await server.call(startMachineTransfer, undefined, as(ada, { machine }))
        await settle(workshop)
        await server.call(releaseMachine, undefined, as(bo, { machine }))
        await server.sql('update workshop_act set due_at = now() where workshop = $1', workshop)
        return { ada, workshop, machine, code: data.code, buyer: await newSomeone(server) }
      }),
    )
    // Who has deleted an act holds its row for a while.
    await server.sql(
      'create or replace function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return old; end $$',
    )
    await server.sql('create trigger hold after delete on workshop_act for each row execute function hold()')
    const running = [runActs(server), runActs(server)]
    await vi.waitFor(
      async () =>
        expect(await server.sql(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).not.toEqual(
          [],
        ),
      { timeout: 20_000, interval: 10 },
    )
    const answers = await Promise.all([
      ...worlds.map(({ buyer, code }, i) =>
        server.call(acceptMachineTransfer, { code }, as(buyer, {}, i % 2)),
      ),
      ...worlds.map(({ ada, machine }) =>
        server.call(cancelMachineTransfer, undefined, as(ada, { machine })),
      ),
    ])
    const errors = (await Promise.all(running)).flat()
    await server.sql('drop trigger hold on workshop_act')
    expect(errors).toEqual([])
    expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    await new Promise(done => setTimeout(done, 1_500))
    expect((await deadlocks()) - before).toBe(0)
  })

  test('of workshops that take machines from each other cause no deadlock', async () => {
    const before = await deadlocks()
    const eve = await newSomeone(server)
    for (let round = 0; round < 6; round++) {
      await server.sql('delete from rate_limit')
      const [one, two] = [await newWorkshop(), await newWorkshop()]
      const third = await newOwner(server)
      const [toOne, toTwo] = [await create(one.ada), await create(two.ada)]
      const offer = async (from: typeof one) =>
        (await server.call(startMachineTransfer, undefined, as(from.ada, { machine: from.machine }))).data
          .code
      const [first, second] = [await offer(one), await offer(two)]
      const accept = (by: Someone, code: string, workshop: string, process: number) =>
        server.call(acceptMachineTransfer, { code, workshop }, as(by, {}, process))
      const answers = await Promise.all([
        accept(two.ada, first, two.workshop, 0),
        accept(one.ada, second, one.workshop, 1),
        accept(eve, first, toTwo, 1),
        accept(two.ada, first, toTwo, 0),
        accept(one.ada, second, toOne, 0),
        server.call(giveMachine, { workshop: one.workshop }, as(third.owner, { machine: third.machine })),
        server.call(dissolveWorkshop, undefined, as(one.ada, { workshop: toOne }, 1)),
        server.call(releaseMachine, undefined, as(two.ada, { machine: two.machine }, 1)),
      ])
      expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
      // What the workshops list is what they own.
      for (const workshop of [one.workshop, two.workshop, toTwo]) {
        const owned = await server.sql(
          'select id as machine from machine where workshop = $1 order by id',
          workshop,
        )
        const listed = 'select machine from workshop_machine where workshop = $1 order by machine'
        expect(await server.sql(listed, workshop)).toEqual(owned)
      }
    }
    await new Promise(done => setTimeout(done, 1_500))
    expect((await deadlocks()) - before).toBe(0)
  })
})
