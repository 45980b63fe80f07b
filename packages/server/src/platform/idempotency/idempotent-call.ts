/** First answers of calls with an Idempotency-Key. An answer is stored in the transaction of its change (S-089). */
import type { Queryable } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'
import { sha256 } from '../keys/secrets.ts'
import { findIdempotentCall, insertIdempotentCall } from './idempotent-call-store.ts'

export interface IdempotentCall {
  readonly uid: string
  /** name of the call */
  readonly call: string
  /** the Idempotency-Key as it was sent */
  readonly key: string
  /** hash of the request: a key belongs to one request only */
  readonly request: Buffer
}

const keyReusedError = () => new ApiError('bad_request', { fields: { 'Idempotency-Key': 'invalid' } })

/** The answer of the first call, or undefined. Throws `bad_request` if the key belongs to another request. */
export async function findStoredAnswer<T>(
  on: Queryable,
  { uid, call, key, request }: IdempotentCall,
): Promise<T | undefined> {
  const [row] = await findIdempotentCall(on, { uid, call, keyHash: sha256(key) })
  if (!row) return undefined
  if (!row.request_hash.equals(request)) throw keyReusedError()
  return row.answer as T
}

/** Stores the answer. Throws `bad_request`, which rolls the transaction back, if another request used the key first. */
export async function storeAnswer(
  tx: Queryable,
  { uid, call, key, request }: IdempotentCall,
  answer: unknown,
): Promise<void> {
  const [stored] = await insertIdempotentCall(tx, {
    uid,
    call,
    keyHash: sha256(key),
    requestHash: request,
    answer: JSON.stringify(answer),
  })
  if (!stored) throw keyReusedError()
}
