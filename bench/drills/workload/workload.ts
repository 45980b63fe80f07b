/**
 * Calls at a fixed rate, open-loop, as people make them. Records every acknowledgement, so that `verifyAcknowledged` can compare
 * them with the database afterwards. One person makes one change at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readMessages } from '@kerf/contract/endpoints/message'
import { changePassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { logout } from '@kerf/contract/endpoints/session'
import { login, register } from '@kerf/contract/endpoints/sign-in'
import type { Installation } from '../../harness/installation.ts'
import { type Registration, seedRedemptionCodes } from '../../harness/seed.ts'
import { type Client, createClient, type Outcome } from './client.ts'
import { type Person, seedPeople, seedRegistrations } from './people.ts'

export type Act = 'check' | 'profile' | 'read' | 'redeem' | 'signIn' | 'signOut' | 'register' | 'password'

/** Shares of the calls. */
export type Mix = Readonly<Partial<Record<Act, number>>>

/** Mostly reads, as in operation. */
export const DAILY_MIX: Mix = { check: 80, profile: 8, read: 6, redeem: 3, signIn: 2, signOut: 1 }
/** Writes of every kind (P-01). */
export const WRITE_MIX: Mix = {
  profile: 40,
  read: 20,
  redeem: 18,
  register: 8,
  signIn: 8,
  signOut: 4,
  password: 2,
}

export interface CallRecord {
  readonly act: Act
  /** milliseconds since the start of the workload, at which the call was due */
  readonly at: number
  readonly ms: number
  readonly status: number
  readonly code: number
  readonly error: string | undefined
  readonly retryAfter: string | undefined
}

/** What the server has acknowledged, and what it may have done without an acknowledgement. */
export interface Acknowledgements {
  /** by uid: values in the order in which they were sent */
  readonly nicknames: Map<string, { value: string; acknowledged: boolean }[]>
  readonly passwords: Map<string, { value: string; acknowledged: boolean }[]>
  readonly reads: { uid: string; handle: string }[]
  readonly redemptions: { uid: string; code: string; acknowledged: boolean }[]
  readonly registrations: { email: string; uid: string; token: string; requestId: string }[]
  readonly attemptedRegistrations: string[]
  readonly signIns: { uid: string; token: string; requestId: string }[]
  /** tokens whose sign-out was acknowledged, with the request */
  readonly signOuts: { uid: string; token: string; requestId: string }[]
  /** tokens whose sign-out was sent and not acknowledged */
  readonly undecidedTokens: Set<string>
  /** of acknowledged redemptions and password changes */
  readonly audited: { uid: string; event: string; requestId: string }[]
}

export interface Workload {
  readonly records: CallRecord[]
  readonly acknowledged: Acknowledgements
  readonly people: readonly Person[]
  /** milliseconds since the start */
  now(): number
  /** Stops sending, waits for all answers and repeats redemptions without an answer until they have one. */
  stop(): Promise<void>
}

export interface WorkloadOptions {
  readonly url: string | (() => string)
  /** calls per second */
  readonly rate: number
  readonly mix: Mix
  readonly people?: number
  /** makes the tokens of their sessions; default: those of this version */
  readonly createToken?: (uid: string) => string
}

const PEOPLE = 1_000
/** Repetitions of a redemption wait this long. */
const REPEAT_MS = 500
const SETTLE_TIMEOUT_MS = 60_000
const CODES_AT_ONCE = 400

/** A list that is refilled in the background before it is empty. */
async function createSupply<T>(fetchMore: () => Promise<T[]>) {
  const items = await fetchMore()
  let fetching = false
  return (): T | undefined => {
    if (items.length < CODES_AT_ONCE / 2 && !fetching) {
      fetching = true
      fetchMore()
        .then(more => items.push(...more))
        // The database is away: the next call tries again.
        .catch(() => undefined)
        .finally(() => {
          fetching = false
        })
    }
    return items.shift()
  }
}

export async function startWorkload(
  seeded: Pick<Installation, 'db' | 'keys'>,
  { url, rate, mix, people: count = PEOPLE, createToken }: WorkloadOptions,
): Promise<Workload> {
  const people = await seedPeople(seeded, count, createToken)
  const nextCode = await createSupply(() =>
    mix.redeem ? seedRedemptionCodes(seeded.db, seeded.keys, CODES_AT_ONCE) : Promise.resolve([]),
  )
  const nextRegistration = await createSupply<Registration>(() =>
    mix.register ? seedRegistrations(seeded, CODES_AT_ONCE) : Promise.resolve([]),
  )
  const client = createClient(url)
  const records: CallRecord[] = []
  const acknowledged: Acknowledgements = {
    nicknames: new Map(),
    passwords: new Map(),
    reads: [],
    redemptions: [],
    registrations: [],
    attemptedRegistrations: [],
    signIns: [],
    signOuts: [],
    undecidedTokens: new Set(),
    audited: [],
  }
  const idle = [...people]
  const signedIn: { uid: string; token: string }[] = []
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  const now = (): number => performance.now() - started
  let stopping = false
  let values = 0

  const record = (act: Act, at: number, outcome: Outcome<unknown>): void => {
    const { status, code, error, retryAfter } = outcome
    records.push({ act, at, ms: now() - at, status, code, error, retryAfter })
  }
  const act = createActs({
    client,
    acknowledged,
    signedIn,
    nextCode,
    nextRegistration,
    record,
    now,
    nextValue,
  })
  function nextValue(): string {
    return `Cut ${++values}`
  }

  const wheel = (Object.entries(mix) as [Act, number][]).flatMap(([name, share]) =>
    Array<Act>(share).fill(name),
  )
  // A fixed permutation spreads the kinds evenly: 7919 is a prime.
  const pick = (index: number): Act => wheel[(index * 7919) % wheel.length] ?? 'check'

  async function perform(name: Act, at: number): Promise<void> {
    const exclusive = name === 'profile' || name === 'password' || name === 'read' || name === 'redeem'
    const person = exclusive ? idle.shift() : people[Math.floor(Math.random() * people.length)]
    // Everybody waits for an answer: the outage lasts longer than the people suffice.
    if (person === undefined) return
    try {
      await act(name, person, at)
    } finally {
      if (exclusive) idle.push(person)
    }
  }

  const sending = (async () => {
    for (let index = 0; !stopping; index++) {
      const at = (index * 1_000) / rate
      const waitMs = at - now()
      if (waitMs > 0) await sleep(waitMs)
      const call = perform(pick(index), at)
      pending.add(call)
      void call.finally(() => pending.delete(call))
    }
  })()

  return {
    records,
    acknowledged,
    people,
    now,
    async stop() {
      stopping = true
      await sending
      await Promise.all(pending)
      client.close()
    },
  }
}

