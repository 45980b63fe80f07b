/** Values that are accepted once: solved challenges, human-check tickets, challenges of passkey ceremonies. */
import { statement } from '../../platform/db/database.ts'

interface OneTimeValue {
  readonly kind: 'challenge' | 'human_ticket' | 'passkey'
  readonly hash: Buffer
}

export const issueOneTime = statement<never, OneTimeValue & { ttlSeconds: number }>(
  'one_time.issue',
  `insert into one_time (kind, hash, expires_at) values ($kind, $hash, now() + make_interval(secs => $ttlSeconds))`,
)

/** Consumes an issued value. Returns no row if it is unknown, expired or consumed. */
export const consumeOneTime = statement<{ kind: string }, OneTimeValue>(
  'one_time.consume',
  `update one_time set consumed_at = now()
    where kind = $kind and hash = $hash and expires_at > now() and consumed_at is null returning kind`,
)

/** Marks a value as consumed that was not stored when it was issued. Returns no row if it was consumed before. */
export const markConsumed = statement<{ kind: string }, OneTimeValue & { ttlSeconds: number }>(
  'one_time.mark',
  `insert into one_time as o (kind, hash, expires_at, consumed_at)
   values ($kind, $hash, now() + make_interval(secs => $ttlSeconds), now())
   on conflict do nothing returning o.kind`,
)
