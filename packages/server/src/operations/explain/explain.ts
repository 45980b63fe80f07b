/** Answers "why can this person not …?" by facts in order: what blocks first, each with its end and the operation that mends it. */
import * as v from 'valibot'
import { canonicalEmail, signInSubject } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { readTime } from '../../platform/db/database-clock.ts'
import { accountNotFound, findUid } from '../account/find-account.ts'
import { readLimits } from '../account/user-limits.ts'
import { maskAddress } from '../input/mask-address.ts'
import { OperationError } from '../input/operation-error.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import type { Installation } from '../installation/open-installation.ts'
import { CODE_FACTS } from './code-facts.ts'
import { type ExplainedEvent, findExplainedAccount, listLatestEvents } from './explain-store.ts'
import { type Fact, type FactContext, type FactSource, TOPICS, type Topic, toFact } from './fact.ts'
import { ACCOUNT_FACTS, LOGIN_FACTS } from './login-facts.ts'
import { MACHINE_FACTS } from './machine-facts.ts'
import { REDEEM_FACTS } from './redeem-facts.ts'
import { describeRefusal } from './refusals.ts'
import { TRAINING_FACTS } from './training-facts.ts'

const EVENTS_MAX = 200
const FACTS: Readonly<Record<Topic, readonly FactSource[]>> = {
  login: LOGIN_FACTS,
  code: CODE_FACTS,
  redeem: REDEEM_FACTS,
  training: TRAINING_FACTS,
  machine: MACHINE_FACTS,
}

export const ExplainInput = v.object({
  /** user ID, email address, enterprise account ID, or the id of a request */
  who: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(254), v.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  /** default: all */
  about: v.optional(v.picklist(TOPICS)),
  /** a redemption code that the person has */
  redemptionCode: v.optional(v.pipe(v.string(), v.maxLength(200))),
})
export type ExplainInput = v.InferInput<typeof ExplainInput>

export interface Explained {
  /** null: the address has no account */
  readonly account: {
    readonly uid: string
    readonly kind: 'personal' | 'enterprise'
    readonly status: string
    /** masked */
    readonly email: string
    readonly account: string | null
    readonly nickname: string
  } | null
  readonly facts: readonly Fact[]
}

/** What a request was about, by its call or its events. */
const TOPIC_OF_REQUEST: Readonly<Record<Topic, RegExp>> = {
  login: /login|oauth|social|passkey|factor/,
  code: /captcha|verif|password/,
  redeem: /exchange|redemption/,
  training: /safety|training|certificate/,
  machine: /machine|workshop/,
}

const topicsOf = (request: readonly ExplainedEvent[]): readonly Topic[] => {
  const words = request.map(({ event, detail }) => `${event} ${detail.call ?? ''}`).join(' ')
  const found = TOPICS.filter(topic => TOPIC_OF_REQUEST[topic].test(words))
  return found.length > 0 ? found : TOPICS
}

const REQUEST_ID = /^[\w.:-]{8,64}$/
const ALL = { uid: null, request: null, limit: EVENTS_MAX }

async function gather(
  context: FactContext,
  about: Fact['about'],
  sources: readonly FactSource[],
): Promise<Fact[]> {
  const facts = (await Promise.all(sources.map(source => source(context)))).flat()
  const first = facts.filter(({ blocks }) => blocks)
  return [...first, ...facts.filter(({ blocks }) => !blocks)].map(fact => toFact(about, fact))
}

type Target = Pick<Installation, 'db' | 'config'>

interface Subject {
  readonly uid: string | undefined
  readonly address: string | undefined
  /** what a request was, whose id was given */
  readonly request: readonly ExplainedEvent[]
}

/** Throws an OperationError. */
async function findSubject({ db }: Target, who: string): Promise<Subject> {
  const uid = await findUid(db, who)
  const address = who.includes('@') ? canonicalEmail(who) : undefined
  if (uid !== undefined || address !== undefined) return { uid, address, request: [] }
  const request = REQUEST_ID.test(who) ? await listLatestEvents(db, { ...ALL, request: who }) : []
  if (request.length === 0) throw accountNotFound()
  return {
    uid: request.find(event => event.uid !== null)?.uid ?? undefined,
    address: undefined,
    request,
  }
}

/** Throws an OperationError. */
export async function explain(target: Target, input: ExplainInput, operator: string): Promise<Explained> {
  const { who, about, redemptionCode } = v.parse(ExplainInput, input)
  const { db, config } = target
  const subject = await findSubject(target, who)
  const [account] = subject.uid === undefined ? [] : await findExplainedAccount(db, { uid: subject.uid })
  if (!account && subject.uid !== undefined) throw new OperationError('account_erased')
  const keys = await loadInstallationKeys(db, config)
  // Of an address without an account, limits are counted by a hash of it.
  const unknown = subject.address && signInSubject(keys.receiver, undefined, `email ${subject.address}`).key
  const counted = account?.uid ?? unknown
  const context: FactContext = {
    ...{ db, config, keys, account, redemptionCode },
    limits: counted === undefined ? [] : await readLimits(db, config, counted),
    address: account ? canonicalEmail(account.email) : subject.address,
    events: account ? await listLatestEvents(db, { ...ALL, uid: account.uid }) : [],
    now: Math.floor((await readTime(db)) / 1_000),
  }
  const topics = about === undefined ? topicsOf(subject.request) : [about]
  const refused = subject.request.filter(({ outcome }) => outcome === 'refused').map(describeRefusal)
  const facts = [
    ...refused.map(fact => toFact('request', fact)),
    ...(await gather(context, 'account', subject.request.length > 0 && !account ? [] : ACCOUNT_FACTS)),
    ...(await Promise.all(topics.map(topic => gather(context, topic, FACTS[topic])))).flat(),
  ]
  const blocking = facts.filter(({ blocks }) => blocks).map(({ code }) => code)
  const detail = { about: about ?? 'all', facts: facts.length, blocking: blocking.join(' ') }
  await writeAudit(db, {
    event: 'user.explain',
    outcome: 'ok',
    uid: account?.uid ?? null,
    operator,
    detail,
  })
  return {
    account: account
      ? {
          ...{ uid: account.uid, kind: account.kind, status: account.status },
          ...{ email: maskAddress(account.email), account: account.account, nickname: account.nickname },
        }
      : null,
    facts,
  }
}
