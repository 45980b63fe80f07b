/** The lock of an account before a row of it is written. */
import { statement } from '../platform/db/database.ts'

/** Locks the account against erasure until the transaction ends. No row: it was erased. */
export const lockAccount = statement<{ uid: string }, { uid: string }>(
  'entitlements.lock_account',
  'select uid from account where uid = $uid for key share',
)
