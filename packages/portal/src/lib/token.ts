/** The login token: from `ut` in the address, else from the cookie that the server sets; mirrored here for the calls. */
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { parsePortalUrl } from '@kerf/contract/portal-url'
import { readCookie } from './cookie.ts'
import { withoutSecrets } from './secrets.ts'

interface Held {
  token: string | undefined
  /** the token came by `ut` and lives in this page only, until the server has set its cookie */
  given: boolean
  /** a token that the address gave while another one was there already */
  offered: string | undefined
}

/** Changed by `token-changes.ts` alone, which pages that are only looked at do not load. */
export const held: Held = { token: undefined, given: false, offered: undefined }

export const currentToken = (): string | undefined => held.token

/**
 * Reads `ut` once and takes it out of the address bar, before anything else can see it there. It does not push aside a
 * session that is there: a link must not sign anyone into another's account unasked (S-043).
 */
export function takeToken(): void {
  const url = parsePortalUrl(location.search)
  const clean = withoutSecrets(location.search)
  if (clean !== location.search) {
    history.replaceState(history.state, '', location.pathname + clean + location.hash)
  }
  const there = readCookie(document.cookie, TOKEN_COOKIE)
  const asks = url.ut !== undefined && there !== undefined && url.ut !== there
  held.offered = asks ? url.ut : undefined
  held.given = url.ut !== undefined && !asks
  held.token = held.given ? url.ut : there
}
