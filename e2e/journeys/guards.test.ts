import { arrivesAt } from '../lib/forms.ts'
import { businessToken, signInElsewhere } from '../lib/people.ts'
import { ready } from '../lib/ready.ts'
import { carryToken } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

const PROTECTED = {
  profile: ['profile', 'login'],
  'profile/settings': ['profile/settings', 'login'],
  'profile/security': ['profile/security', 'login'],
  'profile-business': ['profile-business/settings', 'login-business'],
  'profile-business/settings': ['profile-business/settings', 'login-business'],
} as const

test('asks a visitor of a protected page to sign in and returns there', async ({ page, url, open }) => {
  for (const [path, [back, login]] of Object.entries(PROTECTED)) {
    await open(`/zh/${path}?p=creative&l=en`)
    await arrivesAt(page, `/zh/${login}`)
    const { searchParams } = new URL(page.url())
    const r = new URL(searchParams.get('r') ?? '')
    expect(r.origin + r.pathname).toBe(`${url}/zh/${back}`)
    expect(r.searchParams.get('p')).toBe('creative')
    expect(searchParams.get('p')).toBe('creative')
  }
})

test('redirects a personal account from the login pages to its profile', async ({ journey }) => {
  const { page, context, url, open } = journey
  await carryToken(context, url, await signInElsewhere(url))
  for (const path of ['/en/login', '/en/login-business', '/en']) {
    await open(path)
    await arrivesAt(page, '/en/profile')
  }
})

test('redirects a business account from the login pages to its profile', async ({ journey }) => {
  const { page, context, url, open } = journey
  await carryToken(context, url, await businessToken(url))
  for (const path of ['/en/login', '/en/login-business', '/en/profile-business']) {
    await open(path)
    await arrivesAt(page, '/en/profile-business/settings')
  }
})

test('notifies an account of the wrong kind once and leads it to its own profile', async ({ journey }) => {
  const { page, context, url, open } = journey
  await carryToken(context, url, await signInElsewhere(url))
  await open('/en/profile-business/settings')
  await arrivesAt(page, '/en/profile')
  await page.getByText('Your account has insufficient authority for this.').waitFor()
  expect(await page.getByText('insufficient authority').count()).toBe(1)
})

test('leads an account of the wrong kind to the matching login page when embedded', async ({ journey }) => {
  const { page, context, url } = journey
  await carryToken(context, url, await signInElsewhere(url))
  await page.goto('/en/login-business?md=win')
  await arrivesAt(page, '/en/login')
  await ready(page)
  expect(new URL(page.url()).search).toBe('?md=win')
})

test('leads a business account to the business login page when embedded', async ({ journey }) => {
  const { page, context, url } = journey
  await carryToken(context, url, await businessToken(url))
  await page.goto('/en/login?md=full-win')
  await arrivesAt(page, '/en/login-business')
  await ready(page)
  expect(new URL(page.url()).search).toBe('?md=full-win')
})
