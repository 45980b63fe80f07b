import type { Route } from '@playwright/test'
import { waitForPath, waitForPerson } from '../lib/forms.ts'
import { DEMO, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'
import { logToasts } from '../lib/toast-log.ts'

const CHECK = '**/v1/user/fullinfo'
const respondWith = (status: number, body: string) => (route: Route) => route.fulfill({ status, body })
const envelope = (code: number) => JSON.stringify({ code, data: null, msg: '', requestId: '1' })

const OUTAGES: Record<string, (route: Route) => Promise<void>> = {
  'no connection': route => route.abort('connectionrefused'),
  'an error page of a proxy': respondWith(502, '<h1>Bad gateway</h1>'),
  'a rate limit of a proxy': respondWith(429, ''),
  'a malformed response': respondWith(200, 'OK'),
}

test('keeps the token after an outage at the auth check', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  journey.expectConsole(/fullinfo/)
  await setTokenCookie(context, url, await signInElsewhere(url))
  const shown = await logToasts(page)
  for (const [outage, fulfil] of Object.entries(OUTAGES)) {
    await test.step(outage, async () => {
      await page.route(CHECK, fulfil)
      await page.goto('/en/profile')
      await waitForPath(page, '/en/login')
      await expect.poll(shown).toEqual([expect.stringContaining('Network connection failed')])
      expect(await tokenCookie(context)).toBeDefined()
      await page.unroute(CHECK)
    })
  }
  await open('/en/profile')
  await waitForPerson(page, DEMO.email)
})

test('removes the token when the auth check rejects it', FULL, async ({ journey }) => {
  const { page, context, url } = journey
  journey.expectConsole(/fullinfo/)
  await setTokenCookie(context, url, await signInElsewhere(url))
  await page.route(CHECK, respondWith(403, envelope(20104)))
  await page.goto('/en/profile')
  await waitForPath(page, '/en/login')
  await expect.poll(() => tokenCookie(context)).toBeUndefined()
})
