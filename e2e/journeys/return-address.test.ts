import {
  code,
  email,
  enterCode,
  goOn,
  newPassword,
  newPasswordAgain,
  openSignUp,
  setFirstPassword,
  signIn,
  startSignUp,
  waitForNonce,
  waitForPath,
} from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { codeFor } from '../lib/mailbox.ts'
import { businessToken, DEMO, newEmail, newPerson, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'
import { logToasts } from '../lib/toast-log.ts'

const APP = 'https://onesome.example'

const loginPath = (address: string, more = '') => `/en/login?r=${encodeURIComponent(address)}${more}`

test('returns to a page of the portal after signing in', FULL, async ({ page, url, open }) => {
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

test('follows the return address after a sign-up, whose page was loaded again', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  const address = newEmail()
  await context.route(`${APP}/**`, route => route.fulfill({ body: '<title>Shop</title>' }))
  await open(loginPath(`${APP}/shop?item=7`, '&p=customthings'))
  await openSignUp(page)
  await startSignUp(page, address)
  const received = await codeFor(url, address)
  await waitForNonce(page)
  await page.reload()
  await waitForHydration(page)
  await startSignUp(page, address)
  // No second mail within a minute: the page does not say again where it sent the code.
  await code(page).fill(received)
  await setFirstPassword(page)
  await page.waitForURL(`${APP}/shop?item=7&ticket=**`)
})

test('follows the return address after a recovery that opened in a new tab', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  await open(loginPath(`${url}/en/profile/settings`))
  const address = await page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')
  // Not by a click with Ctrl: the runner sometimes waits forever for the tab that the browser has opened.
  const tab = await context.newPage()
  await tab.goto(new URL(address ?? '', url).href)
  await waitForPath(tab, '/en/findpwd')
  await waitForHydration(tab)
  await email(tab).fill(person.email)
  await goOn(tab).click()
  await enterCode(tab, await codeFor(url, person.email, 2))
  await newPassword(tab).fill('engrave-88')
  await newPasswordAgain(tab).fill('engrave-88')
  await tab.getByRole('button', { name: 'Set password and log in' }).click()
  await waitForPath(tab, '/en/profile/settings')
})

test('keeps the return address between the login pages only', FULL, async ({ page, url, open }) => {
  const linkedQuery = async (name: string) => {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    return new URL(href ?? '', url).searchParams.get('r')
  }
  const r = `${url}/en/profile/settings?a=b&c=d`
  await open(loginPath(r, '&p=creative'))
  for (const name of ['Forgot password?', 'Sign up', 'Business login'])
    await expect.poll(() => linkedQuery(name)).toBe(r)
  expect(await linkedQuery('terms of service')).toBeNull()
  await page.getByRole('link', { name: 'Business login' }).click()
  await waitForPath(page, '/en/login-business')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await waitForPath(page, '/en/findpwd')
  expect(new URL(page.url()).searchParams.get('account')).toBe('1')
  await page.getByRole('link', { name: 'Back to business login' }).click()
  await waitForPath(page, '/en/login-business')
  await page.getByRole('link', { name: '中文' }).click()
  await waitForPath(page, '/zh/login-business')
  expect(new URL(page.url()).searchParams.get('r')).toBe(r)
})

// One address of each kind; packages/contract/src/return-url.test.ts lists all that are refused.
const HOSTILE = [
  '//evil.example/path',
  'javascript:alert(document.domain)',
  // The portal's own call, by which a link could connect an account.
  'PORTAL/oauth/demo/auth?op=bind&ut=kt-secret',
]

test('removes a return address that is not allowed', FULL, async ({ page, context, url, open }) => {
  await setTokenCookie(context, url, await signInElsewhere(url))
  const elsewhere: string[] = []
  // Not intercepted: a browser whose requests are intercepted caches nothing.
  context.on('request', request => {
    if (new URL(request.url()).origin !== url) elsewhere.push(request.url())
  })
  for (const address of HOSTILE) {
    await open(loginPath(address.replace('PORTAL', url), '&p=customthings'))
    await waitForPath(page, '/en/profile')
    expect(page.url()).not.toContain('evil')
  }
  expect(elsewhere).toEqual([])
})

test('sends a personal account to its profile instead of a business page', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  await setTokenCookie(context, url, await signInElsewhere(url))
  const shown = await logToasts(page)
  await open(loginPath(`${url}/en/profile-business/settings`))
  await waitForPath(page, '/en/profile')
  await expect.poll(shown).toEqual([expect.stringContaining('insufficient authority')])
})

test('sends a business account to its own profile instead of a personal page', FULL, async ({ journey }) => {
  const { page, context, url } = journey
  await setTokenCookie(context, url, await businessToken(url))
  await page.goto(`/en/login-business?r=${encodeURIComponent(`${url}/en/profile`)}`)
  await waitForPath(page, '/en/profile-business/settings')
  await waitForHydration(page)
})
