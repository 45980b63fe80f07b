/**
 * Cookies of the sessions that were set aside in this browser (account chooser). HttpOnly and for this host only: pages of the
 * parent domain can read the chosen session's token (D-2), but not these. SameSite=Lax: a frame on another site has no part in
 * them. Remembered sessions and those that end with the browser have a cookie each.
 */
import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { KEPT_SESSIONS_MAX, TOKEN_COOKIE_SECONDS } from '@kerf/contract/limits'
import { isToken } from '../../platform/keys/secrets.ts'
import { isSessionToken } from '../../platform/keys/session-token.ts'
import {
  type CookieOptions,
  type CookieSettings,
  hostCookieName,
  securityAttributes,
  singleCookie,
} from '../../web/request/cookies.ts'
import type { HeldSession } from '../session/session-secrets.ts'

const KEPT_COOKIE = 'kerfAccounts'
const KEPT_VISIT_COOKIE = 'kerfVisitAccounts'

/** The `__Host-` prefix keeps pages of the parent domain from planting a session of their own (login CSRF). */
const keptCookieNames = (settings: CookieSettings): readonly [string, string] => [
  hostCookieName(KEPT_COOKIE, settings),
  hostCookieName(KEPT_VISIT_COOKIE, settings),
]

/** `token:companion` entries, joined by dots: 109 bytes each. */
const format = (kept: readonly HeldSession[]): string =>
  kept.map(({ utoken, companion = '' }) => `${utoken}:${companion}`).join('.')

function parse(value: string): HeldSession[] {
  return value.split('.').flatMap(entry => {
    const [utoken, companion] = entry.split(':')
    return isSessionToken(utoken) ? [{ utoken, companion: isToken(companion) ? companion : undefined }] : []
  })
}

/** Two cookies of one name are a sign of cookie tossing and count as none (S-045). */
export function keptSessionsOf(header: string | undefined, settings: CookieSettings): readonly HeldSession[] {
  return keptCookieNames(settings)
    .flatMap(name => parse(singleCookie(header, name) ?? ''))
    .slice(0, KEPT_SESSIONS_MAX)
}

/** Replaces the sessions that are set aside. The count is readable: it tells the portal's script whether to ask for the list. */
export function keptSessionCookies(
  settings: CookieSettings,
  { insecure }: Pick<CookieOptions, 'insecure'>,
  kept: readonly (HeldSession & { readonly remember: boolean })[],
): string[] {
  const security = securityAttributes(settings, { sameSite: 'lax', insecure, partitioned: false })
  const [remembered, ofVisit] = keptCookieNames(settings)
  const persistent = `; Max-Age=${TOKEN_COOKIE_SECONDS}`
  const line = (name: string, value: string, attributes: string) =>
    `${name}=${value}; Path=/${attributes === '' && value === '' ? '; Max-Age=0' : attributes}${security}`
  const cookie = (name: string, sessions: readonly HeldSession[], life: string) =>
    line(name, format(sessions), `; HttpOnly${sessions.length === 0 ? '; Max-Age=0' : life}`)
  const count = kept.length === 0 ? '' : String(kept.length)
  return [
    cookie(
      remembered,
      kept.filter(({ remember }) => remember),
      persistent,
    ),
    cookie(
      ofVisit,
      kept.filter(({ remember }) => !remember),
      '',
    ),
    line(ACCOUNT_COUNT_COOKIE, count, kept.some(({ remember }) => remember) ? persistent : ''),
  ]
}
