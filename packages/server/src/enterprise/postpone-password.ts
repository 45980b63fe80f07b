/** "Later" at the security alert for a default password: three times or seven days from first use (D-7, S-084). */
import { type Queryable, statement } from '../db/database.ts'
import { Fault } from '../lib/fault.ts'

export const POSTPONE_TIMES = 3
export const POSTPONE_DAYS = 7

const postpone = statement<{ left: number }, [uid: string, times: number, days: number]>(
  'enterprise.postpone',
  `update account set default_postponed = default_postponed + 1, default_postponed_at = now()
    where uid = $1 and default_password and default_postponed < $2
      and coalesce(default_first_used_at, now()) > now() - make_interval(days => $3)
   returning $2 - default_postponed as left`,
)

/** Gives how often it may still be put off. Throws 20102 when the time is over, or there is no default password. */
export async function postponePassword(on: Queryable, uid: string): Promise<{ left: number }> {
  const [row] = await postpone(on, uid, POSTPONE_TIMES, POSTPONE_DAYS)
  if (!row) throw new Fault(20102)
  return { left: row.left }
}
