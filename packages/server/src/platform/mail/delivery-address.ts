import { domainToASCII } from 'node:url'

/**
 * The address as it is handed to the mail server: normalized like the canonical form, except for the letter case of
 * the local part. Without this, a look-alike (`\u212aate@…`, full-width letters) could name another mailbox on the mail server.
 */
export function deliveryAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return `${address.slice(0, at).normalize('NFC')}@${domain || address.slice(at + 1)}`
}
