/** Takes the login token out of the address when a page is opened. What becomes of it: `app/adopt-url-token.ts`. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { parsePortalUrl } from '@kerf/contract/portal-url'
import { removeSecretParameters } from '@kerf/contract/secret-parameters'
import { documentCookies, readCookie } from '../browser/cookie.ts'
import { tokenState } from './token.ts'

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
