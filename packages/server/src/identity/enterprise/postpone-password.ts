/** "Later" at the security alert for a default password (D-7, S-084). */

import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { countPostponement } from '../account/credential-store.ts'
import { DEFAULT_PASSWORD_POSTPONE_MAX } from '../account/default-password.ts'

/** Returns how often the change may still be postponed. Throws `authority` if it may not be postponed any more. */
export const postponePassword = (db: Database, uid: string, caller: Caller): Promise<{ left: number }> =>
  db.transaction(async tx => {
    const [row] = await countPostponement(tx, { uid })
    if (!row) throw new ApiError('authority')
    const left = DEFAULT_PASSWORD_POSTPONE_MAX - row.postponed
    await writeAudit(tx, {
      event: 'password.postponed',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { left },
    })
    return { left }
  })
