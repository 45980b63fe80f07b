import { clickInAccountMenu, signIn, waitForPath, waitForPerson } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, test } from '../lib/test.ts'

test('two accounts in one browser: add, switch, log out singly', async ({ journey }) => {
  const { page, context, url, open } = journey
  const [ada, bob] = [await newPerson(url, 'ada'), await newPerson(url, 'bob')]
  await setTokenCookie(context, url, ada.token)
  await open('/en/profile')
  await clickInAccountMenu(page, page.getByRole('button', { name: 'Add another account' }))

  await waitForPath(page, '/en/login')
  expect(await tokenCookie(context)).toBeUndefined()
  const offered = page.getByRole('region', { name: 'Choose an account' })
  await expect(offered.getByRole('button', { name: ada.email, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await signIn(page, bob)
  await waitForPath(page, '/en/profile')
  await waitForPerson(page, bob.email)

  // The script of the page reads the chosen token only.
  expect(await page.evaluate(() => document.cookie)).not.toContain(ada.token)
  const others = page.getByRole('list', { name: 'Other accounts' })
  const reloaded = page.waitForEvent('load')
  await clickInAccountMenu(page, others.getByRole('button', { name: ada.email, exact: true }))
  await expect(async () => expect((await tokenCookie(context))?.value).toBe(ada.token)).toPass()
  await reloaded
  await waitForPath(page, '/en/profile')
  await waitForHydration(page)
  await waitForPerson(page, ada.email)

  // Nobody is chosen after a logout. Requests that it overtakes are answered 401.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForSettled(page)
  await clickInAccountMenu(page, page.getByRole('button', { name: `Log out of ${ada.email}` }))
  await waitForPath(page, '/en/login')
  expect(await tokenCookie(context)).toBeUndefined()
  await offered.getByRole('button', { name: bob.email, exact: true }).click()
  await waitForPath(page, '/en/profile')
  await waitForPerson(page, bob.email)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('kerfAccountCount')
})
