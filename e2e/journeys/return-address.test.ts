import { signIn, waitForPath } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { businessToken, DEMO, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

const APP = 'https://onesome.example'

const loginPath = (address: string, more = '') => `/en/login?r=${encodeURIComponent(address)}${more}`

test('returns to a page of the portal after signing in', async ({ page, url, open }) => {
  await open(loginPath(`${url}/zh/profile/settings`))
  await signIn(page, DEMO)
  await waitForPath(page, '/zh/profile/settings')
})

test('returns to a page of the app after signing in', async ({ page, context, open }) => {
  await context.route(`${APP}/**`, route => route.fulfill({ body: '<title>Shop</title>' }))
  await open(loginPath(`${APP}/shop?item=7`, '&p=customthings'))
  await signIn(page, DEMO)
  await page.waitForURL(`${APP}/shop?item=7**`)
  expect(await page.title()).toBe('Shop')
})

test('keeps the return address on the way through another form', async ({ page, url, open }) => {
  await open(loginPath(`${url}/en/profile/settings`))
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await waitForPath(page, '/en/findpwd')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, DEMO)
  await waitForPath(page, '/en/profile/settings')
})

// One address of each kind; packages/contract/src/return-url.test.ts lists all that are refused.
const HOSTILE = [
  '//evil.example/path',
  'https:\\\\evil.example/',
  'javascript:alert(document.domain)',
  '/en/terms',
]

test('removes a return address that is not allowed', async ({ page, context, url, open }) => {
  await setTokenCookie(context, url, await signInElsewhere(url))
  const elsewhere: string[] = []
  await context.route(
    address => address.origin !== url,
    route => {
      elsewhere.push(route.request().url())
      return route.abort()
    },
  )
  for (const address of HOSTILE) {
    await open(loginPath(address, '&p=customthings'))
    await waitForPath(page, '/en/profile')
    expect(page.url()).not.toContain('evil')
  }
  expect(elsewhere).toEqual([])
})

test('sends a personal account to its profile instead of a business page', async ({ journey }) => {
  const { page, context, url, open } = journey
  await setTokenCookie(context, url, await signInElsewhere(url))
  await open(loginPath(`${url}/en/profile-business/settings`))
  await waitForPath(page, '/en/profile')
  await page.getByText('insufficient authority').waitFor()
})

test('sends a business account to its own profile instead of a personal page', async ({ journey }) => {
  const { page, context, url } = journey
  await setTokenCookie(context, url, await businessToken(url))
  await page.goto(`/en/login-business?r=${encodeURIComponent(`${url}/en/profile`)}`)
  await waitForPath(page, '/en/profile-business/settings')
  await waitForHydration(page)
})
