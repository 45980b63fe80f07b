import { email, waitForPath, waitForPerson } from '../lib/forms.ts'
import { DEMO, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'

const YEAR_SECONDS = 31_536_000

test('redirects unknown paths to the login page and keeps the query', FULL, async ({ page, open }) => {
  for (const path of ['/', '/en', '/nowhere', '/en/nowhere', '/en/login/more', '/fr/login', '/EN/login']) {
    await open(`${path}?p=creative&av=2.10&x=%E4%B8%AD`)
    expect(new URL(page.url()).pathname).toBe('/en/login')
    expect(new URL(page.url()).search).toBe('?p=creative&av=2.10&x=%E4%B8%AD')
  }
})

test.describe(() => {
  test.use({ locale: 'zh-CN' })
  test('answers a Chinese browser in Chinese', FULL, async ({ page, open }) => {
    await open('/')
    expect(new URL(page.url()).pathname).toBe('/zh/login')
    expect(await page.locator('html').getAttribute('lang')).toBe('zh')
    await page.getByRole('heading', { name: '登录', level: 1 }).waitFor()
  })
})

test(
  "prefers the language of the cookie to the one in the address, and that to the browser's",
  FULL,
  async ({ journey }) => {
    const { page, context, url, open } = journey
    await open('/?l=zh-CN')
    expect(new URL(page.url()).pathname).toBe('/zh/login')
    await context.addCookies([{ name: 'IntlLang', value: 'en', url }])
    await open('/?l=zh')
    expect(new URL(page.url()).pathname).toBe('/en/login')
    await context.addCookies([{ name: 'IntlLang', value: 'zh-CN', url }])
    await open('/')
    expect(new URL(page.url()).pathname).toBe('/zh/login')
    await context.addCookies([{ name: 'IntlLang', value: 'zh-TW', url }])
    await open('/')
    expect(new URL(page.url()).pathname).toBe('/en/login')
  },
)

test("changes the language by the switch, keeps the form's values and remembers the choice", async ({
  journey,
}) => {
  const { page, context, open } = journey
  await open('/en/login?p=creative')
  await email(page).fill('ada@example.com')
  await page.getByRole('link', { name: '中文' }).click()
  await waitForPath(page, '/zh/login')
  expect(new URL(page.url()).search).toBe('?p=creative')
  await page.getByRole('heading', { name: '登录', level: 1 }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('zh')
  expect(await page.title()).toBe('登录 · 刻缝创作')
  expect(await page.getByRole('textbox', { name: '邮箱' }).inputValue()).toBe('ada@example.com')

  const cookie = (await context.cookies()).find(({ name }) => name === 'IntlLang')
  expect(cookie).toMatchObject({ value: 'zh', path: '/', sameSite: 'Lax' })
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)
  await open('/')
  expect(new URL(page.url()).pathname).toBe('/zh/login')
})

test('remembers the language of a path', FULL, async ({ page, context, url, open }) => {
  await setTokenCookie(context, url, await signInElsewhere(url))
  await open('/zh/profile')
  await waitForPerson(page, DEMO.email)
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'IntlLang')?.value).toBe('zh')
  expect(await page.locator('html').getAttribute('lang')).toBe('zh')
})
