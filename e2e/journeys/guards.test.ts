import { waitForPath } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { businessToken, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'
import { logToasts } from '../lib/toast-log.ts'

// One address of each kind; packages/portal/src/app/access-rules.test.ts has the rules.
const PROTECTED = {
  'profile/security': ['profile/security', 'login'],
  'profile-business': ['profile-business/settings', 'login-business'],
} as const

test('asks a visitor of a protected page to sign in and returns there', async ({ page, url, open }) => {
  for (const [path, [back, login]] of Object.entries(PROTECTED)) {
    await open(`/zh/${path}?p=creative&l=en`)
    await waitForPath(page, `/zh/${login}`)
    const { searchParams } = new URL(page.url())
    const r = new URL(searchParams.get('r') ?? '')
    expect(r.origin + r.pathname).toBe(`${url}/zh/${back}`)
    expect(r.searchParams.get('p')).toBe('creative')
    expect(searchParams.get('p')).toBe('creative')
  }
})

test('redirects a personal account from the login pages to its profile', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  await setTokenCookie(context, url, await signInElsewhere(url))
  for (const path of ['/en/login', '/en/login-business', '/en']) {
    await open(path)
    await waitForPath(page, '/en/profile')
  }
})

test('redirects a business account from the login pages to its profile', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  await setTokenCookie(context, url, await businessToken(url))
  for (const path of ['/en/login', '/en/login-business', '/en/profile-business']) {
    await open(path)
    await waitForPath(page, '/en/profile-business/settings')
  }
})

test(
  'notifies an account of the wrong kind once and leads it to its own profile',
  FULL,
  async ({ journey }) => {
    const { page, context, url, open } = journey
    await setTokenCookie(context, url, await signInElsewhere(url))
    const shown = await logToasts(page)
    await open('/en/profile-business/settings')
    await waitForPath(page, '/en/profile')
    await expect.poll(shown).toEqual(['Your account has insufficient authority for this.'])
  },
)

test(
  'leads an account of the wrong kind to the matching login page when embedded',
  FULL,
  async ({ journey }) => {
    const { page, context, url } = journey
    await setTokenCookie(context, url, await signInElsewhere(url))
    await page.goto('/en/login-business?md=win')
    await waitForPath(page, '/en/login')
    await waitForHydration(page)
    expect(new URL(page.url()).search).toBe('?md=win')
  },
)

test('leads a business account to the business login page when embedded', FULL, async ({ journey }) => {
  const { page, context, url } = journey
  await setTokenCookie(context, url, await businessToken(url))
  await page.goto('/en/login?md=full-win')
  await waitForPath(page, '/en/login-business')
  await waitForHydration(page)
  expect(new URL(page.url()).search).toBe('?md=full-win')
})
