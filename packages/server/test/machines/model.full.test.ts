/** Random acts of four people on one machine, on two servers, against a model of who may what (S-160, S-161, S-163, S-167). */
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  cancelMachineTransfer,
  claimMachine,
  inviteToMachine,
  listMachinePeople,
  listMachines,
  releaseMachine,
  removeMachinePerson,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
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

const server = await useMachineServer({ sibling: true })
const call = withoutFaults(server)
const PEOPLE = 4
const ACTS = [
  'claim',
  'invite manager',
  'invite operator',
  'accept',
  'remove',
  'leave',
  'offer',
  'cancel',
  'take over',
  'release',
  'lost',
  'found',
] as const
type Kind = (typeof ACTS)[number]

interface Act {
  readonly kind: Kind
  /** who acts, and on whom */
  readonly by: number
  readonly on: number
  readonly process: number
}

const acts = fc.record({
  kind: fc.oneof(
    ...ACTS.map(kind => ({ arbitrary: fc.constant(kind), weight: kind === 'release' ? 1 : 4 })),
    { arbitrary: fc.constant('accept' as const), weight: 8 },
  ),
  by: fc.nat(PEOPLE - 1),
  on: fc.nat(PEOPLE - 1),
  process: fc.nat(1),
  /** who acts if somebody has this role: acts of strangers are refused mostly */
  as: fc.constantFrom('owner', 'owner', 'manager', 'operator', undefined),
})

const OF_ANYONE: readonly Kind[] = ['claim', 'accept', 'take over']

type Role = 'owner' | 'manager' | 'operator'
const RANK = { operator: 1, manager: 2, owner: 3 }

/** A link with one use, given by somebody with a right to. */
interface Link {
  readonly code: string
  readonly by: number
  readonly role: 'manager' | 'operator'
  /** people who were removed after it was made */
  readonly barred: Set<number>
  isUsed: boolean
}

/** What must be true, by the words of docs/machines.md. */
class Model {
  roles = new Map<number, Role>()
  links: Link[] = []
  offer: string | undefined
  isLost = false

  get owner(): number | undefined {
    return [...this.roles].find(([, role]) => role === 'owner')?.[0]
  }

  changeOwner(owner: number | undefined): void {
    this.roles = new Map(owner === undefined ? [] : [[owner, 'owner']])
    this.links = []
    this.offer = undefined
    this.isLost = false
  }

  leave(person: number): void {
    this.roles.delete(person)
    this.links = this.links.filter(link => link.by !== person)
  }

  remove(person: number): void {
    this.leave(person)
    for (const link of this.links) link.barred.add(person)
  }
}

/** One machine, four people and what they hold. */
class World {
  readonly model = new Model()
  machine = ''
  readonly people: readonly Someone[]
  readonly built: BuiltMachine

  constructor(people: readonly Someone[], built: BuiltMachine) {
    this.people = people
    this.built = built
  }

  as(person: number, process: number, params: Record<string, string> = {}) {
    const { token, cookie } = this.people[person] as Someone
    return { token, cookie, process, params: { machine: this.machine, ...params } }
  }

  async handleOf(person: number, by: number, process: number): Promise<string | undefined> {
    const { data } = await call(listMachinePeople, undefined, this.as(by, process))
    const { uid } = this.people[person] as Someone
    const [row] = await server.sql<{ handle: string }>(
      'select handle from machine_role where machine = $1 and uid = $2',
      this.machine,
      uid,
    )
    return data.people?.some(({ handle }) => handle === row?.handle) ? row?.handle : undefined
  }

  /** Whether the server accepted the act. */
  async perform({ kind, by, on, process }: Act): Promise<boolean> {
    const me = this.as(by, process)
    const code = async (): Promise<number> => {
      switch (kind) {
        case 'claim': {
          // Other tests prove the limits.
          await server.sql('delete from rate_limit')
          const someone = this.people[by] as Someone
          const digits = await startClaim(server, someone, this.built.sn, process)
          const input = { sn: this.built.sn, code: this.built.display(digits), ticket: 'any' }
          const answer = await call(claimMachine, input, me)
          if (answer.code === 0 && 'machine' in answer.data) this.machine = answer.data.machine.id
          return answer.code
        }
        case 'invite manager':
        case 'invite operator': {
          const role = kind === 'invite manager' ? 'manager' : 'operator'
          const answer = await call(inviteToMachine, { role }, me)
          if (answer.code === 0)
            this.model.links.push({ code: answer.data.code, by, role, barred: new Set(), isUsed: false })
          return answer.code
        }
        case 'accept': {
          const link = this.model.links.at(-1 - on)
          return link ? (await call(acceptMachineInvitation, { code: link.code }, me)).code : -1
        }
        case 'remove':
        case 'leave': {
          const handle = await this.handleOf(kind === 'leave' ? by : on, by, process)
          if (handle === undefined) return -1
          return (await call(removeMachinePerson, undefined, this.as(by, process, { handle }))).code
        }
        case 'offer': {
          const answer = await call(startMachineTransfer, undefined, me)
          if (answer.code === 0) this.model.offer = answer.data.code
          return answer.code
        }
        case 'cancel':
          return (await call(cancelMachineTransfer, undefined, me)).code
        case 'take over':
          return (await call(acceptMachineTransfer, { code: this.model.offer ?? 'A'.repeat(44) }, me)).code
        case 'release':
          return (await call(releaseMachine, undefined, me)).code
        case 'lost':
        case 'found':
          return (await call(setMachineLost, { lost: kind === 'lost' }, me)).code
      }
    }
    return (await code()) === 0
  }

