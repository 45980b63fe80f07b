/** Cookies that the server sets and reads: the token (specification 9, decisions 3 and 4, S-044, S-045), the device, and any other by name. */
import { isIP } from 'node:net'
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { TOKEN_COOKIE_SECONDS } from '@kerf/contract/limits'
import type { IssuedSession } from './session-claims.ts'

export interface CookieSettings {
  /** host of the portal */
  readonly host: string
  readonly https: boolean
  /** COOKIE_DOMAIN, or undefined for the host itself */
  readonly domain: string | undefined
}

/** What the page's address asks for; it can only make the cookie stricter. */
export interface CookieOptions {
  readonly sameSite: 'lax' | 'strict' | undefined
  readonly insecure: boolean
  /** keyed to the page around ours, where the browser gives us no other cookie; narrower, never wider */
  readonly partitioned: boolean
}

/** Of an address that asks for nothing. */
export const NO_COOKIE_OPTIONS: CookieOptions = { sameSite: undefined, insecure: false, partitioned: false }

const DEVICE_COOKIE = 'kerfDevice'
/** On https no sibling host can plant it: what it spares its owner, and what it keeps quiet, must not be a stranger's to choose (S-045). */
export const browserCookieName = ({ https }: Pick<CookieSettings, 'https'>): string =>
  https ? `__Host-${DEVICE_COOKIE}` : DEVICE_COOKIE
/** Browsers cap a cookie's life at 400 days. */
const DEVICE_SECONDS = 400 * 24 * 3600

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '::1'

/** The domain this host sets its cookie for: COOKIE_DOMAIN, or its own name. */
export const cookieDomain = ({ host, domain }: CookieSettings): string => domain ?? host

/** The domain below which others see the cookie; a name without a dot and an address have none: the cookie is the host's own. */
export function sharedDomain(settings: CookieSettings): string {
  const name = cookieDomain(settings)
  return name.includes('.') && isIP(name) === 0 ? name : ''
}

function domainAttribute(settings: CookieSettings): string {
  const domain = sharedDomain(settings)
  return domain && `; Domain=${domain}`
}

/**
 * Attributes a browser keeps: on https, and on loopback (which browsers trust like https), SameSite=None; Secure or
 * stricter; on other http, where None would be dropped, Lax and not secure.
 */
function securityAttributes(settings: CookieSettings, wish: CookieOptions): string {
  const secure = settings.https || (isLoopback(settings.host) && !wish.insecure)
  const strictest =
    wish.sameSite === 'strict' ? 'Strict' : wish.sameSite === 'lax' || !secure ? 'Lax' : 'None'
  // Any stricter one would not be sent inside a frame of another site.
  const partitioned = wish.partitioned && secure && strictest === 'None'
  return `; SameSite=${strictest}${secure ? '; Secure' : ''}${partitioned ? '; Partitioned' : ''}`
}

export function tokenCookie(
  settings: CookieSettings,
  wish: CookieOptions,
  token: string,
  remember: boolean,
): string {
  const life = remember ? `; Max-Age=${TOKEN_COOKIE_SECONDS}` : ''
  return `${TOKEN_COOKIE}=${token}; Path=/${domainAttribute(settings)}${life}${securityAttributes(settings, wish)}`
}

/** Clears the cookie at the parent domain and at the host itself: a second one may have been planted there. */
export function clearedTokenCookies(settings: CookieSettings, { partitioned }: CookieOptions): string[] {
  const domain = domainAttribute(settings)
  const places = domain === '' ? [''] : ['', domain]
  const wishes = partitioned
    ? [NO_COOKIE_OPTIONS, { ...NO_COOKIE_OPTIONS, partitioned }]
    : [NO_COOKIE_OPTIONS]
  return wishes.flatMap(wish =>
    places.map(place => `${TOKEN_COOKIE}=${place}; Path=/; Max-Age=0${securityAttributes(settings, wish)}`),
  )
}

/** Marks a browser; not for scripts, of this host only. */
export function browserCookie(
  settings: CookieSettings,
  value: string,
  { partitioned }: CookieOptions = NO_COOKIE_OPTIONS,
): string {
  const security = securityAttributes(settings, { ...NO_COOKIE_OPTIONS, partitioned })
  return `${browserCookieName(settings)}=${value}; Path=/; HttpOnly; Max-Age=${DEVICE_SECONDS}${security}`
}

const WATCH_COOKIE = 'kerfWatch'
export const watchSessionCookieName = ({ https }: Pick<CookieSettings, 'https'>): string =>
  https ? `__Host-${WATCH_COOKIE}` : WATCH_COOKIE

/** A visitor's watch (S-100): not for scripts, of this host only, gone with it; kept apart by the site it is framed in. */
export function watchSessionCookie(settings: CookieSettings, value: string, seconds: number): string {
  const security = securityAttributes(settings, { ...NO_COOKIE_OPTIONS, partitioned: true })
  return `${watchSessionCookieName(settings)}=${value}; Path=/; HttpOnly; Max-Age=${seconds}${security}`
}

/** What a browser is handed when a session begins in it. */
export function signInCookies(
  settings: CookieSettings,
  wish: CookieOptions,
  signedIn: IssuedSession,
): string[] {
  const { utoken, remember, newBrowser } = signedIn
  const token = tokenCookie(settings, wish, utoken, remember)
  return newBrowser === undefined ? [token] : [token, browserCookie(settings, newBrowser, wish)]
}

/** Every value a Cookie header gives for a name: two are a sign of tossing, not a choice. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined || !header.includes(name)) return []
  return header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1))
}
