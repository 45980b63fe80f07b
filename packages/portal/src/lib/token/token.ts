/** The login token: from `ut` in the URL, otherwise from the cookie that the server sets. Kept in memory for the API calls. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { parsePortalUrl } from '@kerf/contract/portal-url'
import { removeSecretParameters } from '@kerf/contract/secret-parameters'
import { documentCookies, readCookie } from '../browser/cookie.ts'

interface TokenState {
  token: string | undefined
  /** The token came by `ut` and exists in this page only, until the server has set its cookie. */
  unsaved: boolean
  /** A token of the URL that waits for a decision, because the cookie holds another one. */
  pending: string | undefined
}

/** Changed by `token-updates.ts` only. */
export const tokenState: TokenState = { token: undefined, unsaved: false, pending: undefined }

export const getCurrentToken = (): string | undefined => tokenState.token

/** The server leaves the icon out where the address has a token, because browsers request it with the address as referrer. */
function showIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon][data-href]')
  if (icon) icon.href = icon.dataset.href ?? ''
}

/**
 * Reads `ut` and removes it from the address bar before other code can see it. It never replaces an existing session: a
 * link must not sign anyone in to somebody else's account without asking (S-043).
 */
export function initializeToken(): void {
  const { ut } = parsePortalUrl(location.search)
  const search = removeSecretParameters(location.search)
  if (search !== location.search) {
    history.replaceState(history.state, '', location.pathname + search + location.hash)
    showIcon()
  }
  const cookie = readCookie(documentCookies(), TOKEN_COOKIE)
  const conflicts = ut !== undefined && cookie !== undefined && ut !== cookie
  tokenState.pending = conflicts ? ut : undefined
  tokenState.unsaved = ut !== undefined && !conflicts
  tokenState.token = tokenState.unsaved ? ut : cookie
}
