/** The login token: from `ut` in the address, else from the cookie that the server sets; mirrored here for the calls. */
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { parsePortalUrl } from '@kerf/contract/portal-url'
import { cookieDomains, readCookie } from './cookie.ts'
import { withoutSecrets } from './secrets.ts'

let token: string | undefined
/** a token given by `ut` lives in this page only, until the server has set its cookie */
let given = false

export const currentToken = (): string | undefined => token

/** Reads `ut` once and takes it out of the address bar, before anything else can see it there. */
export function takeToken(): void {
  const ut = parsePortalUrl(location.search).ut
  const clean = withoutSecrets(location.search)
  if (clean !== location.search)
    history.replaceState(history.state, '', location.pathname + clean + location.hash)
  given = ut !== undefined
  token = ut ?? readCookie(document.cookie, TOKEN_COOKIE)
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
