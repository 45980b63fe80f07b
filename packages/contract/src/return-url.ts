/** Where a visitor may be sent back to (specification 5, decisions 4, S-030 to S-036): one rule for server and browser. */
import { RETURN_URL_MIN } from './limits.ts'

export interface ReturnRule {
  /** exact origins of the portal, its brands and apps */
  readonly origins: readonly string[]
  /** development: also http(s)://localhost and *.localhost on any port */
  readonly allowLocalhost: boolean
}

const SECRET_PARAMETERS = ['ut', 'ticket', 'utoken']

/**
 * The address to follow, normalised and without secrets, or undefined when it must be dropped.
 * Judged on the raw text first: white space, control characters and backslashes are read differently by different
 * parsers, so a text with any of them is refused before it is parsed; so is one with user info, be it empty.
 */
export function acceptReturnUrl(raw: unknown, rule: ReturnRule): string | undefined {
  if (typeof raw !== 'string' || raw.length < RETURN_URL_MIN || raw.length > 4096) return undefined
  if (/[\s\\\p{C}]/u.test(raw) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(raw) || !URL.canParse(raw))
    return undefined
  const url = new URL(raw)
  if (url.hostname.endsWith('.')) return undefined
  if (!rule.origins.includes(url.origin) && !(rule.allowLocalhost && isLocalhost(url))) return undefined
  const query = url.search.slice(1)
  const kept = withoutSecrets(query)
  if (kept !== query) url.search = kept
  return url.href
}

const isLocalhost = (url: URL): boolean =>
  url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1'

/** What is kept is kept letter for letter: the query may be signed. */
const withoutSecrets = (query: string): string =>
  query
    .split('&')
    .filter(pair => ![...new URLSearchParams(pair).keys()].some(name => SECRET_PARAMETERS.includes(name)))
    .join('&')
