/** First answers of calls that may be repeated: kept with the change they tell of, for 24 h (S-089). */
import { type Queryable, statement } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'
import { sha256 } from '../keys/secrets.ts'

export const IDEMPOTENT_HOURS = 24

export interface Repeatable {
  readonly uid: string
  /** the call's name */
  readonly call: string
  /** as the caller sent it */
  readonly key: string
  /** hash of what is asked: a key names one request only */
  readonly request: Buffer
}

const find = statement<{ request_hash: Buffer; answer: unknown }, [uid: string, call: string, key: Buffer]>(
  'idempotent.find',
  `select request_hash, answer from idempotent_call
    where uid = $1 and call = $2 and key_hash = $3 and at > now() - interval '${IDEMPOTENT_HOURS} hours'`,
)

const insert = statement<
  { uid: string },
  [uid: string, call: string, key: Buffer, request: Buffer, answer: string]
>(
  'idempotent.insert',
  `insert into idempotent_call as c (uid, call, key_hash, request_hash, answer) values ($1, $2, $3, $4, $5)
   on conflict (uid, call, key_hash) do update
     set request_hash = excluded.request_hash, answer = excluded.answer, at = now()
     where c.at <= now() - interval '${IDEMPOTENT_HOURS} hours'
   returning uid`,
)

const misused = () => new ApiError('bad_request', { fields: { 'Idempotency-Key': 'invalid' } })

/** What the call answered when it was made first, or undefined. Throws 20001 when the key was used for something else. */
export async function findFirstAnswer<T>(
  on: Queryable,
  { uid, call, key, request }: Repeatable,
): Promise<T | undefined> {
  const [row] = await find(on, uid, call, sha256(key))
  if (!row) return undefined
  if (!row.request_hash.equals(request)) throw misused()
  return row.answer as T
}

/** Keeps the answer with the transaction. Throws 20001, and so undoes it, when another request of this key came first. */
export async function keepFirstAnswer(
  tx: Queryable,
  { uid, call, key, request }: Repeatable,
  answer: unknown,
): Promise<void> {
  const [kept] = await insert(tx, uid, call, sha256(key), request, JSON.stringify(answer))
  if (!kept) throw misused()
}
