/** Random acts of four people on one workshop and one machine, on two servers, against a model (S-160, S-161, S-163, R-132). */
import { claimMachine, listMachines, releaseMachine } from '@kerf/contract/machines/machines'
import {
  approveWorkshopMember,
  dissolveWorkshop,
  giveMachine,
  inviteToWorkshop,
  joinWorkshop,
  listWorkshops,
  makeWorkshopAdmin,
  removeWorkshopMember,
  shareWithWorkshopMember,
  stopWorkshopAct,
} from '@kerf/contract/machines/workshops'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../support/corpora.ts'
import {
  type BuiltMachine,
  buildMachine,
  newSomeone,
  type Someone,
  startClaim,
  useMachineServer,
  withoutFaults,
} from './helpers.ts'
import { runActs, useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer({ sibling: true })
const call = withoutFaults(server)
const { create, handleOf } = useWorkshops(server)
const PEOPLE = 4
const KINDS = [
  'claim',
  'claim for workshop',
  'give',
  'add',
  'promote',
  'share manager',
  'share operator',
  'remove',
  'leave',
  'release',
  'stop',
  'time passes',
  'dissolve',
] as const
type Kind = (typeof KINDS)[number]
type Role = 'owner' | 'manager' | 'operator'

interface Act {
  readonly kind: Kind
  readonly by: number
  readonly on: number
  readonly process: number
}

const acts = fc.record({
  kind: fc.oneof(
    ...KINDS.map(kind => ({ arbitrary: fc.constant(kind), weight: kind === 'dissolve' ? 1 : 6 })),
  ),
  by: fc.nat(PEOPLE - 1),
  on: fc.nat(PEOPLE - 1),
  process: fc.nat(1),
  /** an admin acts, if there is one: acts of others are refused mostly */
  asAdmin: fc.boolean(),
})

interface Pending {
  readonly kind: 'release' | 'remove' | 'dissolve'
  readonly by: number
  /** who is removed */
  readonly on?: number
}

/** What must be true, by the words of docs/machines.md. */
class Model {
  /** a person, the workshop, or nobody */
  owner: number | 'workshop' | undefined
  workshop = new Map<number, 'admin' | 'member'>([[0, 'admin']])
  /** of people who are no admins */
  roles = new Map<number, 'manager' | 'operator'>()
  pending: Pending[] = []

  get admins(): number[] {
    return [...this.workshop].filter(([, role]) => role === 'admin').map(([person]) => person)
  }

  isAdmin(person: number): boolean {
    return this.workshop.get(person) === 'admin'
  }

  roleOf(person: number): Role | undefined {
    if (this.owner === person) return 'owner'
    if (this.owner !== 'workshop') return undefined
    return this.isAdmin(person) ? 'manager' : this.roles.get(person)
  }

  changeOwner(owner: number | 'workshop' | undefined): void {
    this.owner = owner
    this.roles = new Map()
    this.pending = this.pending.filter(({ kind }) => kind !== 'release')
  }

  part(person: number): void {
    this.workshop.delete(person)
    this.roles.delete(person)
    this.pending = this.pending.filter(({ by, on }) => by !== person && on !== person)
  }

  dissolve(): void {
    if (this.owner === 'workshop') this.changeOwner(undefined)
    this.workshop = new Map()
    this.pending = []
  }

  /** Carries out what was started by an admin, in this order. */
  elapse(): void {
    for (let [next] = this.pending; next !== undefined; [next] = this.pending) {
      this.pending = this.pending.filter(one => one !== next)
      if (next.kind === 'release') this.changeOwner(undefined)
      else if (next.kind === 'dissolve') this.dissolve()
      else this.part(next.on as number)
    }
  }

  /** Whether the server must accept it, and what it changes. */
  expectation({ kind, by, on }: Act): { isAllowed: boolean; apply?: () => void } {
    const isAdmin = this.isAdmin(by)
    const owns = this.owner === by || (this.owner === 'workshop' && isAdmin)
    const start = (pending: Pending, at: () => void) => {
      if (this.admins.length < 2) return { isAllowed: true, apply: at }
      const isOpen = this.pending.some(one => one.kind === pending.kind && one.on === pending.on)
      return { isAllowed: !isOpen, apply: () => this.pending.push(pending) }
    }
    switch (kind) {
      case 'claim':
      case 'claim for workshop': {
        // The owner's own claim changes nothing.
        if (owns) return { isAllowed: true }
        if (this.owner !== undefined) return { isAllowed: false }
        if (kind === 'claim') return { isAllowed: true, apply: () => this.changeOwner(by) }
        return { isAllowed: isAdmin, apply: () => this.changeOwner('workshop') }
      }
      case 'give':
        return { isAllowed: this.owner === by && isAdmin, apply: () => this.changeOwner('workshop') }
      case 'add':
        return {
          isAllowed: isAdmin && !this.workshop.has(on),
          apply: () => this.workshop.set(on, 'member'),
        }
      case 'promote':
        return {
          isAllowed: isAdmin && this.workshop.get(on) === 'member',
          apply: () => {
            this.workshop.set(on, 'admin')
            this.roles.delete(on)
          },
        }
      case 'share manager':
      case 'share operator': {
        const role = kind === 'share manager' ? 'manager' : 'operator'
        return {
          isAllowed: isAdmin && this.owner === 'workshop' && this.workshop.has(on),
          apply: () => {
            if (!this.isAdmin(on) && this.roles.get(on) !== 'manager') this.roles.set(on, role)
          },
        }
      }
      case 'leave':
        return {
          isAllowed: this.workshop.has(by) && !(isAdmin && this.admins.length < 2),
          apply: () => this.part(by),
        }
      case 'remove':
        if (on === by) return this.expectation({ kind: 'leave', by, on, process: 0 })
        if (!isAdmin || !this.workshop.has(on)) return { isAllowed: false }
        if (this.isAdmin(on)) return start({ kind: 'remove', by, on }, () => undefined)
        return { isAllowed: true, apply: () => this.part(on) }
      case 'release':
        if (this.owner === by) return { isAllowed: true, apply: () => this.changeOwner(undefined) }
        if (!owns) return { isAllowed: false }
        return start({ kind: 'release', by }, () => this.changeOwner(undefined))
      case 'dissolve':
        return isAdmin ? start({ kind: 'dissolve', by }, () => this.dissolve()) : { isAllowed: false }
      case 'stop':
        return {
          isAllowed: isAdmin && this.pending.length > 0,
          apply: () => {
            this.pending.shift()
          },
        }
      case 'time passes':
        return { isAllowed: true, apply: () => this.elapse() }
    }
  }
}

async function carryOut(): Promise<void> {
  expect(await runActs(server)).toEqual([])
}

class World {
  readonly model = new Model()
  machine = 'm_AAAAAAAAAAAAAAAAAAAAAA'
  readonly people: readonly Someone[]
  readonly built: BuiltMachine
  readonly workshop: string

  constructor(people: readonly Someone[], built: BuiltMachine, workshop: string) {
    this.people = people
    this.built = built
    this.workshop = workshop
  }

  static async create(): Promise<World> {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newSomeone(server)))
    return new World(people, await buildMachine(server), await create(people[0] as Someone))
  }

  as(person: number, process: number, params: Record<string, string> = {}) {
    const { token, cookie } = this.people[person] as Someone
    const { workshop, machine } = this
    return { token, cookie, process, params: { workshop, machine, ...params } }
  }

  handle = async (person: number): Promise<string> =>
    (await handleOf(this.people[person] as Someone, this.workshop)) || 'nobody'

  async add({ by, on, process }: Act): Promise<number> {
    const invited = await call(inviteToWorkshop, undefined, this.as(by, process))
    if (invited.code !== 0) return invited.code
    const asked = await call(joinWorkshop, { code: invited.data.code }, this.as(on, process))
    if (asked.code !== 0) return asked.code
    const me = this.as(by, process, { member: await this.handle(on) })
    return (await call(approveWorkshopMember, undefined, me)).code
  }

  async claim({ kind, by, process }: Act): Promise<number> {
    const { sn, display } = this.built
    const digits = await startClaim(server, this.people[by] as Someone, sn, process)
    const owner = kind === 'claim' ? {} : { workshop: this.workshop }
    const input = { sn, code: display(digits), ticket: 'any', ...owner }
    const answer = await call(claimMachine, input, this.as(by, process))
    if (answer.code === 0 && 'machine' in answer.data) this.machine = answer.data.machine.id
    return answer.code
  }

  /** Whether the server accepted the act. */
  async perform(act: Act): Promise<boolean> {
    const { kind, by, on, process } = act
    const me = this.as(by, process)
    const onMember = async () => this.as(by, process, { member: await this.handle(on) })
    const code = async (): Promise<number> => {
      switch (kind) {
        case 'claim':
        case 'claim for workshop':
          return this.claim(act)
        case 'give':
          return (await call(giveMachine, { workshop: this.workshop }, me)).code
        case 'add':
          return this.add(act)
        case 'promote':
          return (await call(makeWorkshopAdmin, undefined, await onMember())).code
        case 'share manager':
        case 'share operator': {
          const role = kind === 'share manager' ? 'manager' : 'operator'
          const input = { machine: this.machine, role } as const
          return (await call(shareWithWorkshopMember, input, await onMember())).code
        }
        case 'remove':
          return (await call(removeWorkshopMember, undefined, await onMember())).code
        case 'leave': {
          const own = this.as(by, process, { member: await this.handle(by) })
          return (await call(removeWorkshopMember, undefined, own)).code
        }
        case 'release':
          return (await call(releaseMachine, undefined, me)).code
        case 'dissolve': {
          const answer = await call(dissolveWorkshop, undefined, me)
          await carryOut()
          return answer.code
        }
        case 'stop': {
          const { data } = await call(listWorkshops, undefined, me)
          const id = data.workshops.find(one => one.id === this.workshop)?.acts[0]?.id
          if (id === undefined) return -1
          return (await call(stopWorkshopAct, undefined, this.as(by, process, { act: id }))).code
        }
        case 'time passes':
          await server.sql(
            `update workshop_act set due_at = due_at - interval '48 hours' where workshop = $1`,
            this.workshop,
          )
          // As on two servers.
          await Promise.all([carryOut(), carryOut()])
          return 0
      }
    }
    return (await code()) === 0
  }

  /** The role of each person, as each server tells it. */
  async seenRoles(process: number): Promise<(Role | undefined)[]> {
    return Promise.all(
      this.people.map(async (_, person) => {
        const { data } = await call(listMachines, undefined, this.as(person, process))
        return data.machines.find(({ id }) => id === this.machine)?.role
      }),
    )
  }

  /** What holds at every moment, whatever raced. */
  async assertInvariants(): Promise<void> {
    const uids = async (text: string, key: string): Promise<string[]> =>
      (await server.sql<{ uid: string }>(text, key)).map(({ uid }) => uid).sort()
    const [machine] = await server.sql<{ workshop: string | null }>(
      'select workshop from machine where id = $1',
      this.machine,
    )
    const isOfWorkshop = machine?.workshop === this.workshop
    const owner = await uids(
      `select uid from machine_role where machine = $1 and role = 'owner'`,
      this.machine,
    )
    expect(owner.length + (isOfWorkshop ? 1 : 0)).toBeLessThanOrEqual(1)
    const admins = await uids(
      `select uid from workshop_member where workshop = $1 and role = 'admin'`,
      this.workshop,
    )
    const onMachine = await uids(
      `select uid from machine_role where machine = $1 and role = 'admin'`,
      this.machine,
    )
    expect(onMachine).toEqual(isOfWorkshop ? admins : [])
    // Nobody was invited: each right came from the workshop, and ended with the membership.
    const members = await uids('select uid from workshop_member where workshop = $1', this.workshop)
    const shared = await uids(
      `select uid from machine_role where machine = $1 and role in ('manager', 'operator')`,
      this.machine,
    )
    expect(shared.filter(uid => !isOfWorkshop || !members.includes(uid))).toEqual([])
    const listed = await server.sql('select machine from workshop_machine where workshop = $1', this.workshop)
    expect(listed).toEqual(isOfWorkshop ? [{ machine: this.machine }] : [])
    const existing = await server.sql('select id from workshop where id = $1', this.workshop)
    expect(existing.length > 0).toBe(admins.length > 0)
  }
}

