/** Every screen once, for `npm test`: in its initial state on a phone. The tests tagged `@full` cover every state, size, language and theme. */
import type { Page } from '@playwright/test'
import { findOverflow, useLargeText } from '../lib/overflow.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, openVisitor, PHONE, test } from '../lib/test.ts'
import { findViolations } from './check-accessibility.ts'
import { findShifts } from './layout-shifts.ts'
import { showScreen } from './open.ts'
import { SCREENS } from './screens.ts'

interface Phone {
  readonly page: Page
  /** Ends what a screen has left behind. Returns the unexpected lines of the console since the last call. */
  reset(): Promise<readonly string[]>
}

/** All screens share one page: a new browser profile and its process take as much CPU time as a screen. */
const screenTest = test.extend<object, { phone: Phone }>({
  phone: [
    async ({ browser }, use) => {
      const { context, console, page } = await openVisitor(browser, { ...PHONE, reducedMotion: 'reduce' })
      const devtools = await context.newCDPSession(page)
      let reported = 0
      await use({
        page,
        async reset() {
          await page.evaluate(() => {
            localStorage.clear()
            sessionStorage.clear()
          })
          // Layout shifts of a first visit: nothing is in the cache.
          await devtools.send('Network.clearBrowserCache')
          const lines = console.unexpectedLines().slice(reported)
          reported += lines.length
          return lines
        },
      })
      await context.close()
    },
    { scope: 'worker' },
  ],
})

for (const [index, screen] of SCREENS.entries()) {
  const theme = index % 2 === 0 ? 'light' : 'dark'
  screenTest(
    `${screen.name} is stable and accessible in the ${theme} theme, and fits a phone with 200 % text`,
    async ({ phone: { page, reset }, url }) => {
      await page.emulateMedia({ colorScheme: theme })
      await showScreen(page, url, screen, 'en')
      await waitForSettled(page)
      expect(await findShifts(page)).toEqual([])
      expect(await findViolations(page)).toEqual([])
      await useLargeText(page)
      await expect.poll(() => findOverflow(page)).toEqual([])
      expect(await reset(), 'unexpected lines in the console').toEqual([])
    },
  )
}
