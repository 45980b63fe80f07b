/**
 * One search for what a customer reads out (S-175): an address, also with a typo, a name, or the number of anything that an account has.
 * At least three characters, limited for each operator, audited without what was typed, and masked.
 */
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import * as v from 'valibot'
import {
  findCertificates,
  hashSerialNumber,
  listAccountsOfMachine,
  parseCertificateNumber,
} from '../../entitlements/index.ts'
import { canonicalEmail } from '../../identity/index.ts'
import { findDevice, findMachineForOperators, findRegistered } from '../../machines/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { maskAddress } from '../input/mask-address.ts'
import { OperationError } from '../input/operation-error.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import type { Installation } from '../installation/open-installation.ts'
import { takeFromBudget } from '../operator/hourly-budget.ts'
import { findCode } from '../redemption/show-code.ts'
import {
  type AccountSummary,
  findAppByName,
  findByFormerAddress,
  findBySecondAddress,
  findErased,
  findMailRequest,
  findRequestOwner,
  findSessionOwner,
  findSummary,
  START_LISTS,
} from './find-store.ts'
import { findSimilarAddresses, type SimilarSearch } from './similar-addresses.ts'

const TEXT_MIN = 3
const TEXT_MAX = 254
export const FOUND_MAX = 100
const PAGE = 20
const AFTER = /^(\w+)\.([0-9a-f-]{36})$/
const NIL = '00000000-0000-0000-0000-000000000000'

export const FindInput = v.object({
  query: v.pipe(v.string(), v.trim(), v.maxLength(TEXT_MAX), v.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FOUND_MAX)), PAGE),
  /** `next` of the page before */
  after: v.optional(v.string()),
  /** whole addresses; the caller demands a reason */
  reveals: v.optional(v.boolean(), false),
})
export type FindInput = v.InferInput<typeof FindInput>

export type HitKind =
  | 'account'
  | 'erased account'
  | 'session'
  | 'request'
  | 'certificate'
  | 'code'
  | 'machine'
  | 'app'

export interface Hit {
  readonly kind: HitKind
  /** names it in other operations; of a code, its batch and number */
  readonly key: string
  /** what was found: `address`, `second address`, `former address`, `similar address`, `account`, `nickname`, `name`, or the kind */
  readonly by: string
  /** whose it is; its address is masked unless it was to be revealed. null: nobody's, or of an erased account */
  readonly account: AccountSummary | null
  /** of an app its name, of a code or a machine its state */
  readonly note: string | null
}

export interface Found {
  readonly hits: readonly Hit[]
  /** for the next page; null: there is none */
  readonly next: string | null
  /** whether addresses with a typo were searched; `missing`: the database lacks pg_trgm */
  readonly similar: SimilarSearch
}

interface RawHit extends Omit<Hit, 'account' | 'note'> {
  readonly uid: string | null
  readonly note?: string
}

interface StartPage {
  readonly hits: readonly RawHit[]
  readonly next: string | null
}

type Target = Pick<Installation, 'db' | 'config'>

const ofAccount = (uid: string, by: string): RawHit => ({ kind: 'account', key: uid, by, uid })

async function findMachines({ db, config }: Target, typed: string): Promise<RawHit[]> {
  const isId = /^m_[\w-]{22}$/.test(typed)
  if (!isId && serialNumberError(typed) !== undefined) return []
  const sn = isId ? undefined : normalizeSerialNumber(typed)
  const hash =
    sn === undefined ? undefined : hashSerialNumber((await loadInstallationKeys(db, config)).unlock, sn)
  const id = hash === undefined ? typed : (await findRegistered(db, { hash }))[0]?.machine
  const [machine] = id === undefined ? [] : await findMachineForOperators(db, { machine: id })
  const [device] = sn === undefined ? [] : await findDevice(db, { sn })
  const askers = hash === undefined ? [] : await listAccountsOfMachine(db, { machineHash: hash })
  if (!machine && !device && askers.length === 0) return []
  const state = machine?.lost ? 'lost' : machine?.owner || machine?.workshop ? 'owned' : 'without owner'
  return [
    {
      ...{ kind: 'machine', by: 'machine', uid: machine?.owner ?? null },
      ...{ key: machine?.id ?? sn ?? typed, note: state },
    },
    ...askers.map(({ uid }) => ofAccount(uid, 'machine')),
  ]
}

async function findCodes({ db, config }: Target, typed: string): Promise<RawHit[]> {
  if (parseRedemptionCode(typed) === undefined) return []
  const found = await findCode(db, await loadInstallationKeys(db, config), typed)
  if (!found) return []
  const { batch, number, status, uid } = found
  return [{ kind: 'code', key: `${batch}/${number}`, by: 'code', uid, note: status }]
}

