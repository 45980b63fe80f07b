/**
 * Credential stuffing: 100,000 leaked pairs of email and password are tried from 5,000 addresses over a day, each address at the pace of
 * a person. Meanwhile owners log in. The policy is the product's own (`password-tries.ts`); time is virtual, and the counters are in
 * memory, so that a day takes seconds. No password is hashed: a pair is right or wrong by construction.
 */

import { accountSubject, unknownSubject } from '@kerf/server/identity/account/guessing-limits'
import { createPasswordTries } from '@kerf/server/identity/password/password-tries'
import type { Caller } from '@kerf/server/platform/audit/caller'
import { ApiError } from '@kerf/server/platform/errors/api-error'
import type { Attempt, RateLimit, RateLimiter } from '@kerf/server/platform/limits/rate-limiter'
import { atMost } from '../harness/figures.ts'
import type { Drill, Finding } from './drill.ts'

const DAY_MS = 86_400_000
/** Shares of the full size: 100,000 pairs, 5,000 addresses, 20,000 accounts. */
const SIZES = { short: 0.2, full: 1 }
/** Of the leaked pairs: those whose email has an account, and those that are right. */
const KNOWN_EMAIL_SHARE = 0.2
const VALID_SHARE = 0.01
/** Of the owners' logins. */
const NEW_BROWSER_SHARE = 0.08
const TYPING_ERROR_SHARE = 0.08
/** Owners that share an address: homes, offices, mobile networks. */
const OWNERS_AN_ADDRESS = 3
/** The product's default of SIGN_IN_FAILURES. */
const GLOBAL_FAILURES = { limit: 1_000, seconds: 900 }

/** Fixed windows in virtual time, with the rules of `platform/limits/rate-limiter.ts`. */
function createVirtualLimiter(now: () => number): RateLimiter & { points(limit: RateLimit): number } {
  const counts = new Map<string, { points: number; endsAt: number }>()
  const read = (key: string): number => {
    const found = counts.get(key)
    return found && found.endsAt > now() ? found.points : 0
  }
  const add = ({ key, seconds }: Pick<RateLimit, 'key' | 'seconds'>, points = 1): void => {
    const current = read(key)
    const endsAt = current > 0 ? (counts.get(key)?.endsAt ?? 0) : now() + seconds * 1_000
    counts.set(key, { points: current + points, endsAt })
  }
  const refuse = (): never => {
    throw new ApiError('too_many_requests', { retryAfter: 1, limit: 'virtual' })
  }
  return {
    points: ({ key }) => read(key),
    async consume(...limits) {
      if (limits.some(({ key, limit }) => read(key) >= limit)) refuse()
      for (const limit of limits) add(limit)
    },
    async startAttempt({ limits, failureLimit, clearedKeys = [] }): Promise<Attempt> {
      const all = failureLimit ? [...limits, failureLimit] : limits
      if (all.some(({ key, limit }) => read(key) >= limit)) refuse()
      let isOver = false
      const failed = async (): Promise<void> => {
        isOver = true
        for (const limit of all) add(limit)
      }
      const end = async (): Promise<void> => {
        isOver = true
      }
      return {
        failed,
        async succeeded() {
          isOver = true
          for (const key of clearedKeys) counts.delete(key)
        },
        withdraw: end,
        [Symbol.asyncDispose]: async () => (isOver ? undefined : failed()),
      }
    },
    readCounts: async keys => keys.map(key => ({ key, points: read(key), wait: 0 })),
    async count(counter) {
      add(counter)
      return read(counter.key)
    },
    async refund() {},
    async clearUnder() {},
  }
}

type Try =
  | { readonly kind: 'attack'; readonly account: string | undefined; readonly isValid: boolean }
  | { readonly kind: 'owner'; readonly account: string; readonly isKnownBrowser: boolean }

interface Event {
  readonly atMs: number
  readonly address: string
  readonly what: Try
}

