/**
 * Statements of the search of operators. On a distributed database those of every shard ask all nodes: docs/support.md names them, and
 * the limit of an operator bounds them. Times are unix seconds.
 */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { SIMILAR_LOCAL_PART } from '../../platform/db/search-index.ts'

export interface AccountSummary {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  /** enterprise account ID, or null */
  readonly account: string | null
  readonly userName: string
  readonly nickname: string
  readonly country: string
  readonly createdAt: number
}

export const findSummary = statement<AccountSummary, { uid: string }>(
  'find.summary',
  `select uid, kind, status, email, enterprise_id as account, user_name as "userName", nickname, country,
          ${epochSeconds('created_at')} as "createdAt"
     from account where uid = $uid`,
)

/** `from`: the start itself, or the value of the last row before the page. `end`: after every value that begins so. */
interface StartSearch {
  readonly from: string
  readonly end: string
  /** of the last row before the page; the nil uid: the first page */
  readonly afterUid: string
  readonly limit: number
}

/** A page of the accounts whose column begins so, in the order of an index: page 1,000 reads as many rows as page 1. */
const startsWith = (name: string, column: string, only: string) =>
  statement<{ uid: string }, StartSearch>(
    `find.by_${name}`,
    `select uid from account
      where ${only}lower(${column}) ~>=~ $from and lower(${column}) ~<~ $end and (lower(${column}) ~>~ $from or uid > $afterUid)
      order by lower(${column}) using ~<~, uid limit $limit`,
    { scope: 'every shard', because: 'operator' },
  )

/** The value that a page went to, by the uid in a cursor: a cursor contains no address. */
const valueInRow = (name: string, column: string) =>
  statement<{ value: string | null }, { uid: string }>(
    `find.value_of_${name}`,
    `select lower(${column}) as value from account where uid = $uid`,
  )

export interface StartList {
  /** in a hit, and in a cursor */
  readonly name: string
  readonly search: ReturnType<typeof startsWith>
  readonly valueOf: ReturnType<typeof valueInRow>
}

/** In the order of the result. */
export const START_LISTS: readonly StartList[] = (
  [
    ['address', 'email', ''],
    ['account', 'enterprise_id', 'enterprise_id is not null and '],
    ['nickname', 'nickname', `nickname <> '' and `],
    ['name', 'user_name', `user_name <> '' and `],
  ] as const
).map(([name, column, only]) => ({
  name,
  search: startsWith(name, column, only),
  valueOf: valueInRow(name, column),
}))

/** For the statements of this transaction. The extension compares with it before it reads a row. */
export const setSimilarity = statement<never, { least: string; timeout: string }>(
  'find.set_similarity',
  `select set_config('pg_trgm.similarity_threshold', $least, true), set_config('statement_timeout', $timeout, true)`,
  { scope: 'coordinator' },
)

/** The part before the @ is similar; the most similar addresses first. `address`: as much of one as was given. */
export const findSimilar = statement<
  { uid: string },
  { local: string; address: string; least: number; limit: number }
>(
  'find.similar',
  `select uid from account
    where ${SIMILAR_LOCAL_PART} % $local and similarity(${SIMILAR_LOCAL_PART}, $local) >= $least::float8
    order by similarity(${SIMILAR_LOCAL_PART}, $local) desc, similarity(lower(email), $address) desc, uid limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

export const findByAddresses = statement<{ uid: string }, { addresses: readonly string[]; limit: number }>(
  'find.by_addresses',
  'select uid from account where lower(email) = any($addresses::text[]) limit $limit',
  { scope: 'every shard', because: 'operator' },
)

export const findBySecondAddress = statement<{ uid: string }, { canonical: string }>(
  'find.by_second_address',
  'select distinct uid from second_email where canonical = $canonical',
  { scope: 'every shard', because: 'operator' },
)

/** Addresses that accounts left within 30 days: a thief may have changed one. */
export const findByFormerAddress = statement<{ uid: string }, { canonical: string }>(
  'find.by_former_address',
  'select distinct uid from former_email where canonical = $canonical',
  { scope: 'every shard', because: 'operator' },
)

export const findErased = statement<{ at: number }, { uid: string }>(
  'find.erased',
  `select ${epochSeconds('at')} as at from deleted_account where uid = $uid`,
)

export const findSessionOwner = statement<{ uid: string }, { handle: string }>(
  'find.session',
  'select uid from session where handle = $handle',
  { scope: 'every shard', because: 'operator' },
)

/** Whom a request was about: no row, if it changed nothing and was not refused. */
export const findRequestOwner = statement<{ uid: string | null }, { request: string }>(
  'find.request',
  `select uid from audit_event where request_id = $request order by uid is null, audit_event.id limit 1`,
  { scope: 'coordinator' },
)

export const findMailRequest = statement<{ requestId: string }, { request: string }>(
  'find.mail_request',
  'select request_id as "requestId" from mail_delivery where request_id = $request limit 1',
  { scope: 'coordinator' },
)

export const findAppByName = statement<{ clientId: string; code: string; name: string }, { text: string }>(
  'find.app',
  `select client_id as "clientId", code, name from app
    where lower(code) = lower($text) or client_id = $text or lower(name) = lower($text) order by code, client_id limit 20`,
)
