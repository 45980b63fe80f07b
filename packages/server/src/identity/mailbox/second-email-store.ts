/** Table `second_email`: at most one address that counts, and one that waits. `findSecondMailbox` of `outbound/mail` finds the one that counts. */

import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface SecondEmailRow {
  readonly email: string
  /** unix seconds */
  readonly counts_from: number
  /** unix seconds; null: not removed */
  readonly counts_until: number | null
}

interface At {
  readonly uid: string
  readonly at: Date
}

/** The newest one that has not ended: it counts, waits to count, or waits for its end. */
export const findNewestSecondEmail = statement<SecondEmailRow, At>(
  'second_email.newest',
  `select email, ${epochSeconds('counts_from')} as counts_from, ${epochSeconds('counts_until')} as counts_until from second_email
    where uid = $uid and (counts_until is null or counts_until > $at) order by counts_from desc limit 1`,
)

const deleteWaiting = statement<{ uid: string }, At>(
  'second_email.delete_waiting',
  'delete from second_email where uid = $uid and counts_from > $at returning uid',
)

const endPresent = statement<{ uid: string }, At & { endsAt: Date }>(
  'second_email.end',
  `update second_email set counts_until = $endsAt
    where uid = $uid and counts_from <= $at and (counts_until is null or counts_until > $endsAt) returning uid`,
)

const insert = statement<never, { uid: string; email: string; canonical: string; startsAt: Date }>(
  'second_email.insert',
  'insert into second_email (uid, email, canonical, counts_from) values ($uid, $email, $canonical, $startsAt)',
)

const keepPresent = statement<{ uid: string }, At>(
  'second_email.keep',
  'update second_email set counts_until = null where uid = $uid and counts_until > $at returning uid',
)

const deleteByAddress = statement<never, { uid: string; canonical: string }>(
  'second_email.delete_by_address',
  'delete from second_email where uid = $uid and canonical = $canonical',
)

/** Within a transaction that has locked the account. The present address counts until `startsAt`. */
export async function replaceSecondEmail(
  tx: Queryable,
  change: At & { readonly email: string; readonly canonical: string; readonly startsAt: Date },
): Promise<void> {
  await deleteWaiting(tx, change)
  await endPresent(tx, { ...change, endsAt: change.startsAt })
  await insert(tx, change)
}

/** Likewise. One that does not count yet is gone at once. False: there was nothing to remove. */
export async function endSecondEmail(
  tx: Queryable,
  change: At & { readonly endsAt: Date },
): Promise<boolean> {
  const removed = [...(await deleteWaiting(tx, change)), ...(await endPresent(tx, change))]
  return removed.length > 0
}

/** Likewise. Takes back what waits: a new address, and the end of the present one. False: nothing waited. */
export async function cancelSecondEmailChanges(tx: Queryable, at: At): Promise<boolean> {
  const cancelled = [...(await deleteWaiting(tx, at)), ...(await keepPresent(tx, at))]
  return cancelled.length > 0
}

/** It became the address of the account itself. */
export const deleteSecondEmail = deleteByAddress

/** An addition of a thief, whether it counts or waits. */
export const deleteSecondEmailsSince = statement<{ uid: string }, { uid: string; since: Date }>(
  'second_email.delete_since',
  'delete from second_email where uid = $uid and added_at >= $since returning uid',
)

const deleteAllWaiting = statement<never, { at: Date }>(
  'second_email.delete_all_waiting',
  'delete from second_email where counts_from > $at',
  { scope: 'every shard', because: 'operator' },
)

const keepAllPresent = statement<never, { at: Date }>(
  'second_email.keep_all',
  'update second_email set counts_until = null where counts_until > $at',
  { scope: 'every shard', because: 'operator' },
)

/** In a restored database: a change that waits may have been undone meanwhile. */
export async function undoAllSecondEmailChanges(tx: Queryable, at: Date): Promise<void> {
  await deleteAllWaiting(tx, { at })
  await keepAllPresent(tx, { at })
}
