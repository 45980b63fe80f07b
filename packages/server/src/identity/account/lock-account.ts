/** Makes those who change one account take turns. */
import { statement } from '../../platform/db/database.ts'

/**
 * Waits for a sign-in that is putting its session in, and keeps others out until the transaction ends: what is read after it
 * is all there is. No row: there is no such account.
 */
export const lockAccount = statement<{ uid: string }, [uid: string]>(
  'account.lock',
  'select uid from account where uid = $1 for update',
)
