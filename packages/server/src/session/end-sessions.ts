/** Ends sessions: their tokens are refused from the commit on, by every process. */
import { statement } from '../db/database.ts'

/** One sign-in: with a session end those that grew from it or that it grew from, on sister hosts too. */
export const deleteSession = statement<{ handle: string }, [uid: string, handle: string]>(
  'session.delete',
  `delete from session s where s.uid = $1 and coalesce(s.root, s.handle) = (
     select coalesce(o.root, o.handle) from session o where o.uid = $1 and o.handle = $2
   ) returning s.handle`,
)

export const deleteAllSessions = statement<{ handle: string }, [uid: string]>(
  'session.delete_all',
  'delete from session where uid = $1 returning handle',
)

export const deleteOtherSessions = statement<{ handle: string }, [uid: string, keep: string]>(
  'session.delete_others',
  'delete from session where uid = $1 and handle <> $2 returning handle',
)
