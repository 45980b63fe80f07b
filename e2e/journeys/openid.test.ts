import { kerf } from '../lib/codes.ts'
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
  await page.getByRole('button', { name: 'Don’t allow' }).click()
  expect(await app.arrive(page)).toMatchObject({ error: 'access_denied', state: expect.any(String) })

  await app.begin(page)
  await onPage(page)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
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
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const second = await app.redeem((await app.arrive(page)).code ?? '')
  expect(second.person).toMatchObject({ email: bob.email })
  expect(second.person.sub).not.toBe(person.sub)

  // A token that came without its companion is not enough.
  await setTokenCookie(context, url, bob.token, { stolen: true })
  await context.clearCookies({ name: 'kerfCompanion' })
  await app.begin(page)
  await onPage(page)
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(bob.password)
  // The page asks twice what is left to do, and the second answer tells fewer seconds. It must not answer the app twice.
  const lastAsked = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/v1/authorize/flow', async route => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: { expiresIn: number } }
    const json = { ...rest, data: { ...data, expiresIn: data.expiresIn - ++asked } }
    await route.fulfill({ response, json })
    if (asked === 2) lastAsked.resolve()
  })
  let answered = 0
  await page.route('**/v1/authorize/answer', async route => {
    answered++
    await lastAsked.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await app.arrive(page)).code).toEqual(expect.any(String))
  expect({ asked, answered }).toEqual({ asked: 2, answered: 1 })
  await page.unrouteAll()

  await journey.open('/en/profile/security')
  await page.getByRole('button', { name: 'Withdraw the access of Maker Forum' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('When you let an app log you in, it appears here.')).toBeVisible()
  await app.begin(page)
  await expect(page.getByRole('heading', { name: 'Maker Forum wants to use your account' })).toBeVisible()

  const device = ['--code', 'creative', '--name', 'Slicer', '--type', 'device']
  const { clientId } = (await kerf('app', 'create', ...device)) as { clientId: string }
  const send = async (path: string, body: Readonly<Record<string, string>>) => {
    const form = new URLSearchParams({ client_id: clientId, ...body })
    const answer = await fetch(`${url}/oidc/${path}`, { method: 'POST', body: form })
    return (await answer.json()) as Readonly<Record<string, string>>
  }
  // The running server knows a new app within seconds.
  let shown: Readonly<Record<string, string>> = {}
  await expect
    .poll(async () => {
      shown = await send('device/authorize', { scope: 'openid email' })
      return shown
    })
    .toHaveProperty('device_code')
  await page.goto(shown.verification_uri_complete ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Let Slicer log in?' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The device is logged in' })).toBeVisible()
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  expect(await send('token', { grant_type, device_code: shown.device_code ?? '' })).toHaveProperty('id_token')

  // Without an ID token the person is asked.
  await page.goto(`${url}/oidc/logout?client_id=${app.clientId}`)
  await expect(page.getByText('Maker Forum asks to log you out')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await waitForPath(page, '/en/login')
  await journey.open('/en/profile')
  await waitForPath(page, '/en/login')
  app.stop()
})

test('a request with an unregistered address ends on a page of the portal', FULL, async ({ journey }) => {
  const { page, url, expectConsole } = journey
  expectConsole(/status of 4/)
  const app = await registerOpenIdApp(url, 'Maker Forum')
  await app.begin(page, { redirect_uri: 'https://evil.example/callback' })
  await waitForPath(page, '/en/authorize/error')
  await expect(page.getByRole('alert')).toContainText('Nothing was sent')
  await expect(page.getByText('invalid_redirect_uri')).toBeVisible()
  await page.goto(`${url}/en/authorize/${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This login has expired' })).toBeVisible()
  app.stop()
})
