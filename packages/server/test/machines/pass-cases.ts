/**
 * Generates cases for the check of a pass: owners, members who join and leave, machines that are offline for days, and people who try what
 * they should not. It tells which must be refused and which must be accepted from what happened, without the rules of the check.
 */
import { createHmac } from 'node:crypto'
import { checkPass, fromBase45, NEW_MACHINE, type PassState } from '../../src/demo/machine/check-pass.ts'
import { encodePass, REMOVED_MEMBERS_MAX, toBase45 } from '../../src/machines/passes/pass-format.ts'

const DAY = 86_400
const START = 1_800_000_000

/** A new one at each run; a failure prints it, and `PASS_SEED` repeats its cases. */
export const PASS_CASES_SEED = Number(process.env.PASS_SEED ?? Date.now() % 2 ** 31)

export interface PassCase {
  readonly kind: string
  readonly key: Buffer
  readonly state: PassState
  readonly clock: bigint
  /** of the QR code */
  readonly text: string
  /** undefined: only the two implementations are compared */
  readonly expected: 'accepted' | 'refused' | undefined
}

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (count: number): number => Math.floor(next() * count),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (share: number): boolean => next() < share,
    bytes: (count: number): Buffer =>
      Buffer.from(Array.from({ length: count }, () => Math.floor(next() * 256))),
  }
}
type Random = ReturnType<typeof createRandom>

interface GivenPass {
  readonly bytes: Buffer
  readonly member: number
  readonly end: number
  readonly issuedAt: number
  readonly ownership: number
  /** position in the order of what the server did */
  readonly order: number
}

/** One machine with its owner's server, and what both know. */
function createWorld(random: Random) {
  const key = random.bytes(32)
  const names = ['AL', '', 'Léa 李', '一二三四五六七八', 'x'.repeat(24)]
  let now = START + random.below(1_000 * DAY)
  let order = 0
  let [ownership, rights, lastMember] = [now - DAY, now - DAY, 0]
  let state = NEW_MACHINE
  let members: number[] = []
  let removed: { member: number; end: number }[] = []
  /** of each removed member of the present owner */
  const removals = new Map<number, number>()
  let passes: GivenPass[] = []
  /** the newest pass that the machine has accepted */
  let seen = { order: -1, ownership: 0 }

  const join = () => members.push(++lastMember)
  for (let count = 2 + random.below(30); count > 0; count--) join()
  /** A change of the owner, or a renewal of all passes. */
  const renew = () => {
    ownership = Math.max(ownership + 1, now)
    rights = Math.max(rights + 1, now)
    removed = []
    order++
  }
  const listed = () => {
    removed = removed.filter(({ end }) => end > now)
    return removed.map(({ member }) => member).sort((a, b) => a - b)
  }

  const issue = (): GivenPass => {
    const member = random.pick(members)
    const end = now + 1 + random.below(30 * DAY)
    const claims = {
      end,
      issuedAt: now,
      ownership,
      rights,
      member,
      removed: listed(),
      name: random.pick(names),
    }
    const given = { bytes: encodePass(key, claims), member, end, issuedAt: now, ownership, order: ++order }
    passes.push(given)
    return given
  }
  const remove = () => {
    if (members.length < 2) return
    const member = random.pick(members)
    members = members.filter(one => one !== member)
    removals.set(member, ++order)
    rights = Math.max(rights + 1, now)
    const end = Math.max(0, ...passes.filter(one => one.member === member).map(one => one.end))
    if (end > now) removed.push({ member, end })
    if (listed().length > REMOVED_MEMBERS_MAX) renew()
  }
  /** Time passes. The machine is powered on for a part of it, and counts that part. */
  const wait = () => {
    const seconds = random.below(random.chance(0.2) ? 9 * DAY : 3 * 3_600)
    now += seconds
    if (state.knownTime > 0n)
      state = { ...state, knownTime: state.knownTime + BigInt(random.below(seconds + 1)) }
    passes = passes.slice(-60)
  }
  /** A clock of the machine that is right, or behind. */
  const honestClock = () =>
    random.chance(0.5) ? 0 : random.chance(0.7) ? now : now - random.below(400 * DAY)

  const isRightful = ({ member, end, ownership: of }: GivenPass) =>
    !removals.has(member) && end > now && of >= seen.ownership
  const present = (
    kind: string,
    given: GivenPass,
    clock: number,
    expected: PassCase['expected'],
  ): PassCase => ({
    ...{ kind, key, state, clock: BigInt(clock), text: toBase45(given.bytes), expected },
  })

  /** What the machine then stores. */
  const settle = (one: PassCase, given: GivenPass): void => {
    const decision = checkPass(state, key, fromBase45(one.text), one.clock)
    if (decision.result !== 'accepted') return
    state = decision.state
    if (given.order > seen.order)
      seen = { order: given.order, ownership: Math.max(seen.ownership, given.ownership) }
  }

  return {
    key,
    random,
    issue,
    remove,
    join,
    renew,
    wait,
    honestClock,
    isRightful,
    present,
    settle,
    passes: () => passes,
    state: () => state,
    now: () => now,
    seen: () => seen,
    removals,
  }
}
type World = ReturnType<typeof createWorld>

