import { attempt } from './attempt.ts'

/** All cookies of the page; '' where the browser refuses them, as in a sandboxed frame. */
export const documentCookies = (): string => attempt(() => document.cookie) ?? ''

/** Does nothing where the browser refuses cookies. */
export const writeCookie = (cookie: string): void =>
  attempt(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = cookie
  })

/** Sets a cookie that only pages of this origin read; `seconds`: 0 removes it. */
export function keepCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  writeCookie(`${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`)
}

/**
 * Reads a cookie from a `Cookie` header or from the page's cookies. A name that appears twice counts as absent: a page on a
 * subdomain can add a second cookie, and the two cannot be told apart (S-045).
 */
export function readCookie(header: string, name: string): string | undefined {
  const matches = header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
  return (matches.length === 1 && matches[0]?.slice(name.length + 1)) || undefined
}
