/** Return address policy, shared by server and portal (S-030 to S-036). */
import { RETURN_URL_LENGTH_MAX, RETURN_URL_LENGTH_MIN } from './limits.ts'
import { removeSecretParameters } from './secret-parameters.ts'

export interface ReturnRule {
  /** exact origins of the portal, its brands and apps */
  readonly origins: readonly string[]
  /** development: also http(s)://localhost and *.localhost on any port */
  readonly allowLocalhost: boolean
}

/**
 * Returns the normalized address without secret parameters, or undefined if it must not be followed.
 *
 * The raw text is checked before parsing: URL parsers disagree about white space, control characters, backslashes and
 * empty user info, so a text that contains any of them is rejected.
 */
export function acceptReturnUrl(raw: unknown, rule: ReturnRule): string | undefined {
  if (typeof raw !== 'string') return undefined
  if (raw.length < RETURN_URL_LENGTH_MIN || raw.length > RETURN_URL_LENGTH_MAX) return undefined
  if (/[\s\\\p{C}]/u.test(raw) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(raw) || !URL.canParse(raw))
    return undefined
  const url = new URL(raw)
  if (url.hostname.endsWith('.')) return undefined
  if (!rule.origins.includes(url.origin) && !(rule.allowLocalhost && isLocalhost(url))) return undefined
  return withoutSecrets(url)
}

/** The form in which two return addresses are compared: parsed, without secret parameters. Undefined if it is no URL. */
export const canonicalReturnUrl = (raw: string): string | undefined =>
  URL.canParse(raw) ? withoutSecrets(new URL(raw)) : undefined

function withoutSecrets(url: URL): string {
  const search = removeSecretParameters(url.search)
  if (search !== url.search) url.search = search
  return url.href
}

const isLocalhost = (url: URL): boolean =>
  url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1'