const flip = (random: Random, bytes: Buffer, from: number, to: number): Buffer => {
  const copy = Buffer.from(bytes)
  const at = from + random.below(to - from)
  copy[at] = (copy[at] ?? 0) ^ (1 + random.below(255))
  return copy
}

/** Damage to the claims, with a MAC that is right for them. */
function damageClaims(random: Random, key: Buffer, bytes: Buffer): Buffer {
  let claims = bytes.subarray(8, -34)
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(claims.length)
    const act = random.below(4)
    if (act < 2) claims = flip(random, claims, at, at + 1)
    else if (act === 2) claims = Buffer.concat([claims.subarray(0, at), claims.subarray(at + 1)])
    else claims = Buffer.concat([claims.subarray(0, at), random.bytes(1), claims.subarray(at)])
  }
  const content = Buffer.concat([Buffer.from([0x58, claims.length]), claims])
  const mac = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from('84644d41433043a1010540', 'hex'), content]))
    .digest()
  return Buffer.concat([bytes.subarray(0, 6), content, Buffer.from([0x58, 0x20]), mac])
}

type Attempt = (world: World, given: GivenPass) => PassCase | undefined

const withBytes =
  (kind: string, change: (world: World, bytes: Buffer) => Buffer): Attempt =>
  (world, given) =>
    world.present(kind, { ...given, bytes: change(world, given.bytes) }, 0, 'refused')

const ATTEMPTS: readonly Attempt[] = [
  withBytes('wrong MAC', ({ random }, bytes) => flip(random, bytes, bytes.length - 32, bytes.length)),
  withBytes('changed byte', ({ random }, bytes) => flip(random, bytes, 0, bytes.length)),
  withBytes('truncated', ({ random }, bytes) => bytes.subarray(0, random.below(bytes.length))),
  withBytes('overlong', ({ random }, bytes) => Buffer.concat([bytes, random.bytes(1 + random.below(120))])),
  withBytes('noise', ({ random }) => random.bytes(random.below(220))),
  // Whoever has the key may make any claims.
  (world, given) => {
    const bytes = damageClaims(world.random, world.key, given.bytes)
    return world.present('damaged claims with a right MAC', { ...given, bytes }, 0, undefined)
  },
  (world, given) => ({ ...world.present('other machine', given, 0, 'refused'), key: world.random.bytes(32) }),
  (world, given) => {
    const one = world.present('changed text', given, 0, 'refused')
    const at = world.random.below(one.text.length)
    const text = one.text.slice(0, at) + world.random.pick([...'A:z\n é']) + one.text.slice(at + 1)
    return text === one.text ? undefined : { ...one, text }
  },
  // The clock counts where it is later than the known time.
  (world, given) =>
    world.present(
      'clock set forward past the end',
      given,
      given.end + world.random.below(1_000 * DAY),
      'refused',
    ),
  (world, given) => {
    const state = world.state()
    if (BigInt(given.end) > state.knownTime || BigInt(given.ownership) > state.ownership) return undefined
    const clock = world.random.chance(0.5) ? given.issuedAt - world.random.below(100 * DAY) : 0
    return world.present('ended, with the clock set back', given, clock, 'refused')
  },
  (world, given) =>
    given.ownership < world.seen().ownership
      ? world.present('lower ownership number', given, world.honestClock(), 'refused')
      : undefined,
  (world, given) => {
    const removed = world.removals.get(given.member)
    return removed !== undefined && world.seen().order > removed
      ? world.present('removed member after a newer pass', given, world.honestClock(), 'refused')
      : undefined
  },
]

/** Yields about `count` cases. */
export function* generateCases(seed: number, count: number): Generator<PassCase> {
  const random = createRandom(seed)
  for (let made = 0; made < count; ) {
    const world = createWorld(random)
    for (let step = 0; step < 150 && made < count; step++) {
      if (random.chance(0.15)) world.remove()
      if (random.chance(0.12)) world.join()
      if (random.chance(0.01)) world.renew()
      if (random.chance(0.6)) world.wait()
      const given =
        random.chance(0.4) || world.passes().length === 0 ? world.issue() : random.pick(world.passes())
      if (world.isRightful(given)) {
        const hasRemovals = world.removals.size > 0
        const kind = hasRemovals ? 'valid pass of others after removals' : 'valid pass'
        const one = world.present(kind, given, world.honestClock(), 'accepted')
        yield one
        made++
        world.settle(one, given)
      }
      for (let tries = 4; tries > 0; tries--) {
        const tried = random.pick(world.passes())
        const attempt = random.pick(ATTEMPTS)(world, tried)
        if (!attempt) continue
        yield attempt
        made++
      }
    }
  }
}
