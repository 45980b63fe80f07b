/** Every screen once, for `npm test`: in its initial state on a phone. The tests tagged `@full` cover every state, size, language and theme. */
import { findOverflow, useLargeText } from '../lib/overflow.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, PHONE, test } from '../lib/test.ts'
import { findViolations } from './check-accessibility.ts'
import { findShifts } from './layout-shifts.ts'
import { openScreen } from './open.ts'
import { SCREENS } from './screens.ts'

for (const [index, screen] of SCREENS.entries()) {
  const theme = index % 2 === 0 ? 'light' : 'dark'
  test.describe(() => {
    test.use({ ...PHONE, colorScheme: theme, reducedMotion: 'reduce' })
    test(`${screen.name} is stable and accessible in the ${theme} theme, and fits a phone with 200 % text`, async ({
      context,
      url,
    }) => {
      const page = await openScreen(context, url, screen, 'en')
      await waitForSettled(page)
      expect(await findShifts(page)).toEqual([])
      expect(await findViolations(page)).toEqual([])
      await useLargeText(page)
      await expect.poll(() => findOverflow(page)).toEqual([])
    })
  })
}
