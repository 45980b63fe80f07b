/** Whom a nonce is for, as a keyed hash: the tables hold no email address. */
import { keyedHash } from '../../platform/keys/secrets.ts'

export const mailboxReceiver = (key: Buffer, canonicalEmail: string): Buffer =>
  keyedHash(key, 'mailbox', canonicalEmail)

/** Codes for the signed-in account, and for enterprise accounts: identified by the account, whatever its address is. */
export const accountReceiver = (key: Buffer, uid: string): Buffer => keyedHash(key, 'account', uid)
