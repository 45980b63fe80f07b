/** The portal in a frame of another site, with third-party cookies allowed and blocked (S-060). */
import {
  frameOf,
  HOST_PAGE,
  hostUrl,
  pressControl,
  signInAt,
  waitForHostEvent,
  waitForLoginPage,
  waitForSignedIn,
} from '../lib/host/host.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { endOtherSessions, newPerson } from '../lib/people.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, FULL, test } from '../lib/test.ts'

test.use(HOST_PAGE)

for (const thirdPartyCookies of ['allowed', 'blocked'] as const) {
  test.describe(() => {
    test.use({ thirdPartyCookies })
    test(
      `signs in, reloads, expires and signs out in a frame of another site, third-party cookies ${thirdPartyCookies}`,
      thirdPartyCookies === 'allowed' ? FULL : {},
      async ({ page, url, expectConsole }) => {
        expectConsole(/status of 401/)
        const { portal } = sharedProduct().samples
        const person = await newPerson(url)
        await page.goto(`${hostUrl(url, { portal, face: 'browser', app: 'smallbusiness' })}&open`)
        const frame = frameOf(page)
        expect(await page.locator('#place iframe').getAttribute('src')).toContain('passport.kerf.localhost')
        await waitForLoginPage(frame)

        await signInAt(frame, person)
        await waitForSignedIn(frame)
        await waitForHostEvent(page, 'result', '"ticket":"one-time"')

        await pressControl(page, 'Reload')
        // Without a cookie in the frame, the person has to sign in again.
        const login = frame.getByRole('button', { name: 'Log in', exact: true })
        const signedIn = frame.getByRole('heading', { name: 'You are logged in' })
        await expect
          .poll(async () => (await page.locator('#log li[data-event=ready]').count()) > 1)
          .toBe(true)
        await waitForHydration(frame)
        await login.or(signedIn).waitFor()
        if (await login.isVisible()) {
          expect(thirdPartyCookies, 'an allowed cookie survives the reload').toBe('blocked')
          await signInAt(frame, person)
        }
        await waitForSignedIn(frame)

        await endOtherSessions(url, person)
        await waitForHostEvent(page, 'logout', '"expired":true')
        await waitForLoginPage(frame)

        await signInAt(frame, person)
        await waitForSignedIn(frame)
        await frame.getByRole('button', { name: 'Log out' }).click()
        await waitForHostEvent(page, 'logout', '"expired":false')
        await waitForLoginPage(frame)
      },
    )
  })
}

test.describe(() => {
  test.use({ thirdPartyCookies: 'blocked' })
  test(
    'a frame without cookies offers the login in a window, whose ticket signs the frame in',
    FULL,
    async ({ page, url }) => {
      const { portal } = sharedProduct().samples
      const person = await newPerson(url)
      await page.goto(`${hostUrl(url, { portal, face: 'browser', app: 'smallbusiness' })}&open`)
      const frame = frameOf(page)
      const [loginWindow] = await Promise.all([
        page.waitForEvent('popup'),
        frame.getByRole('button', { name: 'Log in in a new window' }).click(),
      ])
      await signInAt(loginWindow, person)
      await waitForSignedIn(frame)
      await waitForHostEvent(page, 'result', '"ticket":"one-time"')
      expect(await frame.getByRole('button', { name: 'Log in in a new window' }).count()).toBe(0)
    },
  )
})
