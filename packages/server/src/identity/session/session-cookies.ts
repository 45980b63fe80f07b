/** The cookies of a session: the token (R-05, R-10, S-044, S-045), its companion, and the known browser. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { BROWSER_COOKIE_DAYS, DAY_SECONDS, TOKEN_COOKIE_SECONDS } from '@kerf/contract/limits'
import {
  type CookieOptions,
  type CookieSettings,
  clearedVariants,
  domainAttribute,
  hostCookieName,
  isLoopback,
  NO_COOKIE_OPTIONS,
  securityAttributes,
} from '../../web/request/cookies.ts'
import type { IssuedSession } from './session-claims.ts'

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

const BROWSER_COOKIE = 'kerfDevice'
export const browserCookieName = (settings: Pick<CookieSettings, 'https'>): string =>
  hostCookieName(BROWSER_COOKIE, settings)
const BROWSER_COOKIE_SECONDS = BROWSER_COOKIE_DAYS * DAY_SECONDS

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
export const companionCookieName = (settings: Pick<CookieSettings, 'https'>): string =>
  hostCookieName(COMPANION_COOKIE, settings)

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
