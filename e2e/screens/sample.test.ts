/** Every screen once, for `npm test`: in its initial state on a phone. The tests tagged `@full` cover every state, size, language and theme. */
import type { CDPSession } from '@playwright/test'
import { findOverflow, useLargeText } from '../lib/overflow.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, openVisitor, PHONE, test, type Visit } from '../lib/test.ts'
import { findViolations } from './check-accessibility.ts'
import { findShifts, provideTypeface } from './layout-shifts.ts'
import { showScreen } from './open.ts'
import { SCREENS } from './screens.ts'

// All screens share one page: a new browser profile and its process take as much CPU time as a screen.
let phone: Visit
let devtools: CDPSession
let reported = 0
test.beforeAll(async ({ browser }) => {
  phone = await openVisitor(browser, { ...PHONE, reducedMotion: 'reduce' })
  await provideTypeface(phone.context)
  devtools = await phone.context.newCDPSession(phone.page)
  reported = 0
})
test.afterAll(() => phone?.context.close())

/** Removes what the screen has stored. Returns the unexpected lines of the console since the last call. */
async function reset({ page, console }: Visit): Promise<readonly string[]> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // Layout shifts of a first visit: nothing is in the cache.
  await devtools.send('Network.clearBrowserCache')
  const lines = console.unexpectedLines().slice(reported)
  reported += lines.length
  return lines
}

for (const [index, screen] of SCREENS.entries()) {
  const theme = index % 2 === 0 ? 'light' : 'dark'
  test(`${screen.name} is stable and accessible in the ${theme} theme, and fits a phone with 200 % text`, async ({
    url,
  }) => {
    const { page } = phone
    await page.emulateMedia({ colorScheme: theme })
    await showScreen(page, url, screen, 'en')
    await waitForSettled(page)
    expect(await findShifts(page)).toEqual([])
    expect(await findViolations(page)).toEqual([])
    await useLargeText(page)
    await expect.poll(() => findOverflow(page)).toEqual([])
    expect(await reset(phone), 'unexpected lines in the console').toEqual([])
  })
}
