/** Rows of repeatable calls and their first answers. */
import { IDEMPOTENT_HOURS } from '../../tables/retention.ts'
import { statement } from '../db/database.ts'
import { plusInterval } from '../db/epoch.ts'

export const findIdempotentCall = statement<
  { request_hash: Buffer; answer: unknown },
  { uid: string; call: string; keyHash: Buffer }
>(
  'idempotent.find',
  `select request_hash, answer from idempotent_call
    where uid = $uid and call = $call and key_hash = $keyHash and at > now() - interval '${IDEMPOTENT_HOURS} hours'`,
)

/** Returns no row if the key is in use by another call of the last 24 hours. */
export const insertIdempotentCall = statement<
  { uid: string },
  { uid: string; call: string; keyHash: Buffer; requestHash: Buffer; answer: string }
>(
  'idempotent.insert',
  `insert into idempotent_call as c (uid, call, key_hash, request_hash, answer, at)
   values ($uid, $call, $keyHash, $requestHash, $answer, now())
   on conflict (uid, call, key_hash) do update
     set request_hash = excluded.request_hash, answer = excluded.answer, at = excluded.at
     where ${plusInterval('c.at', `interval '${IDEMPOTENT_HOURS} hours'`)} <= excluded.at
   returning c.uid`,
)

/** After the change of a call was undone, a repetition of it does not answer as if it were still there. */
export const forgetIdempotentCalls = statement<never, { uid: string; call: string }>(
  'idempotent.forget',
  'delete from idempotent_call where uid = $uid and call = $call',
)
