import { statement } from '../../platform/db/database.ts'

/** A reset voids every pending code of the account and of its mailbox (S-028). */
export const deletePendingCodes = statement<never, [uid: string, receiver: Buffer]>(
  'verification.void',
  'delete from verification where uid = $1 or receiver = $2',
)
