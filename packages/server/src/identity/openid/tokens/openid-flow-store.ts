/** Table `openid_flow`: requests that belong to no account yet. Found by the hash of a random value; contents are encrypted. */
import { statement } from '../../../platform/db/database.ts'

export interface FlowKey {
  readonly hash: Buffer
  readonly kind: string
}

export const upsertFlow = statement<never, FlowKey & { sealed: Buffer; ttlSeconds: number }>(
  'openid.upsert_flow',
  `insert into openid_flow (hash, kind, sealed, expires_at)
   values ($hash, $kind, $sealed, now() + make_interval(secs => $ttlSeconds))
   on conflict (hash) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
)

/** No row if it exists already: a DPoP proof that was used (RFC 9449, section 11.1). */
export const insertFlow = statement<{ hash: Buffer }, FlowKey & { sealed: Buffer; ttlSeconds: number }>(
  'openid.insert_flow',
  `insert into openid_flow (hash, kind, sealed, expires_at)
   values ($hash, $kind, $sealed, now() + make_interval(secs => $ttlSeconds)) on conflict do nothing returning hash`,
)

export const findFlow = statement<{ sealed: Buffer; consumed: boolean }, FlowKey>(
  'openid.find_flow',
  `select sealed, consumed_at is not null as consumed from openid_flow
    where hash = $hash and kind = $kind and expires_at > now()`,
)

/** Unix seconds with a fraction. */
export const findFlowStart = statement<{ started_at: number }, FlowKey>(
  'openid.flow_start',
  `select date_part('epoch', created_at) as started_at from openid_flow where hash = $hash and kind = $kind`,
)

/** No row if it was consumed before: one of several calls at once succeeds. */
export const consumeFlow = statement<{ hash: Buffer }, FlowKey>(
  'openid.consume_flow',
  `update openid_flow set consumed_at = now()
    where hash = $hash and kind = $kind and consumed_at is null and expires_at > now() returning hash`,
)

/** No row: another call deleted it. */
export const deleteFlow = statement<{ hash: Buffer }, FlowKey>(
  'openid.delete_flow',
  'delete from openid_flow where hash = $hash and kind = $kind returning hash',
)
