/** E-mail addresses: the canonical form that identifies a mailbox (S-017), and the masked one that may be shown. */
import { domainToASCII } from 'node:url'

/**
 * Domain lower-cased and as A-labels, without a trailing dot; local part lower-cased too: no provider of note tells
 * case apart, and two accounts that differ only in case would be a trap. Dots and `+tags` are kept.
 * `undefined` when the domain is none.
 */
export function canonicalEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1).replace(/\.$/, '')).toLowerCase()
  if (at < 1 || domain === '' || !domain.includes('.')) return undefined
  return `${address.slice(0, at).normalize('NFC').toLowerCase()}@${domain}`
}

/** `maker@example.com` → `m***r@example.com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const local = [...address.slice(0, at)]
  const shown = local.length > 2 ? `${local[0]}***${local.at(-1)}` : `${local[0] ?? ''}***`
  return `${shown}${address.slice(at)}`
}
