/** Reads and sets the session cookie of a browser. */
import type { BrowserContext, Cookie } from '@playwright/test'

export async function tokenCookie(context: BrowserContext): Promise<Cookie | undefined> {
  return (await context.cookies()).find(cookie => cookie.name === 'utoken' && cookie.value !== '')
}

/** Signs a browser in with an existing token. */
export async function setTokenCookie(context: BrowserContext, url: string, token: string): Promise<void> {
  const domain = new URL(url).hostname
  await context.addCookies([
    { name: 'utoken', value: token, domain, path: '/', sameSite: 'None', secure: true },
  ])
}
