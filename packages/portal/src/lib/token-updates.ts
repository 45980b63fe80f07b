import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { cookieDomains, readCookie } from './cookie.ts'
import { tokenState } from './token.ts'

/** Looks at the cookie again; true if another tab has signed in or out meanwhile. */
export function syncTokenFromCookie(): boolean {
  if (tokenState.unsaved) return false
  const before = tokenState.token
  tokenState.token = readCookie(document.cookie, TOKEN_COOKIE)
  return tokenState.token !== before
}

/** After a sign-in: the answer's cookie is set already, and replaces what `ut` had given. */
export function setCurrentToken(next: string): void {
  tokenState.token = next
  tokenState.unsaved = readCookie(document.cookie, TOKEN_COOKIE) !== next
}

/** The server clears the cookie too; this holds when it cannot be reached. */
export function clearToken(): void {
  tokenState.token = undefined
  tokenState.unsaved = false
  for (const domain of ['', ...cookieDomains(location.hostname).map(host => `; Domain=${host}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}`
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}; SameSite=None; Secure; Partitioned`
  }
}

export const getPendingUrlToken = (): string | undefined => tokenState.pending

export function resolvePendingUrlToken(accepted: boolean): void {
  if (accepted) {
    tokenState.token = tokenState.pending
    tokenState.unsaved = true
  }
  tokenState.pending = undefined
}

/** Whether the present token came by the address and no cookie holds it yet. */
export const isTokenUnsaved = (): boolean => tokenState.unsaved && tokenState.token !== undefined

/** What a ticket in the address was exchanged for; undefined: it was worth nothing, so what was there before stays. */
export function replaceUrlToken(token: string | undefined): void {
  if (tokenState.pending !== undefined) {
    tokenState.pending = token
    return
  }
  tokenState.unsaved = token !== undefined
  tokenState.token = token ?? readCookie(document.cookie, TOKEN_COOKIE)
}

/** The server has set the cookie; a browser that refuses it leaves the token in memory. */
export function confirmTokenSaved(): void {
  tokenState.unsaved = readCookie(document.cookie, TOKEN_COOKIE) !== tokenState.token
}
