/** Whom a nonce is for and who asked for it, as keyed hashes: the tables hold no email address. */
import type { Caller } from '../../platform/audit/caller.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'

export const mailboxReceiver = (key: Buffer, canonicalEmail: string): Buffer =>
  keyedHash(key, 'mailbox', canonicalEmail)

/** Codes for the signed-in account, and for enterprise accounts: identified by the account, whatever its address is. */
export const accountReceiver = (key: Buffer, uid: string): Buffer => keyedHash(key, 'account', uid)

/** The browser that asks for a code. Where cookies are blocked, browsers of one network are not told apart. */
export const requesterHash = (
  key: Buffer,
  { browserHash, limitKey }: Pick<Caller, 'browserHash' | 'limitKey'>,
): Buffer => keyedHash(key, 'requester', browserHash?.toString('base64url') ?? limitKey)
