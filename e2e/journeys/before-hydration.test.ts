import type { Page } from '@playwright/test'
import { agreement, email, focusedLabel, logIn, password, waitForPath } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { DEMO } from '../lib/people.ts'
import { tokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'

/** Delays every script of the page. Returns a function that releases them. */
async function delayScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  return gate.resolve
}

test('keeps values and focus from before hydration', async ({ page }) => {
  const releaseScripts = await delayScripts(page)
  await page.goto('/en/login', { waitUntil: 'commit' })
  await email(page).fill(DEMO.email)
  await agreement(page).check()
  await password(page).click()
  await page.keyboard.type('cut-al')
  releaseScripts()
  await waitForHydration(page)
  expect(await email(page).inputValue()).toBe(DEMO.email)
  expect(await agreement(page).isChecked()).toBe(true)
  expect(await focusedLabel(page)).toBe('Password')
  await page.keyboard.type('ong-42')
  expect(await password(page).inputValue()).toBe('cut-along-42')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/en/profile')
})

test(
  'returns the page of a form submitted before hydration, without its values in the address',
  FULL,
  async ({ journey }) => {
    const { page, context } = journey
    const releaseScripts = await delayScripts(page)
    const navigations: { method: string; url: string; referer: string }[] = []
    page.on('request', request => {
      if (request.isNavigationRequest())
        navigations.push({
          method: request.method(),
          url: request.url(),
          referer: request.headers().referer ?? '',
        })
    })
    await page.goto('/en/login?p=creative', { waitUntil: 'commit' })
    await email(page).fill(DEMO.email)
    await password(page).fill(DEMO.password)
    const returned = page.waitForResponse(
      response =>
        response.request().isNavigationRequest() &&
        response.request().method() === 'GET' &&
        navigations.length > 1,
    )
    await logIn(page).click({ noWaitAfter: true })
    await returned
    releaseScripts()
    await waitForHydration(page)
    expect(navigations.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
    expect(JSON.stringify(navigations)).not.toContain(DEMO.password)
    expect(JSON.stringify(navigations)).not.toContain(encodeURIComponent(DEMO.email))
    expect(new URL(page.url()).search).toBe('?p=creative')
    expect(await tokenCookie(context)).toBeUndefined()
    await email(page).waitFor()
  },
)

test.describe(() => {
  test.use({ javaScriptEnabled: false })
  test('shows the forms without script', FULL, async ({ page }) => {
    for (const path of ['login', 'register', 'findpwd', 'login-business']) {
      await page.goto(`/en/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('button[type=submit]').waitFor()
    }
  })
})

test('renders the same ids in prerendered pages and in the browser', FULL, async ({ page, open }) => {
  for (const path of ['login', 'register', 'findpwd', 'login-business']) {
    await open(`/en/${path}`)
    const differentIds = await page.evaluate(() =>
      [...document.querySelectorAll('[id]')].flatMap(element => {
        const props = Object.entries(element).find(([key]) => key.startsWith('__reactProps'))?.[1]
        return props && props.id !== element.id ? `${element.id}: ${props.id} in the browser` : []
      }),
    )
    expect(differentIds, path).toEqual([])
    await page.locator('button[type=submit]').click()
    await page.locator('[aria-invalid]').first().waitFor()
    const missingIds = await page.evaluate(() =>
      [...document.querySelectorAll('[aria-describedby], [aria-controls], [aria-labelledby]')].flatMap(
        element =>
          ['aria-describedby', 'aria-controls', 'aria-labelledby']
            .flatMap(name => element.getAttribute(name)?.split(' ') ?? [])
            .filter(id => document.getElementById(id) === null),
      ),
    )
    expect(missingIds, path).toEqual([])
  }
})