/** Each asks only if the text has the form of its keys. */
const KEYS: readonly ((target: Target, text: string) => Promise<readonly RawHit[]>)[] = [
  async ({ db }, text) => {
    const uid = text.toLowerCase()
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uid)) return []
    if ((await findSummary(db, { uid })).length > 0) return [ofAccount(uid, 'uid')]
    const [erased] = await findErased(db, { uid })
    return erased ? [{ kind: 'erased account', key: uid, by: 'uid', uid: null }] : []
  },
  async ({ db }, text) => {
    const number = parseCertificateNumber(text)
    if (number === undefined) return []
    const found = await findCertificates(db, { number, uids: [] })
    return found.map(({ uid, revokedAt }) => ({
      ...{ kind: 'certificate', key: number, by: 'certificate', uid },
      note: revokedAt === null ? 'valid' : 'revoked',
    }))
  },
  async ({ db }, text) => {
    if (!/^[\w-]{16}$/.test(text)) return []
    const found = await findSessionOwner(db, { handle: text })
    return found.map(({ uid }) => ({ kind: 'session', key: text, by: 'session', uid }))
  },
  findCodes,
  findMachines,
  async ({ db }, text) => {
    if (!/^[\w.:-]{8,64}$/.test(text)) return []
    const [event] = await findRequestOwner(db, { request: text })
    const [mail] = event ? [] : await findMailRequest(db, { request: text })
    return event || mail ? [{ kind: 'request', key: text, by: 'request', uid: event?.uid ?? null }] : []
  },
  async ({ db }, text) => {
    const canonical = text.includes('@') ? canonicalEmail(text) : undefined
    if (canonical === undefined) return []
    return [
      ...(await findBySecondAddress(db, { canonical })).map(({ uid }) => ofAccount(uid, 'second address')),
      ...(await findByFormerAddress(db, { canonical })).map(({ uid }) => ofAccount(uid, 'former address')),
    ]
  },
  async ({ db }, text) =>
    (await findAppByName(db, { text })).map(({ clientId, code, name }) => ({
      ...{ kind: 'app', key: clientId, by: 'app', uid: null, note: `${code}: ${name}` },
    })),
]

/** These are only found by an exact text, so nobody meant the start of a name. */
const CERTAIN: ReadonlySet<HitKind> = new Set([
  ...(['erased account', 'session', 'request', 'certificate', 'code', 'machine'] as const),
])

/** A page of the accounts that begin so; the lists follow each other. Throws an OperationError for a foreign cursor. */
async function findByStart(
  db: Database,
  start: string,
  limit: number,
  after: string | undefined,
): Promise<StartPage> {
  const [, name, uid = NIL] = after === undefined ? [] : (AFTER.exec(after) ?? [])
  const first = START_LISTS.findIndex(list => list.name === name)
  if (after !== undefined && first < 0) throw new OperationError('cursor_invalid')
  const hits: RawHit[] = []
  for (const list of START_LISTS.slice(Math.max(first, 0))) {
    const [last] = list.name === name ? await list.valueOf(db, { uid }) : []
    // The account may be erased or renamed meanwhile: its list begins again.
    const from = last?.value?.startsWith(start) ? last.value : undefined
    const rows = await list.search(db, {
      ...{ from: from ?? start, afterUid: from === undefined ? NIL : uid },
      ...{ end: `${start}\u{10FFFF}`, limit: limit + 1 - hits.length },
    })
    hits.push(...rows.map(row => ofAccount(row.uid, list.name)))
    if (hits.length > limit) break
  }
  const page = hits.slice(0, limit)
  const last = page.at(-1)
  return { hits: page, next: hits.length > limit && last ? `${last.by}.${last.key}` : null }
}

/** Accounts once each, in the order in which they were found. */
function withoutRepetitions(hits: readonly RawHit[]): RawHit[] {
  const seen = new Set<string>()
  return hits.filter(({ kind, key }) => !seen.has(`${kind} ${key}`) && seen.add(`${kind} ${key}`))
}

/** Throws an OperationError. */
export async function find(target: Target, input: FindInput, operator: string): Promise<Found> {
  const { query, limit, after, reveals } = v.parse(FindInput, input)
  const { db } = target
  const text = query.normalize('NFKC')
  if ([...text].length < TEXT_MIN) throw new OperationError('query_too_short', { min: TEXT_MIN })
  if (text.startsWith('@')) throw new OperationError('query_domain_only')
  await takeFromBudget(db, 'search', operator)
  const start = text.toLowerCase()
  const byKey =
    after === undefined ? (await Promise.all(KEYS.map(search => search(target, query)))).flat() : []
  const isCertain = byKey.some(({ kind }) => CERTAIN.has(kind))
  const page = isCertain
    ? ({ hits: [], next: null } satisfies StartPage)
    : await findByStart(db, start, limit, after)
  const known = [...byKey, ...page.hits]
  // A whole address that is found has no typo.
  const isAddress = text.includes('@') && page.hits.length > 0
  const isEnough =
    after !== undefined || isAddress || known.length >= limit || known.some(({ by }) => by === 'uid')
  const similar =
    isCertain || isEnough
      ? ({ uids: [], search: 'not needed' } as const)
      : await findSimilarAddresses(db, start, limit)
  const raw = withoutRepetitions([...known, ...similar.uids.map(uid => ofAccount(uid, 'similar address'))])
  const accounts = new Map<string, AccountSummary>()
  for (const { uid } of raw)
    if (uid !== null && !accounts.has(uid))
      for (const row of await findSummary(db, { uid })) accounts.set(uid, row)
  const hits = raw.slice(0, limit).map(({ uid, note = null, ...hit }): Hit => {
    const account = uid === null ? undefined : accounts.get(uid)
    const shown = account && (reveals ? account : { ...account, email: maskAddress(account.email) })
    return { ...hit, account: shown ?? null, note }
  })
  // What was typed is personal data: the record keeps its length and what was found.
  const detail = {
    ...{ characters: [...text].length, found: hits.length },
    ...(hits.length > 0 && { by: [...new Set(hits.map(({ by }) => by))].join(' ') }),
    ...(after !== undefined && { further: true }),
    ...(reveals && { revealed: true }),
  }
  const [only] = new Set(hits.flatMap(({ account }) => account?.uid ?? []))
  const uid = accounts.size === 1 ? (only ?? null) : null
  await writeAudit(db, { event: 'user.find', outcome: 'ok', operator, uid, detail })
  return { hits, next: page.next, similar: similar.search }
}
