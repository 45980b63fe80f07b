/** Lifts bans whose end has passed, at most a minute late. */
import type { Task } from 'graphile-worker'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { findEndedBans, liftEndedBan } from './account-admin-store.ts'

export const LIFT_BANS_JOB = 'lift_bans'

/** The rest follows a minute later. */
const BANS_PER_RUN = 1_000

export const liftEndedBansTask =
  (db: Database, log: JobLog): Task =>
  async () => {
    let lifted = 0
    for (const { uid } of await findEndedBans(db, { limit: BANS_PER_RUN }))
      await db.transaction(async tx => {
        const [account] = await liftEndedBan(tx, { uid })
        if (!account) return
        await publishAccountUpdated(tx, uid, ['status'])
        await writeAudit(tx, { event: 'user.unban', outcome: 'ok', uid, detail: { ended: true } })
        lifted++
      })
    if (lifted > 0) log.info({ accounts: lifted }, 'lifted bans that have ended')
  }
