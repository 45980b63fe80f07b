/**
 * The one parser of email addresses. What it returns is both the receiver on the mail server and the value that is stored, so
 * that the address that a code proves is the address that is kept.
 */
import { domainToASCII, domainToUnicode } from 'node:url'
import { isEmailAddress } from '@kerf/contract/email-address'

export interface Mailbox {
  /** for the mail server and to be stored: the local part in NFC as typed, the domain as A-labels in lower case */
  readonly address: string
  /** identifies the mailbox: `address` with the local part in lower case */
  readonly canonical: string
}

const DOMAIN_MAX = 253
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
/** A last label without a letter would be an IP address. */
const LAST_LABEL = /^(?!0x)[a-z0-9-]*[a-z][a-z0-9-]*$/

/**
 * Accounts that differ only in letter case would help impersonators, and mail providers treat them alike. Dots and `+tags` are
 * kept. Returns `undefined` if the text is not one mailbox.
 */
export function parseMailbox(text: string): Mailbox | undefined {
  if (!isEmailAddress(text)) return undefined
  const at = text.lastIndexOf('@')
  const domain = toAsciiDomain(text.slice(at + 1))
  if (domain === undefined) return undefined
  const local = text.slice(0, at).normalize('NFC')
  const address = `${local}@${domain}`
  return isEmailAddress(address) ? { address, canonical: `${local.toLowerCase()}@${domain}` } : undefined
}

/**
 * A mailbox that an account may be moved to. Refuses some local parts that are valid but are read differently by mail relays
 * (`user%other`) and by apps that place the address in a URL (`/`, `?`, `#`). An account that has such an address keeps it.
 */
export function parseNewMailbox(text: string): Mailbox | undefined {
  const mailbox = parseMailbox(text)
  return mailbox && /[/?#%[\]]/.test(mailbox.address) ? undefined : mailbox
}

/**
 * The domain as A-labels. Node's conversion parses a URL host: it cuts off what follows `/`, `?` and `#`, decodes `%`, and
 * accepts IP addresses and undecodable labels, so its result is checked.
 */
function toAsciiDomain(domain: string): string | undefined {
  if (/[/?#%\\:@[\]]/.test(domain)) return undefined
  const ascii = domainToASCII(domain).toLowerCase()
  const labels = ascii.split('.')
  const isHostName =
    ascii.length <= DOMAIN_MAX &&
    labels.length > 1 &&
    labels.every(label => LABEL.test(label)) &&
    LAST_LABEL.test(labels.at(-1) ?? '')
  return isHostName && labels.every(isDecodable) ? ascii : undefined
}

/** Whether a label that claims to be an A-label is one, of letters and digits (RFC 5890 section 2.3.2.1). */
function isDecodable(label: string): boolean {
  if (!label.startsWith('xn--')) return true
  const unicode = domainToUnicode(label)
  return unicode !== label && /^[\p{L}\p{M}\p{N}·-]+$/u.test(unicode) && domainToASCII(unicode) === label
}
