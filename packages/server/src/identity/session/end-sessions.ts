/** Ends sessions: their tokens are refused from the commit on, by every process. */
import { type Queryable, statement } from '../../platform/db/database.ts'

/**
 * Waits for one that is growing from another at this moment: a statement that ends sessions sees those that were there
 * when it began, so it must begin after that.
 */
const holdAll = statement<never, [uid: string]>(
  'session.hold_all',
  'select from session where uid = $1 order by handle for update',
)

const deleteFamily = statement<{ handle: string }, [uid: string, handle: string]>(
  'session.delete',
  `delete from session s where s.uid = $1 and coalesce(s.root, s.handle) = (
     select coalesce(o.root, o.handle) from session o where o.uid = $1 and o.handle = $2
   ) returning s.handle`,
)

/** One sign-in: with a session end those that grew from it or that it grew from, on sister hosts too. Within a transaction. */
export async function deleteSession(tx: Queryable, uid: string, handle: string) {
  await holdAll(tx, uid)
  return deleteFamily(tx, uid, handle)
}

export const deleteAllSessions = statement<{ handle: string }, [uid: string]>(
  'session.delete_all',
  'delete from session where uid = $1 returning handle',
)

const deleteOthers = statement<{ handle: string }, [uid: string, keep: string]>(
  'session.delete_others',
  'delete from session where uid = $1 and handle <> $2 returning handle',
)

/** Within a transaction. */
export async function deleteOtherSessions(tx: Queryable, uid: string, keep: string) {
  await holdAll(tx, uid)
  return deleteOthers(tx, uid, keep)
}