  /** Whether the server must accept the act, and what it changes. */
  expectation({ kind, by, on }: Act): { isAllowed: boolean; apply?: () => void } {
    const { model } = this
    const role = model.roles.get(by)
    const isOwner = role === 'owner'
    switch (kind) {
      case 'claim':
        // The owner's own claim changes nothing.
        if (isOwner) return { isAllowed: true }
        return { isAllowed: model.owner === undefined, apply: () => model.changeOwner(by) }
      case 'invite manager':
        return { isAllowed: isOwner }
      case 'invite operator':
        return { isAllowed: isOwner || role === 'manager' }
      case 'accept': {
        const link = model.links.at(-1 - on)
        if (!link || link.isUsed || link.barred.has(by)) return { isAllowed: false }
        return {
          isAllowed: true,
          apply: () => {
            link.isUsed = true
            if (RANK[link.role] > (role ? RANK[role] : 0)) model.roles.set(by, link.role)
          },
        }
      }
      case 'leave':
        return { isAllowed: role !== undefined && !isOwner, apply: () => model.leave(by) }
      case 'remove': {
        if (on === by) return this.expectation({ kind: 'leave', by, on, process: 0 })
        const theirs = model.roles.get(on)
        const mayRemove = (isOwner && theirs !== undefined) || (role === 'manager' && theirs === 'operator')
        return { isAllowed: mayRemove, apply: () => model.remove(on) }
      }
      case 'offer':
        return { isAllowed: isOwner && !model.isLost }
      case 'cancel':
        return {
          isAllowed: isOwner,
          apply: () => {
            model.offer = undefined
          },
        }
      case 'take over':
        return {
          isAllowed: model.offer !== undefined && !model.isLost && !isOwner,
          apply: () => model.changeOwner(by),
        }
      case 'release':
        return { isAllowed: isOwner, apply: () => model.changeOwner(undefined) }
      case 'lost':
        return {
          isAllowed: isOwner,
          apply: () => {
            model.isLost = true
            model.offer = undefined
          },
        }
      case 'found':
        return {
          isAllowed: isOwner,
          apply: () => {
            model.isLost = false
          },
        }
    }
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
}

const crowd = await Promise.all(Array.from({ length: PEOPLE }, () => newSomeone(server)))

const newWorld = async (): Promise<World> => new World(crowd, await buildMachine(server))

test('every act is decided as the model says, on whichever server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 20, maxLength: 60, size: 'max' }), async sequence => {
      const world = await newWorld()
      await world.perform({ kind: 'claim', by: 0, on: 0, process: 0 })
      world.model.changeOwner(0)
      for (const { as, ...drawn } of sequence) {
        const role = OF_ANYONE.includes(drawn.kind) ? undefined : as
        const actor = [...world.model.roles].find(([, given]) => given === role)?.[0]
        const act: Act = { ...drawn, by: actor ?? drawn.by }
        const { isAllowed, apply } = world.expectation(act)
        expect({ ...act, accepted: await world.perform(act) }).toEqual({ ...act, accepted: isAllowed })
        if (isAllowed) apply?.()
      }
      for (const process of [0, 1])
        expect(await world.seenRoles(process)).toEqual(
          world.people.map((_, person) => world.model.roles.get(person)),
        )
    }),
    { numRuns: casesOf({ sample: 8, whole: 25 }), endOnFailure: true },
  )
})

test('acts at the same moment leave one owner at most, and no right without a grant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 24, size: 'max' }), async burst => {
      const world = await newWorld()
      for (const act of [
        { kind: 'claim', by: 0 },
        { kind: 'invite manager', by: 0 },
        { kind: 'accept', by: 1 },
        { kind: 'invite operator', by: 0 },
        { kind: 'offer', by: 0 },
      ] as const)
        await world.perform({ on: 0, process: 0, ...act })
      const accepted = await Promise.all(burst.map(act => world.perform(act)))
      const mayHave = new Set([0, 1])
      for (const [index, { kind, by }] of burst.entries())
        if (accepted[index] && ['claim', 'accept', 'take over'].includes(kind)) mayHave.add(by)
      const [first, second] = await Promise.all([world.seenRoles(0), world.seenRoles(1)])
      expect(second).toEqual(first)
      expect(first.filter(role => role === 'owner').length).toBeLessThanOrEqual(1)
      // Without an owner nobody has a role.
      if (!first.includes('owner')) expect(first).toEqual(first.map(() => undefined))
      expect(first.flatMap((role, person) => (role && !mayHave.has(person) ? [person] : []))).toEqual([])
    }),
    { numRuns: casesOf({ sample: 8, whole: 25 }), endOnFailure: true },
  )
})
