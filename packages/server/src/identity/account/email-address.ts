/** Email addresses of accounts: what identifies a mailbox (S-017), and the masked form. */

import { type Mailbox, parseMailbox, parseNewMailbox } from '../../platform/config/parse-mailbox.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** Identifies the mailbox; `undefined` if the address is invalid. */
export const canonicalEmail = (address: string): string | undefined => parseMailbox(address)?.canonical

const invalidEmail = (): ApiError => new ApiError('invalid_email', { fields: { email: 'email_invalid' } })

/** The canonical form of an address that an account may have. Throws `invalid_email`. */
export function requireCanonicalEmail(email: string): string {
  const canonical = canonicalEmail(email)
  if (canonical === undefined) throw invalidEmail()
  return canonical
}

/** The mailbox of an address that an account is to get. Throws `invalid_email`. */
export function requireNewMailbox(email: string): Mailbox {
  const mailbox = parseNewMailbox(email)
  if (mailbox === undefined) throw invalidEmail()
  return mailbox
}

/** `maker@example.com` → `m***r@example.com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const local = [...address.slice(0, at)]
  const shown = local.length > 2 ? `${local[0]}***${local.at(-1)}` : `${local[0] ?? ''}***`
  return `${shown}${address.slice(at)}`
}
