/** Reads and sets the session cookie of a browser. */
import type { BrowserContext, Cookie } from '@playwright/test'
import { companions } from './people.ts'

export async function tokenCookie(context: BrowserContext): Promise<Cookie | undefined> {
  return (await context.cookies()).find(cookie => cookie.name === 'utoken' && cookie.value !== '')
}

/** Signs a browser in with an existing token. `stolen`: without the session's companion. */
export async function setTokenCookie(
  context: BrowserContext,
  url: string,
  token: string,
  { stolen = false } = {},
): Promise<void> {
  const cookie = { domain: new URL(url).hostname, path: '/', sameSite: 'None', secure: true } as const
  const companion = stolen ? undefined : companions.get(token)
  await context.addCookies([
    { ...cookie, name: 'utoken', value: token },
    ...(companion ? [{ ...cookie, name: 'kerfCompanion', value: companion, httpOnly: true }] : []),
  ])
}
