import { signIn, waitForPath } from '../lib/forms.ts'
import { registerOpenIdApp } from '../lib/openid-app.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'

const onPage = (page: { waitForURL(test: RegExp): Promise<void> }) => page.waitForURL(/\/en\/authorize\//)

test('a third party asks for consent, and knows the account that the person chose', async ({ journey }) => {
  const { page, context, url } = journey
  const [ada, bob] = [await newPerson(url, 'ada'), await newPerson(url, 'bob')]
  const app = await registerOpenIdApp(url, 'Maker Forum', '--party', 'third')
  await app.begin(page)
  await waitForPath(page, '/en/login')
  await signIn(page, ada)

  await onPage(page)
  await expect(page.getByRole('heading', { name: 'Maker Forum wants to use your account' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Email address' })).toBeVisible()
  await expect(page.getByText('is not made by')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await app.arrive(page)).toMatchObject({ error: 'access_denied', state: expect.any(String) })

  await app.begin(page)
  await onPage(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  const { code = '', iss } = await app.arrive(page)
  expect(iss).toBe(new URL(url).origin)
  const { person } = await app.redeem(code)
  expect(person).toMatchObject({ email: ada.email })

  // Agreed once: the next login asks nothing.
  await app.begin(page)
  expect((await app.arrive(page)).code).toEqual(expect.any(String))

  await app.begin(page, { prompt: 'select_account' })
  await onPage(page)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, bob)
  await onPage(page)
  await page.getByRole('list', { name: 'Choose an account' }).getByRole('button', { name: bob.email }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  const second = await app.redeem((await app.arrive(page)).code ?? '')
  expect(second.person).toMatchObject({ email: bob.email })
  expect(second.person.sub).not.toBe(person.sub)

  // A token that came without its companion is not enough.
  await setTokenCookie(context, url, bob.token, { stolen: true })
  await context.clearCookies({ name: 'kerfCompanion' })
  await app.begin(page)
  await onPage(page)
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(bob.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await app.arrive(page)).code).toEqual(expect.any(String))

  await journey.open('/en/profile/security')
  await page.getByRole('button', { name: 'Withdraw the access of Maker Forum' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('No app has access.')).toBeVisible()
  await app.begin(page)
  await expect(page.getByRole('heading', { name: 'Maker Forum wants to use your account' })).toBeVisible()
  app.stop()
})

test('a request with an unregistered address ends on a page of the portal', FULL, async ({ journey }) => {
  const { page, url, expectConsole } = journey
  expectConsole(/status of 4/)
  const app = await registerOpenIdApp(url, 'Maker Forum')
  await app.begin(page, { redirect_uri: 'https://evil.example/callback' })
  await waitForPath(page, '/en/authorize/error')
  await expect(page.getByRole('alert')).toContainText('Nothing was sent to it')
  await expect(page.getByText('invalid_redirect_uri')).toBeVisible()
  await page.goto(`${url}/en/authorize/${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This login has expired' })).toBeVisible()
  app.stop()
})
