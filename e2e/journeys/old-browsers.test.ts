/** The page for old browsers, in a browser that lacks what they lack. `npm run engines` tries real ones. */
import { logIn } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { expect, FULL, test } from '../lib/test.ts'

test('an embedded page whose browser is older than its name says requests the page for old browsers', async ({
  page,
  url,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(crypto, 'randomUUID')
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })
  await page.goto(`${url}/en/login?p=creative&md=full-win`)
  await page.waitForURL(/[?&]engine=old/)
  await logIn(page).waitFor()
  expect(await page.evaluate(() => typeof Promise.withResolvers)).toBe('function')
  await expect(page.getByText('too old for this page')).toBeHidden()
})

test('a browser below the oldest supported one shows a notice in both languages, without secrets in its link', async ({
  page,
  url,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'))
  await page.goto(`${url}/zh/login?p=creative&engine=old`)
  await expect(page.getByText('too old for this page')).toBeVisible()
  await expect(page.getByText('版本过旧')).toBeVisible()
  const link = page.getByRole('link', { name: 'Open in browser' })
  expect(await link.getAttribute('href')).toBe('?&p=creative')
})

for (const answer of ['away', 'refused'] as const)
  test(
    `the message center reports a list whose server is ${answer}`,
    FULL,
    async ({ page, url, expectConsole }) => {
      expectConsole(/ERR_FAILED|Failed to load|status of 403/)
      const { token } = await newPerson(url)
      await page.route(/\/message\/.*/, route =>
        answer === 'away' ? route.abort() : route.fulfill({ status: 403, json: { code: 20102 } }),
      )
      await page.goto(`${url}/en/terms`)
      const failed = page.evaluate(
        async ([portal, utoken]) => {
          await import(`${portal}/embed/kerf-embed.js`)
          const element = document.createElement('kerf-messages') as HTMLElement & { token?: string }
          element.setAttribute('portal', portal ?? '')
          const result = new Promise(resolve =>
            element.addEventListener('kerf-failed', () => resolve('failed')),
          )
          document.body.append(element)
          if (utoken !== undefined) element.token = utoken
          return result
        },
        [url, token],
      )
      expect(await failed).toBe('failed')
    },
  )
