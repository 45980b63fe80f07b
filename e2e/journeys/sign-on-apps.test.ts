/** One sign-in for the portal and two apps on three host names, with third-party cookies allowed and blocked. */
import { AxeBuilder } from '@axe-core/playwright'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import type { Page } from '@playwright/test'
import { signIn, signOut, waitForPath, waitForPerson } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { apiClient, newPerson } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, FULL, test } from '../lib/test.ts'

const waitForGreeting = (page: Page, email: string) =>
  page.getByText('Hello,').filter({ hasText: email }).waitFor()
const waitForSignedOut = (page: Page) => page.getByText('You are not logged in.').waitFor()

/** Whether the browser sends the portal's cookies from a page of another site. Uses the portal's own probe. */
async function sendsThirdPartyCookies(page: Page, portal: string): Promise<boolean> {
  // Under this host name the page is on another site. It has no policy that restricts its requests.
  await page.goto(`http://host.other.localhost:${new URL(portal).port}/docs/start.en.js`)
  return page.evaluate(async address => {
    const probe = async () => (await (await fetch(address, { credentials: 'include' })).json()).data.seen
    await probe()
    return probe()
  }, `${portal}/v1/cookie/probe`)
}

/** The uid that the app reports. Repeats the request: a reload of the page interrupts it, and an open page may reload twice. */
async function signedInUid(page: Page, app: string): Promise<string> {
  let uid = ''
  await expect(async () => {
    uid = await page.evaluate(
      async address => (await (await fetch(address)).json()).uid as string,
      `${app}/me`,
    )
  }).toPass()
  return uid
}

for (const [thirdPartyCookies, place, scope] of [
  ['allowed', 'the app on another site', {}],
  ['allowed', 'the portal', FULL],
  ['allowed', 'the app below its domain', FULL],
  // Third-party cookies affect the sign-in more than the sign-out.
  ['blocked', 'the app on another site', FULL],
] as const) {
  test.describe(() => {
    test.use({ thirdPartyCookies, extraHTTPHeaders: {} })
    test(
      `signs in on three hosts at once and out at ${place}, third-party cookies ${thirdPartyCookies}`,
      scope,
      async ({ page, context, url, expectConsole }) => {
        expectConsole(/status of 401/)
        const { portal, a, b } = sharedProduct().samples
        const person = await newPerson(url)
        const [first, second] = [await context.newPage(), await context.newPage()]
        expect(await sendsThirdPartyCookies(second, portal)).toBe(thirdPartyCookies === 'allowed')

        await first.goto(a)
        const logOutAt = (app: Page) => app.getByRole('button', { name: 'Log out everywhere' }).click()
        const signOuts = {
          'the app on another site': { on: second, leave: () => logOutAt(second) },
          'the portal': { on: page, leave: () => signOut(page) },
          'the app below its domain': { on: first, leave: () => logOutAt(first) },
        }
        await page.bringToFront()
        await page.goto(`${portal}/en/login`)
        await waitForHydration(page)
        await signIn(page, person)
        await waitForPath(page, '/en/profile')
        await waitForPerson(page, person.email)
        const { value: token } = (await tokenCookie(context)) ?? { value: '' }

        // An open page of an app that receives the cookie signs in without a click.
        await first.bringToFront()
        await waitForGreeting(first, person.email)
        await second.bringToFront()
        await second.goto(b)
        await second.getByRole('link', { name: 'Log in with Kerf Passport' }).click()
        await waitForGreeting(second, person.email)
        expect(new URL(second.url()).search, 'no code is left in the address').toBe('')

        const { on, leave } = signOuts[place]
        await on.bringToFront()
        await leave()
        if (on === page) await waitForPath(page, '/en/login')
        else await waitForSignedOut(on)

        // Every host reports the sign-out from the next request on.
        await expect(apiClient(url, token)(getBasicInfo, undefined)).rejects.toMatchObject({ code: 20101 })
        expect(await signedInUid(first, a)).toBe('')
        expect(await signedInUid(second, b)).toBe('')
        // Open pages show it when they become visible.
        for (const app of [first, second]) {
          await app.bringToFront()
          await waitForSignedOut(app)
        }
        await page.bringToFront()
        await page.goto(`${portal}/en/profile`)
        await waitForPath(page, '/en/login')
      },
    )
  })
}

test('rejects a return that the visitor of the app did not start', FULL, async ({ page, context, url }) => {
  const { portal, b } = sharedProduct().samples
  const person = await newPerson(url)
  await setTokenCookie(context, portal, person.token)
  // The app's request, begun by somebody else and sent as a link. Only browsers resolve names below localhost.
  const begun = await fetch(`http://127.0.0.1:${new URL(b).port}/login`, { redirect: 'manual' })
  await page.goto(begun.headers.get('location') ?? '')
  await page.waitForURL(`${b}/?failed=1`)
  await page.getByRole('alert').waitFor()
  await waitForSignedOut(page)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
})
