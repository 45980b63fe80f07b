import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import { signIn, signOut, waitForPath } from '../lib/forms.ts'
import { apiClient, businessToken, endOtherSessions, newPerson } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, test } from '../lib/test.ts'
import { logToasts } from '../lib/toast-log.ts'

test('reports an ended session once, asks to sign in and returns', async ({ journey }) => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  journey.expectConsole(/status of 401/)
  const shown = await logToasts(page)
  await setTokenCookie(context, url, person.token)
  await open('/en/profile/settings?p=creative')
  // Leaves the portal first: an open page might notice the end of the session by itself.
  await page.goto('about:blank')
  await endOtherSessions(url, person)

  await page.goto('/en/profile/settings?p=creative')
  await waitForPath(page, '/en/login')
  // toast.component.test.tsx proves how long it is shown: on a busy machine it may disappear before the page settles.
  await expect.poll(shown).toEqual(['Your login has expired. Log in again.'])
  const address = new URL(page.url())
  expect(address.searchParams.get('r')).toBe(`${url}/en/profile/settings?p=creative`)
  expect(address.searchParams.get('p')).toBe('creative')
  expect(await tokenCookie(context)).toBeUndefined()

  await signIn(page, person)
  await waitForPath(page, '/en/profile/settings')
  expect(new URL(page.url()).search).toBe('?p=creative')
})

test('leads to the business login page after an ended enterprise session', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  journey.expectConsole(/status of 401/)
  const token = await businessToken(url)
  const shown = await logToasts(page)
  await setTokenCookie(context, url, token)
  await open('/en/profile-business/settings')
  await apiClient(url, token)(logout, undefined)
  await waitForPath(page, '/en/login-business')
  await expect.poll(shown).toEqual(['Your login has expired. Log in again.'])
})

test('signs out of a session that has already ended', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  journey.expectConsole(/status of 401|ERR_FAILED/)
  const shown = await logToasts(page)
  await setTokenCookie(context, url, person.token)
  // The message stream and the poll, like any pending request, would report the ended session before the sign-out.
  await context.route(`**${MESSAGE_STREAM_PATH}*`, route => route.abort())
  await open('/en/profile/exchange')
  await waitForSettled(page)
  await context.route(`**${getBasicInfo.path}`, route => route.abort())
  await endOtherSessions(url, person)
  await signOut(page)
  await waitForPath(page, '/en/login')
  await expect.poll(shown).toEqual(['You are logged out.'])
})
