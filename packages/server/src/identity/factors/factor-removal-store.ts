/** Owners who lost their second factors and wait for the removal. One row an account. */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** Returns no row if somebody waits already. */
export const insertFactorRemoval = statement<{ uid: string }, { uid: string; at: Date; readyAt: Date }>(
  'factor_recovery.start',
  `insert into factor_recovery (uid, requested_at, ready_at) values ($uid, $at, $readyAt)
   on conflict (uid) do nothing returning uid`,
)

/** Returns the removal that waits, in unix seconds; none if it has expired. */
export const findFactorRemoval = statement<
  { ready_at: number; mails: number },
  { uid: string; expiredBefore: Date }
>(
  'factor_recovery.find',
  `select ${epochSeconds('ready_at')} as ready_at, mails
     from factor_recovery where uid = $uid and ready_at > $expiredBefore`,
)

export const deleteExpiredFactorRemoval = statement<never, { uid: string; expiredBefore: Date }>(
  'factor_recovery.delete_expired',
  'delete from factor_recovery where uid = $uid and ready_at <= $expiredBefore',
)

/** Ends the waiting time. If `consumeFactorRemoval` runs at the same moment, only one of the two returns a row. */
export const deleteFactorRemoval = statement<{ uid: string }, { uid: string }>(
  'factor_recovery.stop',
  'delete from factor_recovery where uid = $uid returning uid',
)

/** Returns a row once, from the end of the waiting time until the removal expires, and not before the owner had `mails` reminders. */
export const consumeFactorRemoval = statement<
  { uid: string },
  { uid: string; at: Date; expiredBefore: Date; mails: number }
>(
  'factor_recovery.consume',
  `delete from factor_recovery
    where uid = $uid and ready_at <= $at and ready_at > $expiredBefore and mails >= $mails returning uid`,
)

export interface DueReminder {
  readonly uid: string
  readonly ready_at: number
  readonly mails: number
}

/** Waiting owners with `mails` reminders whose removal is possible at `until` or before. */
export const listDueReminders = statement<DueReminder, { mails: number; until: Date; limit: number }>(
  'factor_recovery.due',
  `select uid, ${epochSeconds('ready_at')} as ready_at, mails
     from factor_recovery where mails = $mails and ready_at <= $until order by ready_at limit $limit`,
  { scope: 'every shard', because: 'job' },
)

/** In a restored database: its owner may have stopped it meanwhile. */
export const deleteAllFactorRemovals = statement<never>(
  'factor_recovery.delete_all',
  'delete from factor_recovery',
  { scope: 'every shard', because: 'operator' },
)

/** Counts a reminder once. */
export const countReminder = statement<{ uid: string }, { uid: string; mails: number }>(
  'factor_recovery.remind',
  'update factor_recovery set mails = mails + 1 where uid = $uid and mails = $mails returning uid',
)
