import { LANGUAGES } from '@kerf/contract/language'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../lib/journey.ts'
import { overflowing } from '../lib/overflow.ts'
import { openScreen } from './open.ts'
import { SCREENS } from './screens.ts'

const SIZES = {
  'a window of 320 px': { width: 320, height: 640 },
  'a phone': { width: 390, height: 844 },
  'a window at 200 %': { width: 640, height: 400 },
  'a tablet': { width: 820, height: 1180 },
  'the narrowest window with a picture': { width: 960, height: 520 },
}

/** What follows the width by script does so a frame later. */
const fits = (page: Page, where: string) =>
  expect.poll(() => overflowing(page), { message: where, timeout: 4000 }).toEqual([])

for (const screen of SCREENS) {
  journey(`${screen.name} fits from 320 px on, also with text of 200 %`, async ({ context, page, url }) => {
    await page.close()
    for (const language of LANGUAGES) {
      const opened = await openScreen(context, url, screen, language)
      for (const [size, viewport] of Object.entries(SIZES)) {
        await opened.setViewportSize(viewport)
        await fits(opened, `${language}, ${size}`)
      }
      await opened.setViewportSize(SIZES['a phone'])
      await opened.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      await fits(opened, `${language}, text of 200 % on a phone`)
      await opened.close()
    }
  })
}
