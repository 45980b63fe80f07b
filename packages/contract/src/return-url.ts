/** Return address policy, shared by server and portal (S-030 to S-036). */
import { isLanguage } from './language.ts'
import { RETURN_URL_LENGTH_MAX, RETURN_URL_LENGTH_MIN } from './limits.ts'
import { isUnlocalizedPage } from './portal-routes.ts'
import { removeSecretParameters } from './secret-parameters.ts'

export interface ReturnRule {
  /** exact origins of the portal, its brands and apps */
  readonly origins: readonly string[]
  /** those of the portal and its sibling hosts: only their pages are return addresses, never their calls */
  readonly portalOrigins: readonly string[]
}

/**
 * The raw text is checked before parsing: URL parsers disagree about white space, control characters, backslashes and
 * empty user info, so a text that contains any of them is rejected (S-030).
 */
const parseReturnUrl = (raw: string): URL | undefined =>
  !/[\s\\\p{C}]/u.test(raw) && /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(raw) && URL.canParse(raw)
    ? new URL(raw)
    : undefined

/** Returns the normalized address without secret parameters, or undefined if it must not be followed. */
export function acceptReturnUrl(raw: unknown, rule: ReturnRule): string | undefined {
  if (typeof raw !== 'string') return undefined
  if (raw.length < RETURN_URL_LENGTH_MIN || raw.length > RETURN_URL_LENGTH_MAX) return undefined
  const url = parseReturnUrl(raw)
  if (!url || url.hostname.endsWith('.')) return undefined
  if (!rule.origins.includes(url.origin)) return undefined
  if (rule.portalOrigins.includes(url.origin) && !isPagePath(url.pathname)) return undefined
  return withoutSecrets(url)
}

/**
 * The form in which two return addresses are compared: parsed, without secret parameters. Undefined for an address with user info,
 * a backslash, white space or another scheme than http.
 */
export function canonicalReturnUrl(raw: string): string | undefined {
  const url = parseReturnUrl(raw)
  return url && withoutSecrets(url)
}

function withoutSecrets(url: URL): string {
  const search = removeSecretParameters(url.search)
  if (search !== url.search) url.search = search
  return url.href
}

/**
 * Whether the portal shows a page at this path. A return address that names a call, such as `/oauth/{channel}/auth?op=bind`,
 * would have the call carried out with the cookies of the person who has just logged in. Only plain segments are accepted, so
 * that no encoding, dot segment or repeated slash can hide a call.
 */
function isPagePath(pathname: string): boolean {
  if (!/^(?:\/[\w-]+)*\/?$/.test(pathname)) return false
  const first = pathname.split('/')[1] ?? ''
  return first === '' || isLanguage(first) || isUnlocalizedPage(pathname.slice(1))
}
