/** Cookies that the server sets and reads: the token (R-05, R-10, S-044, S-045), the session's companion, the known browser, the visitor's watch session. */
import { isIP } from 'node:net'
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { DAY_SECONDS, TOKEN_COOKIE_SECONDS } from '@kerf/contract/limits'
import type { IssuedSession } from './session-claims.ts'

export interface CookieSettings {
  /** host of the portal */
  readonly host: string
  readonly https: boolean
  /** COOKIE_DOMAIN, or undefined for the host itself */
  readonly domain: string | undefined
}

/** Options from the page's URL. They can only make the cookie stricter. */
export interface CookieOptions {
  readonly sameSite: 'lax' | 'strict' | undefined
  readonly insecure: boolean
  /** the cookie is partitioned by the embedding site, because the browser blocks other cookies in this frame */
  readonly partitioned: boolean
}

export const NO_COOKIE_OPTIONS: CookieOptions = { sameSite: undefined, insecure: false, partitioned: false }

/**
 * SameSite=None needs Secure: browsers would drop the token cookie, so `securityAttributes` makes it SameSite=Lax on http and
 * adds Secure on https.
 */
export function warnIfCorrected(
  { https, host }: CookieSettings,
  { sameSite, insecure }: CookieOptions,
  log: { warn(message: string): void },
): void {
  if (https && insecure)
    log.warn('the token cookie is Secure: secure=0 has no effect, because the address is https')
  else if (sameSite === undefined && !https && (insecure || !isLoopback(host)))
    log.warn(
      'the token cookie is SameSite=Lax: SameSite=None needs Secure, which this address or its options lack',
    )
}

const BROWSER_COOKIE = 'kerfDevice'
/** The `__Host-` prefix prevents fixation of the cookie by a sibling host (S-045). */
export const browserCookieName = ({ https }: Pick<CookieSettings, 'https'>): string =>
  https ? `__Host-${BROWSER_COOKIE}` : BROWSER_COOKIE
/** Browsers cap a cookie's life at 400 days. */
export const BROWSER_COOKIE_DAYS = 400
const BROWSER_COOKIE_SECONDS = BROWSER_COOKIE_DAYS * DAY_SECONDS

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '::1'

/** The domain this host sets its cookie for: COOKIE_DOMAIN, or its own name. */
export const cookieDomain = ({ host, domain }: CookieSettings): string => domain ?? host

/** Domain attribute of the cookie; '' for IP addresses and names without a dot, whose cookie belongs to the host alone. */
export function sharedDomain(settings: CookieSettings): string {
  const name = cookieDomain(settings)
  return name.includes('.') && isIP(name) === 0 ? name : ''
}

function domainAttribute(settings: CookieSettings): string {
  const domain = sharedDomain(settings)
  return domain && `; Domain=${domain}`
}

/**
 * Attributes that browsers accept: `SameSite=None; Secure` or stricter on https and on loopback, which browsers trust like
 * https; `Lax` without `Secure` on other http hosts, where browsers reject `None`.
 */
export function securityAttributes(settings: CookieSettings, options: CookieOptions): string {
  const secure = settings.https || (isLoopback(settings.host) && !options.insecure)
  const sameSite =
    options.sameSite === 'strict' ? 'Strict' : options.sameSite === 'lax' || !secure ? 'Lax' : 'None'
  // A stricter cookie is not sent in a cross-site frame, so partitioning would have no effect.
  const partitioned = options.partitioned && secure && sameSite === 'None'
  return `; SameSite=${sameSite}${secure ? '; Secure' : ''}${partitioned ? '; Partitioned' : ''}`
}

export function tokenCookie(
  settings: CookieSettings,
  options: CookieOptions,
  token: string,
  remember: boolean,
): string {
  const life = remember ? `; Max-Age=${TOKEN_COOKIE_SECONDS}` : ''
  return `${TOKEN_COOKIE}=${token}; Path=/${domainAttribute(settings)}${life}${securityAttributes(settings, options)}`
}

