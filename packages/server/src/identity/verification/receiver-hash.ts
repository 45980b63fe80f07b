/** Who a nonce is for, as a keyed hash: the tables hold no address. */

import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import { canonicalEmail } from '../account/email-address.ts'

/** Throws 20117 for an address whose domain cannot be one. */
export function requireCanonicalEmail(email: string): string {
  const canonical = canonicalEmail(email)
  if (canonical === undefined) throw new ApiError('invalid_email', { fields: { email: 'email_invalid' } })
  return canonical
}

export const mailboxReceiver = (key: Buffer, canonical: string): Buffer =>
  keyedHash(key, 'mailbox', canonical)

/** An enterprise account receives by its account, whatever mailbox it has today. */
export const accountReceiver = (key: Buffer, uid: string): Buffer => keyedHash(key, 'account', uid)
