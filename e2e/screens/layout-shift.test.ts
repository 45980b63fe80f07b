import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'
import { findShifts } from './layout-shifts.ts'
import { openScreen } from './open.ts'
import { SCREENS } from './screens.ts'

for (const screen of SCREENS) {
  for (const [device, options] of Object.entries({ 'a phone': PHONE, 'a desktop': {} })) {
    test.describe(() => {
      test.use(options)
      test(`${screen.name} has no layout shift on ${device}`, FULL, async ({ context, page, url }) => {
        await page.close()
        const opened = await openScreen(context, url, screen, 'zh')
        await waitForSettled(opened)
        expect(await findShifts(opened)).toEqual([])
      })
    })
  }
}
