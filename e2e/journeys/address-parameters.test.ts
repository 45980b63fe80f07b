import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, test } from '../lib/test.ts'

test('hides the links between login and sign-up with lr=0', FULL, async ({ page, open }) => {
  await open('/en/login?lr=0')
  expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Business login' }).waitFor()
  await open('/en/register?lr=0')
  expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0)
})

test('hides only social sign-in with sl=0', FULL, async ({ page, open }) => {
  await open('/en/login?sl=0')
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Sign up' }).waitFor()
  expect(await page.locator('a[href*="/oauth/"]').filter({ visible: true }).count()).toBe(0)
})

test('shows the copyright line outside a host only', FULL, async ({ page, open }) => {
  // One address of each layout and value of `md`.
  for (const [address, shown] of [
    ['/en/login?md=window', true],
    ['/en/login?md=full-win', false],
    ['/en/terms?md=win', false],
    ['/en/terms', true],
  ] as const) {
    await open(address)
    await waitForSettled(page)
    const lines = page.getByText('All rights reserved.').filter({ visible: true })
    expect(await lines.count(), address).toBe(shown ? 1 : 0)
  }
})

test(
  'replaces the home picture by one of the brand and ignores others',
  FULL,
  async ({ page, context, open }) => {
    const requestedUrls: string[] = []
    await context.route(
      address => address.hostname.endsWith('.example'),
      route => {
        requestedUrls.push(route.request().url())
        return route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>',
        })
      },
    )
    const brandPicture = 'https://onesome.example/home.svg'
    const shownPicture = () =>
      page.locator('picture img').evaluate(img => (img as HTMLImageElement).currentSrc)
    await open(`/en/login?p=customthings&img=${encodeURIComponent(brandPicture)}`)
    await expect.poll(shownPicture).toBe(brandPicture)
    expect(requestedUrls).toContain(brandPicture)
    requestedUrls.length = 0
    for (const foreignPicture of [
      'https://evil.example/x.svg',
      'http://onesome.example/x.svg',
      'javascript:1',
      '//evil.example/x',
    ]) {
      await open(`/en/login?p=customthings&img=${encodeURIComponent(foreignPicture)}`)
      expect(await shownPicture()).toContain('/brands/customthings/')
    }
    expect(requestedUrls).toEqual([])
  },
)

test('keeps the retained parameters character by character', FULL, async ({ page, open }) => {
  const query = '?p=creative&o=creative&s=pc&av=2.10&md=win&sl=0'
  await open(`/en/login${query}&x=1&l=zh`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.waitForURL('**/en/findpwd**')
  expect(new URL(page.url()).search).toBe(query)
})
