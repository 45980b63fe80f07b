/** Things that may be used once: solved challenges, human tickets. */
import { statement } from '../../platform/db/database.ts'

type Kind = 'challenge' | 'human_ticket'

export const issueOneTime = statement<never, [kind: Kind, hash: Buffer, seconds: number]>(
  'one_time.issue',
  'insert into one_time (kind, hash, expires_at) values ($1, $2, now() + make_interval(secs => $3))',
)

/** Uses an issued thing. No row: unknown, too old or used. */
export const consumeOneTime = statement<{ used: true }, [kind: Kind, hash: Buffer]>(
  'one_time.consume',
  `update one_time set consumed_at = now()
    where kind = $1 and hash = $2 and expires_at > now() and consumed_at is null returning true as used`,
)

/** Marks as used what was never stored before, e.g. a signed challenge. No row: used already. */
export const markUsed = statement<{ used: true }, [kind: Kind, hash: Buffer, seconds: number]>(
  'one_time.mark',
  `insert into one_time (kind, hash, expires_at, consumed_at)
   values ($1, $2, now() + make_interval(secs => $3), now()) on conflict do nothing returning true as used`,
)
