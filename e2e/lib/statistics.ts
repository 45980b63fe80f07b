/** What a visitor has answered to the question about statistics. */
import type { BrowserContext } from '@playwright/test'

export type Answer = 'yes' | 'no'
const COOKIE = 'kerfStatistics'

/** As if it had been answered before, on every page and however often cookies are cleared. */
export async function answerStatistics(context: BrowserContext, answer: Answer): Promise<void> {
  await context.addInitScript(
    ([name, value]) => {
      try {
        if (document.cookie.includes(`${name}=`)) return
        // biome-ignore lint/suspicious/noDocumentCookie: read back by the page in the same tick
        document.cookie = `${name}=${value}; Path=/; SameSite=Lax`
      } catch {
        // a page without cookies
      }
    },
    [COOKIE, answer] as const,
  )
}

/** As if it had not been answered: the next page asks. */
export async function forgetAnswer(context: BrowserContext, url: string): Promise<void> {
  await context.addCookies([{ name: COOKIE, value: 'ask', domain: new URL(url).hostname, path: '/' }])
}
