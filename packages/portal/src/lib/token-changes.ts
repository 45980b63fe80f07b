import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { cookieDomains, readCookie } from './cookie.ts'
import { held } from './token.ts'

/** Looks at the cookie again; true if another tab has signed in or out meanwhile. */
export function refreshToken(): boolean {
  if (held.given) return false
  const before = held.token
  held.token = readCookie(document.cookie, TOKEN_COOKIE)
  return held.token !== before
}

/** After a sign-in: the answer's cookie is set already, and replaces what `ut` had given. */
export function adoptToken(next: string): void {
  held.token = next
  held.given = readCookie(document.cookie, TOKEN_COOKIE) !== next
}

/** The server clears the cookie too; this holds when it cannot be reached. */
export function dropToken(): void {
  held.token = undefined
  held.given = false
  for (const domain of ['', ...cookieDomains(location.hostname).map(host => `; Domain=${host}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}`
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/${domain}; SameSite=None; Secure; Partitioned`
  }
}

export const offeredToken = (): string | undefined => held.offered

export function settleOffer(accepted: boolean): void {
  if (accepted) {
    held.token = held.offered
    held.given = true
  }
  held.offered = undefined
}

/** Whether the present token came by the address and no cookie holds it yet. */
export const isGiven = (): boolean => held.given && held.token !== undefined

/** What a ticket in the address was exchanged for; undefined: it was worth nothing, so what was there before stays. */
export function replaceGiven(token: string | undefined): void {
  if (held.offered !== undefined) {
    held.offered = token
    return
  }
  held.given = token !== undefined
  held.token = token ?? readCookie(document.cookie, TOKEN_COOKIE)
}

/** The server has set the cookie; a browser that refuses it leaves the token in memory. */
export function noteKept(): void {
  held.given = readCookie(document.cookie, TOKEN_COOKIE) !== held.token
}
