import { AxeBuilder } from '@axe-core/playwright'
import { waitForPath, waitForPerson } from '../lib/forms.ts'
import { findOverflow } from '../lib/overflow.ts'
import { newPerson, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'

test('uses a token of the address, removes it everywhere and keeps its session for the next page', async ({
  journey,
}) => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  const leaks: string[] = []
  page.on('request', request => {
    const isDocument = request.isNavigationRequest()
    const sent = [isDocument ? '' : request.url(), request.headers().referer ?? '']
    if (sent.some(text => text.includes(person.token))) leaks.push(request.url())
  })
  await page.addInitScript(() => {
    const seen = new Set<string>()
    addEventListener('DOMContentLoaded', () => seen.add(location.search))
    Object.assign(window, { seen })
  })
  await open(`/en/profile?p=creative&ut=${person.token}&av=2.10`)
  await waitForPerson(page, person.email)
  expect(new URL(page.url()).search).toBe('?p=creative&av=2.10')
  expect(leaks).toEqual([])
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen.join()).not.toContain(person.token)
  // The session is kept for the next page.
  expect((await tokenCookie(context))?.value).toBe(person.token)
  await page.reload()
  await waitForPerson(page, person.email)
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(person.token)
})

test('ignores a token of digits only, given twice or empty', FULL, async ({ page, context, url, open }) => {
  const token = await signInElsewhere(url)
  for (const query of ['ut=1234567890', `ut=${token}&ut=${token}`, 'ut=']) {
    await open(`/en/profile?${query}`)
    await waitForPath(page, '/en/login')
    expect(new URL(page.url()).searchParams.has('ut'), query).toBe(false)
    expect(new URL(page.url()).searchParams.get('r'), query).toBe(`${url}/en/profile`)
    expect(await tokenCookie(context), query).toBeUndefined()
  }
})

test(
  'leads to the login page with an expired token in the address',
  FULL,
  async ({ page, open, expectConsole }) => {
    expectConsole(/status of 401/)
    await open(`/en/profile?ut=${'x'.repeat(43)}`)
    await waitForPath(page, '/en/login')
    expect(page.url()).not.toContain('xxx')
  },
)

test('switches to the other account and its cookie after the visitor agrees', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  const [current, other] = [await newPerson(url, 'ada'), await newPerson(url, 'bob')]
  await setTokenCookie(context, url, current.token)
  await open(`/en/profile?ut=${other.token}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Continue as ${other.email}` })
    .click()
  await waitForPerson(page, other.email)
  await expect.poll(async () => (await tokenCookie(context))?.value).toBe(other.token)
})

for (const [where, query] of [
  ['', ''],
  [', nor by a window that only calls itself embedded', '&md=win'],
] as const) {
  test(`asks before it switches to the account of a token${where}`, FULL, async ({ journey }) => {
    const { page, context, url, open } = journey
    const [current, other] = [await newPerson(url, 'ada'), await newPerson(url, 'bob')]
    await setTokenCookie(context, url, current.token)
    await open(`/en/profile?ut=${other.token}${query}`)
    const question = page.getByRole('dialog')
    await question.waitFor()
    await question.getByRole('button', { name: /stay|keep|no/i }).click()
    await question.waitFor({ state: 'detached' })
    await waitForPerson(page, current.email)
    expect((await tokenCookie(context))?.value).toBe(current.token)
  })

  test(`keeps the session despite an expired token in the address${where}`, FULL, async ({ journey }) => {
    const { page, context, url, open, expectConsole } = journey
    expectConsole(/status of 401/)
    const current = await newPerson(url)
    await setTokenCookie(context, url, current.token)
    await open(`/en/profile?ut=${'x'.repeat(43)}${query}`)
    await waitForPerson(page, current.email)
    expect((await tokenCookie(context))?.value).toBe(current.token)
  })
}

for (const javaScriptEnabled of [true, false])
  test(
    `asks before a link to set-cookies signs a browser in, with script: ${javaScriptEnabled}`,
    FULL,
    async ({ url, newVisitor }) => {
      const person = await newPerson(url)
      const { page, context } = await newVisitor({ ...PHONE, javaScriptEnabled })
      const { hostname } = new URL(url)
      await page.goto(
        `/v1/cookie/set-cookies?${new URLSearchParams({ utoken: person.token, domain: hostname })}`,
      )
      await page.getByRole('heading', { name: 'Continue with this account?' }).waitFor()
      await page.getByText(person.email, { exact: true }).waitFor()
      expect(await tokenCookie(context)).toBeUndefined()
      expect(await findOverflow(page)).toEqual([])
      if (javaScriptEnabled) expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Continue as' })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/en\//)
      expect((await tokenCookie(context))?.value).toBe(person.token)
      if (javaScriptEnabled) await waitForPerson(page, person.email)
    },
  )
