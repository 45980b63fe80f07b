/** Cookie of a visitor's watch session (S-100). HttpOnly, for this host only, partitioned by the embedding site. */
import type { CallContext } from '../../identity/index.ts'
import { isToken } from '../../platform/keys/secrets.ts'
import {
  type CookieSettings,
  hostCookieName,
  NO_COOKIE_OPTIONS,
  securityAttributes,
  singleCookie,
} from '../../web/request/cookies.ts'
import { WATCH_COOKIE_SECONDS } from './watch-session-store.ts'

const WATCH_COOKIE = 'kerfWatch'
export const watchCookieName = (settings: Pick<CookieSettings, 'https'>): string =>
  hostCookieName(WATCH_COOKIE, settings)

/** Token of the watch session, if there is exactly one such cookie. */
export function readWatchCookie({ headers, cookieSettings }: CallContext): string | undefined {
  const token = singleCookie(headers.cookie, watchCookieName(cookieSettings))
  return isToken(token) ? token : undefined
}

export function setWatchCookie(context: CallContext, token: string): void {
  const { cookieSettings } = context
  const security = securityAttributes(cookieSettings, { ...NO_COOKIE_OPTIONS, partitioned: true })
  context.setCookies(
    `${watchCookieName(cookieSettings)}=${token}; Path=/; HttpOnly; Max-Age=${WATCH_COOKIE_SECONDS}${security}`,
  )
}
