/** Changes of the login token. Apart from `token.ts`, so that the first screen does not load it. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { documentCookies, readCookie, writeCookie } from '../browser/cookie.ts'
import { cookieDomains } from '../browser/cookie-domains.ts'
import { tokenState } from './token.ts'

/** Reads the cookie again. Returns true if another tab has signed in or out meanwhile. */
export function syncTokenFromCookie(): boolean {
  if (tokenState.unsaved) return false
  const before = tokenState.token
  tokenState.token = readCookie(documentCookies(), TOKEN_COOKIE)
  return tokenState.token !== before
}

/** After a sign-in. The response has already set the cookie, unless the browser blocked it. */
export function setCurrentToken(token: string): void {
  tokenState.token = token
  tokenState.unsaved = readCookie(documentCookies(), TOKEN_COOKIE) !== token
}

/** Removes the token and its cookie. The server clears the cookie too, but may be unreachable. */
export function clearToken(): void {
  tokenState.token = undefined
  tokenState.unsaved = false
  for (const domain of ['', ...cookieDomains(location.hostname).map(host => `; Domain=${host}`)]) {
    writeCookie(`${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}`)
    writeCookie(`${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}; SameSite=None; Secure; Partitioned`)
  }
}

/** A token or ticket of the URL that waits for a decision, because another session exists. */
export const getPendingUrlToken = (): string | undefined => tokenState.pending

export function resolvePendingUrlToken(accepted: boolean): void {
  if (accepted) {
    tokenState.token = tokenState.pending
    tokenState.unsaved = true
  }
  tokenState.pending = undefined
}

/** Whether the current token exists in this page only, because no cookie holds it yet. */
export const isTokenUnsaved = (): boolean => tokenState.unsaved && tokenState.token !== undefined

/**
 * Replaces a ticket of the URL by the token it was redeemed for. With undefined, the ticket was invalid and the session of
 * the cookie, if any, stays.
 */
export function replaceUrlToken(token: string | undefined): void {
  if (tokenState.pending !== undefined) {
    tokenState.pending = token
    return
  }
  tokenState.unsaved = token !== undefined
  tokenState.token = token ?? readCookie(documentCookies(), TOKEN_COOKIE)
}

/** The server has sent the cookie. Where the browser blocks it, the token stays unsaved. */
export function confirmTokenSaved(): void {
  tokenState.unsaved = readCookie(documentCookies(), TOKEN_COOKIE) !== tokenState.token
}
