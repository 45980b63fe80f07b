import { LANGUAGES } from '@kerf/contract/language'
import type { Page } from '@playwright/test'
import { clearTextSpacing, findOverflow, useLargeText, useTextSpacing } from '../lib/overflow.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'
import { openScreen } from './open.ts'
import { SCREENS } from './screens.ts'
import { byCode } from './states.ts'

const SIZES = {
  'a window of 320 px': { width: 320, height: 640 },
  'a phone': { width: 390, height: 844 },
  'a window at 200 %': { width: 640, height: 400 },
  'a tablet': { width: 820, height: 1180 },
  'the narrowest window with a picture': { width: 960, height: 520 },
}

/** Polls, because a script adapts some elements one frame after the width changes. */
const expectFit = (page: Page, where: string) =>
  expect.poll(() => findOverflow(page), { message: where }).toEqual([])

for (const screen of SCREENS) {
  test(
    `${screen.name} fits from 320 px on, with 200 % text and with spaced text`,
    FULL,
    async ({ context, page, url }) => {
      await page.close()
      for (const language of LANGUAGES) {
        const opened = await openScreen(context, url, screen, language)
        for (const [size, viewport] of Object.entries(SIZES)) {
          await opened.setViewportSize(viewport)
          await expectFit(opened, `${language}, ${size}`)
        }
        await opened.setViewportSize(SIZES['a phone'])
        await useTextSpacing(opened)
        await expectFit(opened, `${language}, spaced text on a phone`)
        await clearTextSpacing(opened)
        await useLargeText(opened)
        await expectFit(opened, `${language}, text of 200 % on a phone`)
        await opened.close()
      }
    },
  )
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test.describe(() => {
  test.use({ ...PHONE, viewport: { width: 390, height: 700 } })
  for (const language of LANGUAGES)
    test(`both ways to log in fit a low phone without scrolling: ${language}`, FULL, async ({ journey }) => {
      const { page, open } = journey
      await open(`/${language}/login`)
      await waitForSettled(page)
      expect(await heightOf(page)).toBe(700)
      await byCode(page)
      await waitForSettled(page)
      expect(await heightOf(page)).toBe(700)
    })
})