interface ActContext {
  readonly client: Client
  readonly acknowledged: Acknowledgements
  readonly signedIn: { uid: string; token: string }[]
  nextCode(): string | undefined
  nextRegistration(): Registration | undefined
  nextValue(): string
  record(act: Act, at: number, outcome: Outcome<unknown>): void
  now(): number
}

function createActs({ client, acknowledged, signedIn, record, now, ...next }: ActContext) {
  const historyOf = <T>(map: Map<string, T[]>, uid: string): T[] => {
    const history = map.get(uid) ?? []
    map.set(uid, history)
    return history
  }

  const acts: Record<Act, (person: Person, at: number) => Promise<void>> = {
    async check({ token }, at) {
      record('check', at, await client.call(getBasicInfo, undefined, { token }))
    },
    async profile({ uid, token }, at) {
      const entry = { value: next.nextValue(), acknowledged: false }
      historyOf(acknowledged.nicknames, uid).push(entry)
      const outcome = await client.call(setOtherInfo, { nickname: entry.value }, { token })
      entry.acknowledged = outcome.code === 0
      record('profile', at, outcome)
    },
    async password(person, at) {
      const { uid, token } = person
      const entry = { value: `beech-lamp-${next.nextValue().slice(4)}x`, acknowledged: false }
      const history = historyOf(acknowledged.passwords, uid)
      // After a change without an answer either password may be the current one.
      if (history.at(-1)?.acknowledged === false) return acts.check(person, at)
      history.push(entry)
      const change = { oldPassword: person.password, password: entry.value, confirmPassword: entry.value }
      const outcome = await client.call(changePassword, change, { token })
      entry.acknowledged = outcome.code === 0
      if (outcome.code === 0) {
        person.password = entry.value
        acknowledged.audited.push({ uid, event: 'password.changed', requestId: outcome.requestId })
      }
      record('password', at, outcome)
    },
    async read({ uid, token, unread, ...person }, at) {
      const message = unread.shift()
      if (message === undefined) return acts.check({ uid, token, unread, ...person }, at)
      const outcome = await client.call(readMessages, { ids: [message.id] }, { token })
      if (outcome.code === 0) acknowledged.reads.push({ uid, handle: message.handle })
      record('read', at, outcome)
    },
    async redeem(person, at) {
      const { uid, token } = person
      const code = next.nextCode()
      if (code === undefined) return acts.check(person, at)
      const entry = { uid, code, acknowledged: false }
      acknowledged.redemptions.push(entry)
      for (let due = at; ; due = now()) {
        const outcome = await client.call(redeem, { code }, { token, idempotencyKey: `drill-${code}` })
        record('redeem', due, outcome)
        if (outcome.code === 0) {
          entry.acknowledged = true
          return
        }
        if (due - at > SETTLE_TIMEOUT_MS) return
        // As a client does: repeating at once would be another fault, an overload.
        await sleep(Math.max(REPEAT_MS, Number(outcome.retryAfter ?? 0) * 1_000))
      }
    },
    async signIn({ uid, email, password }, at) {
      const outcome = await client.call(login, { email, password })
      // A password that is being changed may be wrong for a moment.
      if (outcome.data) {
        const { utoken } = outcome.data
        acknowledged.signIns.push({ uid, token: utoken, requestId: outcome.requestId })
        signedIn.push({ uid, token: utoken })
      }
      record('signIn', at, outcome)
    },
    async signOut(person, at) {
      const session = signedIn.shift()
      if (session === undefined) return acts.check(person, at)
      const outcome = await client.call(logout, undefined, { token: session.token })
      if (outcome.code === 0) acknowledged.signOuts.push({ ...session, requestId: outcome.requestId })
      else acknowledged.undecidedTokens.add(session.token)
      record('signOut', at, outcome)
    },
    async register(person, at) {
      const registration = next.nextRegistration()
      if (registration === undefined) return acts.check(person, at)
      const { email } = registration
      acknowledged.attemptedRegistrations.push(email)
      const outcome = await client.call(register, {
        ...registration,
        password: 'birch-lamp-77',
        agreement: true,
      })
      if (outcome.data) {
        const { uid, utoken: token } = outcome.data
        acknowledged.registrations.push({ email, uid, token, requestId: outcome.requestId })
      }
      record('register', at, outcome)
    },
  }
  return (name: Act, person: Person, at: number): Promise<void> => acts[name](person, at)
}
