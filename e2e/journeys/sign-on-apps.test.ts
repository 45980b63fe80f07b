/** One sign-in for the portal and two apps, on three real host names, whatever the browser does with third-party cookies. */
import { AxeBuilder } from '@axe-core/playwright'
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import type { Page } from '@playwright/test'
import { arrivesAt, showsPerson, signIn, signOut } from '../lib/forms.ts'
import { caller, newPerson } from '../lib/people.ts'
import { ready } from '../lib/ready.ts'
import { tokenCookie } from '../lib/session.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, test } from '../lib/test.ts'

const greets = (page: Page, email: string) => page.getByText('Hello,').filter({ hasText: email }).waitFor()
const isOut = (page: Page) => page.getByText('You are not logged in.').waitFor()

/** Whether pages of another site are sent the portal's cookies, as the portal's own check finds out. */
async function seesThirdPartyCookies(page: Page, portal: string): Promise<boolean> {
  // By that name the product is a stranger to itself, and this page of it may call whomever it likes.
  await page.goto(`http://other.localhost:${new URL(portal).port}/docs/openapi.json`)
  return page.evaluate(async address => {
    const look = async () => (await (await fetch(address, { credentials: 'include' })).json()).data.seen
    await look()
    return look()
  }, `${portal}/v1/cookie/probe`)
}

/** Who the app says is there, asked anew; asked again where the page was just loading itself anew. */
async function whoAt(page: Page, app: string): Promise<string> {
  const ask = () =>
    page.evaluate(async address => (await (await fetch(address)).json()).uid as string, `${app}/me`)
  return ask().catch(async () => {
    await page.waitForLoadState()
    return ask()
  })
}

for (const thirdPartyCookies of ['allowed', 'blocked'] as const) {
  test.describe(() => {
    test.use({ thirdPartyCookies, extraHTTPHeaders: {} })
    test(`signs in and out on three hosts at once, third-party cookies ${thirdPartyCookies}`, async ({
      page,
      context,
      url,
      expectConsole,
    }) => {
      expectConsole(/status of 401/)
      const { portal, a, b } = sharedProduct().samples
      const person = await newPerson(url)
      const [first, second] = [await context.newPage(), await context.newPage()]
      expect(await seesThirdPartyCookies(second, portal)).toBe(thirdPartyCookies === 'allowed')

      await first.goto(a)
      const logOutAt = (app: Page) => app.getByRole('button', { name: 'Log out everywhere' }).click()
      const ways = [
        { at: 'the app on another site', left: second, leave: () => logOutAt(second) },
        { at: 'the portal', left: page, leave: () => signOut(page) },
        { at: 'the app below its domain', left: first, leave: () => logOutAt(first) },
      ]
      // What differs between the two is how people come in, less how they leave.
      for (const { at, left, leave } of thirdPartyCookies === 'blocked' ? ways : ways.slice(0, 1)) {
        await page.bringToFront()
        await page.goto(`${portal}/en/login`)
        await ready(page)
        await signIn(page, person)
        await arrivesAt(page, '/en/profile')
        await showsPerson(page, person.email)
        const { value: token } = (await tokenCookie(context)) ?? { value: '' }

        // An open page of an app that sees the cookie needs no click.
        await first.bringToFront()
        await greets(first, person.email)
        await second.bringToFront()
        await second.goto(b)
        await second.getByRole('link', { name: 'Log in with Kerf Passport' }).click()
        await greets(second, person.email)
        expect(new URL(second.url()).search, 'no ticket is left in the address').toBe('')

        await left.bringToFront()
        await leave()
        if (left === page) await arrivesAt(page, '/en/login')
        else await isOut(left)

        // The very next question is answered so, by everyone.
        await expect(caller(url, token)(getBasicInfo, undefined), at).rejects.toMatchObject({ code: 20101 })
        expect(await whoAt(first, a), at).toBe('')
        expect(await whoAt(second, b), at).toBe('')
        // Pages that are open show it by themselves when they are looked at.
        for (const app of [first, second]) {
          await app.bringToFront()
          await isOut(app)
        }
        await page.bringToFront()
        await page.goto(`${portal}/en/profile`)
        await arrivesAt(page, '/en/login')
      }
    })
  })
}

test('rejects a return that the visitor of the app did not start', async ({ page, url, context }) => {
  const { portal, b } = sharedProduct().samples
  const person = await newPerson(url)
  await page.goto(`${portal}/en/login`)
  await ready(page)
  await signIn(page, person)
  await arrivesAt(page, '/en/profile')
  // A ticket of somebody else's sign-in, sent to a stranger as a link.
  const ticket = await page.evaluate(async target => {
    const utoken = document.cookie.replace(/.*utoken=([^;]*).*/, '$1')
    const answer = await fetch('/v1/ticket', {
      method: 'POST',
      headers: { utoken, 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'handover', target }),
    })
    return (await answer.json()).data.ticket as string
  }, b)
  await context.clearCookies()
  await page.goto(`${b}/return?ticket=${ticket}&state=guessed`)
  await page.getByRole('alert').waitFor()
  await isOut(page)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
})
