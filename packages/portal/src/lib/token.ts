/** The login token: from `ut` in the address, else from the cookie that the server sets; mirrored here for the calls. */
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { parsePortalUrl } from '@kerf/contract/portal-url'
import { removeSecretParameters } from '@kerf/contract/secret-parameters'
import { readCookie } from './cookie.ts'

interface TokenState {
  token: string | undefined
  /** the token came by `ut` and lives in this page only, until the server has set its cookie */
  unsaved: boolean
  /** a token that the address gave while another one was there already */
  pending: string | undefined
}

/** Changed by `token-changes.ts` alone, which pages that are only looked at do not load. */
export const tokenState: TokenState = { token: undefined, unsaved: false, pending: undefined }

export const getCurrentToken = (): string | undefined => tokenState.token

/**
 * Reads `ut` once and takes it out of the address bar, before anything else can see it there. It does not push aside a
 * session that is there: a link must not sign anyone into another's account unasked (S-043).
 */
export function initializeToken(): void {
  const url = parsePortalUrl(location.search)
  const clean = removeSecretParameters(location.search)
  if (clean !== location.search) {
    history.replaceState(history.state, '', location.pathname + clean + location.hash)
  }
  const there = readCookie(document.cookie, TOKEN_COOKIE)
  const asks = url.ut !== undefined && there !== undefined && url.ut !== there
  tokenState.pending = asks ? url.ut : undefined
  tokenState.unsaved = url.ut !== undefined && !asks
  tokenState.token = tokenState.unsaved ? url.ut : there
}
