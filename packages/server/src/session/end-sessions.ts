/** Ends sessions: their tokens are refused from the commit on, by every process. */
import { statement } from '../db/database.ts'

export const deleteSession = statement<{ handle: string }, [uid: string, handle: string]>(
  'session.delete',
  'delete from session where uid = $1 and handle = $2 returning handle',
)

export const deleteAllSessions = statement<{ handle: string }, [uid: string]>(
  'session.delete_all',
  'delete from session where uid = $1 returning handle',
)

export const deleteOtherSessions = statement<{ handle: string }, [uid: string, keep: string]>(
  'session.delete_others',
  'delete from session where uid = $1 and handle <> $2 returning handle',
)