/** Clears the cookie at the parent domain and at the host itself: a second one may have been planted there. */
export function clearedTokenCookies(settings: CookieSettings, options: CookieOptions): string[] {
  const domain = domainAttribute(settings)
  const places = domain === '' ? [''] : ['', domain]
  return clearedVariants(options).flatMap(options =>
    places.map(
      place => `${TOKEN_COOKIE}=${place}; Path=/; Max-Age=0${securityAttributes(settings, options)}`,
    ),
  )
}

/** A partitioned cookie and one without a partition are different cookies. */
const clearedVariants = ({ partitioned }: CookieOptions): CookieOptions[] =>
  partitioned ? [NO_COOKIE_OPTIONS, { ...NO_COOKIE_OPTIONS, partitioned }] : [NO_COOKIE_OPTIONS]

/** Identifies a known browser. HttpOnly, for this host only. */
export function browserCookie(
  settings: CookieSettings,
  value: string,
  { partitioned }: CookieOptions = NO_COOKIE_OPTIONS,
): string {
  const security = securityAttributes(settings, { ...NO_COOKIE_OPTIONS, partitioned })
  return `${browserCookieName(settings)}=${value}; Path=/; HttpOnly; Max-Age=${BROWSER_COOKIE_SECONDS}${security}`
}

const COMPANION_COOKIE = 'kerfCompanion'
/** The `__Host-` prefix keeps pages of the parent domain from setting it; engines accept the prefix on https only. */
export const companionCookieName = ({ https }: Pick<CookieSettings, 'https'>): string =>
  https ? `__Host-${COMPANION_COOKIE}` : COMPANION_COOKIE

/** Proves the browser in which the person authenticated. HttpOnly, for this host only; lives as long as the token's cookie. */
export function companionCookie(
  settings: CookieSettings,
  options: CookieOptions,
  value: string,
  remember: boolean,
): string {
  const life = remember ? `; Max-Age=${TOKEN_COOKIE_SECONDS}` : ''
  return `${companionCookieName(settings)}=${value}; Path=/; HttpOnly${life}${securityAttributes(settings, options)}`
}

/** Clears the companion of a session that is no longer the chosen one. */
export const clearedCompanionCookies = (settings: CookieSettings, options: CookieOptions): string[] =>
  clearedVariants(options).map(
    variant =>
      `${companionCookieName(settings)}=; Path=/; HttpOnly; Max-Age=0${securityAttributes(settings, variant)}`,
  )

/** Clears the cookies of a session that has ended. */
export function signOutCookies(settings: CookieSettings, options: CookieOptions): string[] {
  return [...clearedTokenCookies(settings, options), ...clearedCompanionCookies(settings, options)]
}

const WATCH_COOKIE = 'kerfWatch'
export const watchSessionCookieName = ({ https }: Pick<CookieSettings, 'https'>): string =>
  https ? `__Host-${WATCH_COOKIE}` : WATCH_COOKIE

/** Watch session of a visitor (S-100). HttpOnly, for this host only, partitioned by the embedding site. */
export function watchSessionCookie(settings: CookieSettings, value: string, seconds: number): string {
  const security = securityAttributes(settings, { ...NO_COOKIE_OPTIONS, partitioned: true })
  return `${watchSessionCookieName(settings)}=${value}; Path=/; HttpOnly; Max-Age=${seconds}${security}`
}

/** The cookies of a new session. */
export function signInCookies(
  settings: CookieSettings,
  options: CookieOptions,
  signedIn: IssuedSession,
): string[] {
  const { utoken, remember, newBrowser, companion } = signedIn
  return [
    tokenCookie(settings, options, utoken, remember),
    ...(newBrowser === undefined ? [] : [browserCookie(settings, newBrowser, options)]),
    ...(companion === undefined ? [] : [companionCookie(settings, options, companion, remember)]),
  ]
}

/** Every value of a cookie. More than one is a sign of cookie tossing. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined || !header.includes(name)) return []
  return header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1))
}
