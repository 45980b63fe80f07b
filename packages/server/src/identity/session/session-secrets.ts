/** Reads the secrets of sessions that a request carries: the token, its companion, the cookie of a known browser. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { COMPANION_HEADER, TOKEN_HEADER } from '@kerf/contract/headers'
import { isToken, sha256 } from '../../platform/keys/secrets.ts'
import { isSessionToken } from '../../platform/keys/session-token.ts'
import { type CookieSettings, cookieValues, singleCookie } from '../../web/request/cookies.ts'
import type { HttpRequest } from '../../web/request/request-reader.ts'
import { browserCookieName, companionCookieName } from './session-cookies.ts'

type Headers = Pick<HttpRequest, 'headers'>

/** The secrets of a session in this browser. */
export interface HeldSession {
  readonly utoken: string
  /** undefined: the person did not authenticate in this browser */
  readonly companion: string | undefined
}

const textHeader = ({ headers }: Headers, name: string): string | undefined => {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const headerToken = (request: Headers): string | undefined => textHeader(request, TOKEN_HEADER)

/** More than one is a sign of cookie tossing. */
export const cookieTokens = ({ headers }: Headers): string[] => cookieValues(headers.cookie, TOKEN_COOKIE)

/** Value of the companion's cookie, if there is exactly one. */
export function cookieCompanion({ headers }: Headers, settings: CookieSettings): string | undefined {
  const companion = singleCookie(headers.cookie, companionCookieName(settings))
  return isToken(companion) ? companion : undefined
}

/** The session of the token's cookie. */
export function cookieSession(request: Headers, settings: CookieSettings): HeldSession | undefined {
  const utoken = singleCookie(request.headers.cookie, TOKEN_COOKIE)
  return isSessionToken(utoken) ? { utoken, companion: cookieCompanion(request, settings) } : undefined
}

/** The session of the token's header. The companion's cookie belongs to it only if the other cookie holds the same token. */
export function headerSession(request: Headers, settings: CookieSettings): HeldSession | undefined {
  const utoken = headerToken(request)
  if (!isSessionToken(utoken)) return undefined
  const companion = textHeader(request, COMPANION_HEADER)
  if (isToken(companion)) return { utoken, companion }
  const ofCookie = cookieSession(request, settings)
  return ofCookie?.utoken === utoken ? ofCookie : { utoken, companion: undefined }
}

export function browserHashOf({ headers }: Headers, settings: CookieSettings): Buffer | undefined {
  const browser = singleCookie(headers.cookie, browserCookieName(settings))
  return isToken(browser) ? sha256(browser) : undefined
}

/**
 * Hashes of what may be the companion of the session. A frame may send a partitioned cookie beside another one of the same name:
 * each is compared. `isForeign`: a page of another origin calls, to whose request the browser may add cookies of this host.
 */
export function companionHashesOf(request: Headers, settings: CookieSettings, isForeign: boolean): Buffer[] {
  const cookies = isForeign ? [] : cookieValues(request.headers.cookie, companionCookieName(settings))
  return [textHeader(request, COMPANION_HEADER), ...cookies].filter(isToken).map(sha256)
}
