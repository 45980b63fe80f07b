/** "Later" at the security alert for a default password: three times or seven days from first use (D-7, S-084). */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'

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
export const postponePassword = (db: Database, uid: string, caller: Caller): Promise<{ left: number }> =>
  db.transaction(async tx => {
    const [row] = await postpone(tx, uid, POSTPONE_TIMES, POSTPONE_DAYS)
    if (!row) throw new ApiError('authority')
    const { left } = row
    await writeAudit(tx, {
      event: 'password.postponed',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { left },
    })
    return { left }
  })
