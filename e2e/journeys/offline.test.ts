import {
  accountMenu,
  agreement,
  email,
  logIn,
  password,
  signIn,
  signOut,
  toasts,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { DEMO, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, test } from '../lib/test.ts'

test('reports the lost network in the form, keeps its values and works again later', async ({ journey }) => {
  const { page, context, open } = journey
  journey.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await open('/en/login')
  await email(page).focus()
  await waitForSettled(page)
  await context.setOffline(true)
  await page.getByRole('status').getByText('You are offline.').waitFor()
  await signIn(page, DEMO)
  await page.getByRole('alert').getByText('Network connection failed').waitFor()
  expect(await email(page).inputValue()).toBe(DEMO.email)
  expect(await password(page).inputValue()).toBe(DEMO.password)
  expect(await agreement(page).isChecked()).toBe(true)

  await context.setOffline(false)
  await page.getByRole('status').getByText('You are offline.').waitFor({ state: 'detached' })
  await logIn(page).click()
  await waitForPath(page, '/en/profile')
})

test('reports the lost network in a form that was not touched before', FULL, async ({ journey }) => {
  const { page, context, open } = journey
  journey.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await open('/en/login')
  await context.setOffline(true)
  await signIn(page, DEMO)
  await page.getByRole('alert').getByText('Network connection failed').waitFor()
  expect(await password(page).inputValue()).toBe(DEMO.password)

  await context.setOffline(false)
  await page.getByRole('status').getByText('You are offline.').waitFor({ state: 'detached' })
  await logIn(page).click()
  await waitForPath(page, '/en/profile')
})

test('reports that signing out failed while offline and keeps the session', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  // The message stream reconnects meanwhile.
  journey.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await setTokenCookie(context, url, await signInElsewhere(url))
  await open('/en/profile')
  await accountMenu(page).waitFor()
  await waitForSettled(page)
  await context.setOffline(true)
  await signOut(page)
  await toasts(page).getByText('Network connection failed').waitFor()
  expect(await tokenCookie(context)).toBeDefined()
  expect(new URL(page.url()).pathname).toBe('/en/profile')
  await context.setOffline(false)
  await page.reload()
  await waitForPath(page, '/en/profile')
  await waitForPerson(page, DEMO.email)
})

test(
  'shows an error for a page that cannot be loaded, and the page once the network is back',
  FULL,
  async ({ journey }) => {
    const { page, context, open } = journey
    journey.expectConsole(/ERR_INTERNET_DISCONNECTED|the page did not load|Failed to fetch/)
    await open('/en/login')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await page.getByRole('link', { name: '中文' }).waitFor()
    // Nobody has to press the button.
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Reset password' }).waitFor()
  },
)
