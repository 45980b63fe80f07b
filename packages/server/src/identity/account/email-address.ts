/** Email addresses: the canonical form that identifies a mailbox (S-017), the form for delivery, the masked form. */
import { domainToASCII } from 'node:url'
import { ApiError } from '../../platform/errors/api-error.ts'

/**
 * Canonical form: the domain in lower case, as A-labels, without a trailing dot; the local part in NFC and lower case.
 * Accounts that differ only in letter case would help impersonators, and mail providers treat them alike. Dots and
 * `+tags` are kept. Returns `undefined` if the domain is invalid.
 */
export function canonicalEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1).replace(/\.$/, '')).toLowerCase()
  if (at < 1 || domain === '' || !domain.includes('.')) return undefined
  return `${address.slice(0, at).normalize('NFC').toLowerCase()}@${domain}`
}

/** The canonical form. Throws `invalid_email` if the domain is invalid. */
export function requireCanonicalEmail(email: string): string {
  const canonical = canonicalEmail(email)
  if (canonical === undefined) throw new ApiError('invalid_email', { fields: { email: 'email_invalid' } })
  return canonical
}

/**
 * The address for the mail server: normalized like the canonical form, except for the letter case of the local part.
 * Otherwise a look-alike (`\u212aate@…`, full-width letters) could be one mailbox to us and another one to the server.
 */
export function deliveryAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return `${address.slice(0, at).normalize('NFC')}@${domain || address.slice(at + 1)}`
}

/** `maker@example.com` → `m***r@example.com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const local = [...address.slice(0, at)]
  const shown = local.length > 2 ? `${local[0]}***${local.at(-1)}` : `${local[0] ?? ''}***`
  return `${shown}${address.slice(at)}`
}
