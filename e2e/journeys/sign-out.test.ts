import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import { signOut, waitForPath } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { apiClient, newPerson } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, test } from '../lib/test.ts'
import { logToasts } from '../lib/toast-log.ts'

test('ends the session everywhere at sign-out, also in another tab', async ({ journey }) => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  await open('/en/profile/exchange')
  const tab = await context.newPage()
  await tab.goto('/en/profile/exchange')
  await waitForHydration(tab)

  // Requests that the logout overtakes would be answered 401.
  await waitForSettled(page)
  await waitForSettled(tab)
  await signOut(page)
  await waitForPath(page, '/en/login')
  await waitForPath(tab, '/en/login')
  expect(await tokenCookie(context)).toBeUndefined()
  await expect(apiClient(url, person.token)(getBasicInfo, undefined)).rejects.toMatchObject({ code: 20101 })
})

test('does not report an expired session during a slow sign-out', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  const shown = await logToasts(page)
  await setTokenCookie(context, url, person.token)
  await page.route(`**${logout.path}`, async route => {
    const response = await route.fetch()
    // Every five seconds the server checks the session of a stream. It ends the stream of an ended session with the reason.
    await sleep(6_000)
    await route.fulfill({ response })
  })
  const streaming = page.waitForResponse(response => response.url().includes(MESSAGE_STREAM_PATH))
  await open('/en/profile/exchange')
  await streaming
  await signOut(page)
  await waitForPath(page, '/en/login')
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(shown).toEqual(['You are logged out.'])
})

test('opens the profile in another tab after a sign-in', FULL, async ({ page, context, url, open }) => {
  const person = await newPerson(url)
  await open('/en/login')
  const tab = await context.newPage()
  await tab.goto('/en/register')
  await waitForHydration(tab)
  await tab.getByRole('link', { name: 'Log in' }).click()
  await waitForPath(tab, '/en/login')
  await setTokenCookie(context, url, person.token)
  await tab.reload()
  await waitForPath(tab, '/en/profile')
  await page.bringToFront()
  await page.reload()
  await waitForPath(page, '/en/profile')
})
