import { setTimeout as sleep } from 'node:timers/promises'
import { newPerson, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'
import { findShifts, provideTypeface } from './layout-shifts.ts'
import { openScreen } from './open.ts'
import { SCREENS } from './screens.ts'

for (const screen of SCREENS) {
  for (const [device, options] of Object.entries({ 'a phone': PHONE, 'a desktop': {} })) {
    test.describe(() => {
      test.use(options)
      test(`${screen.name} has no layout shift on ${device}`, FULL, async ({ context, page, url }) => {
        await page.close()
        await provideTypeface(context)
        const opened = await openScreen(context, url, screen, 'zh')
        await waitForSettled(opened)
        expect(await findShifts(opened)).toEqual([])
      })
    })
  }
}

test.describe(() => {
  test.use(PHONE)
  for (const late of ['session/log', 'factors'])
    test(
      `the home does not shift when a new login is found and the answer for ${late} is late`,
      FULL,
      async ({ context, page, url, open }) => {
        await provideTypeface(context)
        const person = await newPerson(url)
        await signInElsewhere(url, person)
        await setTokenCookie(context, url, person.token)
        await page.route(`**/v1/**/${late}**`, async route => {
          await sleep(1500)
          await route.continue()
        })
        await open('/en/profile')
        await page.getByRole('button', { name: 'Yes, it was me' }).waitFor()
        await waitForSettled(page)
        expect(await findShifts(page)).toEqual([])
      },
    )
})

/** Lines break in other places than with the fallback font, so it cannot be 0. */
const LATE_TYPEFACE_MAX = 0.01

for (const [device, options] of Object.entries({ 'a phone': PHONE, 'a desktop': {} }))
  test.describe(() => {
    test.use(options)
    for (const path of ['en/login', 'zh/login', 'en/login-business', 'zh/login-business'])
      test(`${path} hardly shifts on ${device} when the typeface is late`, FULL, async ({ page, url }) => {
        await page.route('**/*.woff2', async route => {
          await sleep(1500)
          await route.continue()
        })
        const typeface = page.waitForResponse('**/*.woff2')
        await page.goto(`${url}/${path}`)
        await typeface
        await page.evaluate(() => document.fonts.ready)
        await waitForSettled(page)
        const shifts = await findShifts(page)
        const total = shifts.reduce((sum, { value }) => sum + value, 0)
        expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(LATE_TYPEFACE_MAX)
      })
  })
