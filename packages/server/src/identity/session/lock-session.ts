/** Keeps a session from ending before a transaction does. No row: it has ended. */
import { statement } from '../../platform/db/database.ts'

export const lockSession = statement<{ handle: string }, [uid: string, handle: string]>(
  'session.hold',
  'select handle from session where uid = $1 and handle = $2 for key share',
)