test('every act is decided as the model says, on whichever server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 20, maxLength: 50, size: 'max' }), async sequence => {
      const world = await World.create()
      const { model } = world
      for (const { asAdmin, ...drawn } of sequence) {
        // Other tests prove the limits.
        await server.sql('delete from rate_limit')
        const [admin] = asAdmin ? model.admins.filter(person => person % 2 === drawn.by % 2) : []
        const act: Act = { ...drawn, by: admin ?? drawn.by }
        const { isAllowed, apply } = model.expectation(act)
        expect({ ...act, accepted: await world.perform(act) }).toEqual({ ...act, accepted: isAllowed })
        if (isAllowed) apply?.()
      }
      await world.assertInvariants()
      for (const process of [0, 1])
        expect(await world.seenRoles(process)).toEqual(world.people.map((_, person) => model.roleOf(person)))
    }),
    { numRuns: casesOf({ sample: 5, whole: 12 }), endOnFailure: true },
  )
})

test('acts at the same moment leave one owner at most, an admin, and no right without a member', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 24, size: 'max' }), async burst => {
      const world = await World.create()
      await server.sql('delete from rate_limit')
      for (const act of [
        { kind: 'claim', by: 0, on: 0 },
        { kind: 'give', by: 0, on: 0 },
        { kind: 'add', by: 0, on: 1 },
        { kind: 'promote', by: 0, on: 1 },
        { kind: 'add', by: 0, on: 2 },
        { kind: 'share operator', by: 0, on: 2 },
        { kind: 'remove', by: 0, on: 1 },
      ] as const)
        expect(await world.perform({ process: 0, ...act })).toBe(true)
      await Promise.all(burst.map(act => world.perform(act)))
      // What ended last is finished.
      await carryOut()
      await world.assertInvariants()
      const [first, second] = await Promise.all([world.seenRoles(0), world.seenRoles(1)])
      expect(second).toEqual(first)
      expect(first.filter(role => role === 'owner').length).toBeLessThanOrEqual(1)
    }),
    { numRuns: casesOf({ sample: 5, whole: 12 }), endOnFailure: true },
  )
})
