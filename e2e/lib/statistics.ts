/** The visitor's answer to the question about statistics. */
import type { BrowserContext } from '@playwright/test'

export type Answer = 'yes' | 'no'
const COOKIE = 'kerfStatistics'

/** Sets the answer on every page, also after cookies are cleared. */
export async function answerStatistics(context: BrowserContext, answer: Answer): Promise<void> {
  await context.addInitScript(
    ([name, value]) => {
      try {
        if (document.cookie.includes(`${name}=`)) return
        // biome-ignore lint/suspicious/noDocumentCookie: read back by the page in the same tick
        document.cookie = `${name}=${value}; Path=/; SameSite=Lax`
      } catch {
        // The page has no cookies.
      }
    },
    [COOKIE, answer] as const,
  )
}

/** Removes the answer: the next page asks the question. */
export async function clearAnswer(context: BrowserContext, url: string): Promise<void> {
  await context.addCookies([{ name: COOKIE, value: 'ask', domain: new URL(url).hostname, path: '/' }])
}
