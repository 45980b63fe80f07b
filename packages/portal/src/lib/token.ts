/** The login token: from `ut` in the address, else from the cookie that the server sets; mirrored here for the calls. */
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { isEmbedded, parsePortalUrl } from '@kerf/contract/portal-url'
import { cookieDomains, readCookie } from './cookie.ts'
import { withoutSecrets } from './secrets.ts'

let token: string | undefined
/** a token given by `ut` lives in this page only, until the server has set its cookie */
let given = false

export const currentToken = (): string | undefined => token

/** a token that the address gave while another one was there already */
let offered: string | undefined

/**
 * Reads `ut` once and takes it out of the address bar, before anything else can see it there. Outside embedded mode it
 * does not push aside a session that is there: a link must not sign anyone into another's account unasked (S-043).
 */
export function takeToken(): void {
  const url = parsePortalUrl(location.search)
  const clean = withoutSecrets(location.search)
  if (clean !== location.search) {
    history.replaceState(history.state, '', location.pathname + clean + location.hash)
  }
  const there = readCookie(document.cookie, TOKEN_COOKIE)
  if (url.ut !== undefined && there !== undefined && url.ut !== there && !isEmbedded(url)) offered = url.ut
  given = url.ut !== undefined && offered === undefined
  token = given ? url.ut : there
}

export const offeredToken = (): string | undefined => offered

export function settleOffer(accepted: boolean): void {
  if (accepted) {
    token = offered
    given = true
  }
  offered = undefined
}

/** Looks at the cookie again; true if another tab has signed in or out meanwhile. */
export function refreshToken(): boolean {
  if (given) return false
  const before = token
  token = readCookie(document.cookie, TOKEN_COOKIE)
  return token !== before
}

/** After a sign-in: the answer's cookie is set already, and replaces what `ut` had given. */
export function adoptToken(next: string): void {
  token = next
  given = readCookie(document.cookie, TOKEN_COOKIE) !== next
}

/** The server clears the cookie too; this holds when it cannot be reached. */
export function dropToken(): void {
  token = undefined
  given = false
  for (const domain of ['', ...cookieDomains(location.hostname).map(host => `; Domain=${host}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}`
  }
}
