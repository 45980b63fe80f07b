/** Analytics ids of erased accounts. Only their hashes remain. */
import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { findErasedLogins } from './erasure-store.ts'

export const ERASE_EVENTS_JOB = 'erase_events'
/** About three weeks of retries. */
const ATTEMPTS_MAX = 100

/** Has a job delete the analytics events of the account once the transaction has committed. */
export const eraseEventsLater = (tx: Queryable, login: string): Promise<unknown> =>
  enqueueJob(tx, { task: ERASE_EVENTS_JOB, payload: { login }, attemptsMax: ATTEMPTS_MAX })

/** The analytics ids among the given ones that belonged to accounts that are erased. */
export async function listErasedLogins(
  db: Queryable,
  logins: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await findErasedLogins(db, { hashes: logins.map(sha256) })
  const hashes = new Set(found.map(({ hash }) => hash.toString('hex')))
  return new Set(logins.filter(login => hashes.has(sha256(login).toString('hex'))))
}