/** A generator with a fixed seed, so that runs can be compared (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function planDay(scale: number, random: () => number): Event[] {
  const [pairs, addresses, accounts] = [100_000, 5_000, 20_000].map(count => Math.round(count * scale)) as [
    number,
    number,
    number,
  ]
  const attacks = Array.from({ length: pairs }, (_, index): Event => {
    const isKnown = random() < KNOWN_EMAIL_SHARE
    return {
      // Each address tries its pairs over the whole day, at uneven intervals.
      atMs: ((Math.floor(index / addresses) + random()) / (pairs / addresses)) * DAY_MS,
      address: `198.18.${index % addresses}`,
      what: {
        kind: 'attack',
        account: isKnown ? `account-${Math.floor(random() * accounts)}` : undefined,
        isValid: isKnown && random() < VALID_SHARE / KNOWN_EMAIL_SHARE,
      },
    }
  })
  const owners = Array.from(
    { length: accounts },
    (_, index): Event => ({
      atMs: random() * DAY_MS,
      address: `10.${Math.floor(index / OWNERS_AN_ADDRESS)}`,
      what: {
        kind: 'owner',
        account: `account-${index}`,
        isKnownBrowser: random() >= NEW_BROWSER_SHARE,
      },
    }),
  )
  return [...attacks, ...owners].toSorted((a, b) => a.atMs - b.atMs)
}

/** `solves`: the attacker passes every human check. */
async function runDay(scale: number, solves: boolean) {
  const random = createRandom(19)
  const events = planDay(scale, random)
  let nowMs = 0
  const limiter = createVirtualLimiter(() => nowMs)
  const all = { key: 'global', ...GLOBAL_FAILURES, limit: GLOBAL_FAILURES.limit * scale }
  let checks = 0
  const limits = createPasswordTries({
    limiter,
    threshold: {
      count: () => void limiter.count(all),
      isReached: () => limiter.points(all) >= all.limit,
    },
    human: {
      async require(ticket: string | undefined) {
        checks += 1
        if (ticket === undefined) throw new ApiError('human_verification_required')
      },
    } as unknown as Parameters<typeof createPasswordTries>[0]['human'],
  })

  const tryOnce = async ({ address, what }: Event, isRight: boolean, ticket?: string) => {
    const browserHash = what.kind === 'owner' && what.isKnownBrowser ? Buffer.from(what.account) : undefined
    const caller = { limitKey: address, aggregateKey: undefined, browserHash } as unknown as Caller
    const subject =
      what.account === undefined
        ? unknownSubject(Buffer.from(`${address}-${nowMs}`))
        : accountSubject(what.account)
    try {
      const attempt = await limits.start(
        { subject, isKnownBrowser: browserHash !== undefined, ticket },
        caller,
      )
      await (isRight ? attempt.succeeded() : attempt.failed())
      return isRight ? 'in' : 'wrong'
    } catch (error) {
      return error instanceof ApiError ? error.errorName : 'wrong'
    }
  }

  const seen = {
    valid: 0,
    in: 0,
    attackChecks: 0,
    known: 0,
    knownHindered: 0,
    other: 0,
    otherChecked: 0,
    otherRefused: 0,
  }
  for (const event of events) {
    nowMs = event.atMs
    const { what } = event
    if (what.kind === 'attack') {
      const before = checks
      const result = await tryOnce(event, what.isValid, solves ? 'solved' : undefined)
      seen.attackChecks += checks - before
      if (!what.isValid) continue
      seen.valid += 1
      if (result === 'in') seen.in += 1
      continue
    }
    if (random() < TYPING_ERROR_SHARE) await tryOnce(event, false, 'solved')
    const result = await tryOnce(event, true)
    if (what.isKnownBrowser) {
      seen.known += 1
      if (result !== 'in') seen.knownHindered += 1
      continue
    }
    seen.other += 1
    if (result === 'human_verification_required') {
      seen.otherChecked += 1
      if ((await tryOnce(event, true, 'solved')) !== 'in') seen.otherRefused += 1
    } else if (result !== 'in') seen.otherRefused += 1
  }
  return seen
}

const percent = (part: number, whole: number): number => Math.round((part / Math.max(1, whole)) * 1_000) / 10

export const drill: Drill = {
  title: '100,000 leaked pairs from 5,000 addresses in a day, while owners log in',
  promises: ['S-143'],
  async run({ size, keep, say }) {
    const scale = size(SIZES)
    const plain = await runDay(scale, false)
    say('the same day with an attacker who passes every human check')
    const solving = await runDay(scale, true)
    keep('plain', plain)
    keep('solving', solving)
    const finding = (name: string, value: number, limit?: number, note = ''): Finding => ({
      promise: 'S-143',
      name,
      value,
      unit: '%',
      ...(limit !== undefined && { limit: atMost(limit) }),
      note,
    })
    return [
      finding(
        'valid pairs that get in without a human check',
        percent(plain.in, plain.valid),
        30,
        `${plain.valid} valid pairs`,
      ),
      finding(
        'tries that cost a solving attacker a human check',
        percent(solving.attackChecks, 100_000 * scale),
      ),
      finding('valid pairs that get in by passing every check', percent(solving.in, solving.valid)),
      finding(
        'owners hindered in a known browser',
        percent(plain.knownHindered, plain.known),
        0,
        `${plain.known} logins`,
      ),
      finding(
        'owners asked for a human check in a new browser',
        percent(plain.otherChecked, plain.other),
        50,
        `${plain.other} logins`,
      ),
      finding(
        'owners refused in a new browser',
        percent(plain.otherRefused, plain.other),
        1,
        'a mailed code logs in',
      ),
    ]
  },
}
