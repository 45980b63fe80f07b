/** The portal in a frame on another site, where third-party cookies are kept and where they are not (S-060). */
import {
  frameOf,
  HOST_PAGE,
  hostUrl,
  isAtLogin,
  isSignedIn,
  pressControl,
  signInAt,
  waitForHostEvent,
} from '../lib/host.ts'
import { endOtherSessions, newPerson } from '../lib/people.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, test } from '../lib/test.ts'

test.use(HOST_PAGE)

for (const thirdPartyCookies of ['allowed', 'blocked'] as const) {
  test.describe(() => {
    test.use({ thirdPartyCookies })
    test(`signs in, reloads, expires and signs out in a frame of another site, third-party cookies ${thirdPartyCookies}`, async ({
      page,
      url,
      expectConsole,
    }) => {
      expectConsole(/status of 401/)
      const { portal } = sharedProduct().samples
      const person = await newPerson(url)
      await page.goto(`${hostUrl(url, { portal, face: 'browser', app: 'smallbusiness' })}&open`)
      const frame = frameOf(page)
      expect(await page.locator('#place iframe').getAttribute('src')).toContain('passport.kerf.localhost')
      await isAtLogin(frame)

      await signInAt(frame, person)
      await isSignedIn(frame)
      await waitForHostEvent(page, 'result', '"ticket":"one-time"')

      await pressControl(page, 'Reload')
      // Where no cookie is kept for the frame, the person is asked again, and gets in again.
      const login = frame.getByRole('button', { name: 'Log in', exact: true })
      const inside = frame.getByRole('heading', { name: 'You are logged in' })
      await expect.poll(async () => (await page.locator('#log li[data-event=ready]').count()) > 1).toBe(true)
      await login.or(inside).waitFor()
      if (await login.isVisible()) {
        expect(thirdPartyCookies, 'a cookie that may be kept is kept').toBe('blocked')
        await signInAt(frame, person)
      }
      await isSignedIn(frame)

      await endOtherSessions(url, person)
      await waitForHostEvent(page, 'logout', '"expired":true')
      await isAtLogin(frame)

      await signInAt(frame, person)
      await isSignedIn(frame)
      await frame.getByRole('button', { name: 'Log out' }).click()
      await waitForHostEvent(page, 'logout', '"expired":false')
      await isAtLogin(frame)
    })
  })
}
