/**
 * Tables `oauth_request` (authorization requests sent to providers) and `oauth_flow` (results to be read once, and
 * connection steps to be completed). Rows are found by the hash of a random value and are consumed by one conditional update.
 */
import * as v from 'valibot'
import { statement } from '../../platform/db/database.ts'

export const SocialOperation = v.picklist(['login', 'bind'])
export type SocialOperation = v.InferOutput<typeof SocialOperation>
/** `result`: what a callback resulted in; `step`: a sign-in that needs proof of ownership or an email address. */
type FlowKind = 'result' | 'step'

export const insertRequest = statement<
  never,
  {
    stateHash: Buffer
    channel: string
    op: SocialOperation
    browserHash: Buffer
    encryptedState: Buffer
    uid: string | null
    ttlSeconds: number
  }
>(
  'social.request',
  `insert into oauth_request (state_hash, channel, op, browser_hash, sealed, uid, expires_at)
   values ($stateHash, $channel, $op, $browserHash, $encryptedState, $uid, now() + make_interval(secs => $ttlSeconds))`,
)

export interface RequestRow {
  readonly op: SocialOperation
  readonly encrypted_state: Buffer
  readonly uid: string | null
}

/** Returns the pending request of this channel and browser, once (S-061). */
export const consumeRequest = statement<
  RequestRow,
  { stateHash: Buffer; channel: string; browserHash: Buffer }
>(
  'social.request_consume',
  `update oauth_request set consumed_at = now()
    where state_hash = $stateHash and channel = $channel and browser_hash = $browserHash
      and consumed_at is null and expires_at > now()
   returning op, sealed as encrypted_state, uid`,
)

export const insertFlow = statement<
  never,
  { hash: Buffer; kind: FlowKind; encryptedData: Buffer; uid: string | null; ttlSeconds: number }
>(
  'social.flow',
  `insert into oauth_flow (hash, kind, sealed, uid, expires_at)
   values ($hash, $kind, $encryptedData, $uid, now() + make_interval(secs => $ttlSeconds))`,
)

export const consumeFlow = statement<{ encrypted_data: Buffer }, { hash: Buffer; kind: FlowKind }>(
  'social.flow_consume',
  `update oauth_flow set consumed_at = now()
    where hash = $hash and kind = $kind and consumed_at is null and expires_at > now()
   returning sealed as encrypted_data`,
)

export const findStep = statement<{ encrypted_data: Buffer }, { hash: Buffer }>(
  'social.step',
  `select sealed as encrypted_data from oauth_flow
    where hash = $hash and kind = 'step' and consumed_at is null and expires_at > now()`,
)
