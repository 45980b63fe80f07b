/** A page on a sibling host reads the token. It must not be able to take the account (S-131). */
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import type { Page } from '@playwright/test'
import { enterCode, getCode, signIn, toasts, waitForPath } from '../lib/forms.ts'
import { HOST_PAGE } from '../lib/host/host.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { codeFor } from '../lib/mailbox.ts'
import { apiClient, newEmail, newPerson } from '../lib/people.ts'
import { tokenCookie } from '../lib/session.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, FULL, test } from '../lib/test.ts'

test.use(HOST_PAGE)

type CallOptions = { credentials: RequestCredentials; method: string }

/** The code of the answer, or `blocked` where the browser refuses to send the call. */
const callFrom = (page: Page, address: string, utoken: string, body: object, options: CallOptions) =>
  page.evaluate(
    async ({ address, utoken, body, options }) => {
      const headers = { utoken, 'content-type': 'application/json' }
      const init = { headers, body: JSON.stringify(body), ...options }
      return fetch(address, init).then(
        async response => (await response.json()).code as number,
        () => 'blocked' as const,
      )
    },
    { address, utoken, body, options },
  )

test(
  'a page on a sibling host that reads the token cannot take the account',
  FULL,
  async ({ page, context, url, expectConsole }) => {
    expectConsole(/status of 4\d\d|CORS policy|ERR_FAILED/)
    const { portal } = sharedProduct().samples
    const person = await newPerson(url)
    await page.goto(`${portal}/en/login`)
    await waitForHydration(page)
    await signIn(page, person)
    await waitForPath(page, '/en/profile')

    // A page of a host below the same domain, without a policy of its own, whose origin is on the portal's list.
    const sibling = await context.newPage()
    await sibling.goto(`http://stranger.kerf.localhost:${new URL(portal).port}/docs/start.en.js`)
    const readable = await sibling.evaluate(() => document.cookie)
    const token = /(?:^|; )utoken=([^;]+)/.exec(readable)?.[1] ?? ''
    expect(token).toBe((await tokenCookie(context))?.value)
    expect(readable).not.toContain('kerfCompanion')
    expect((await context.cookies()).filter(({ name }) => name === 'kerfCompanion')).toMatchObject([
      { httpOnly: true, domain: new URL(portal).hostname },
    ])

    const email = newEmail('thief')
    const thief = (path: string, body: object, credentials: RequestCredentials, method = 'POST') =>
      callFrom(sibling, portal + path, token, body, { credentials, method })
    const nonce = 'A'.repeat(43)
    const attempts: readonly [string, object, string?][] = [
      ['/v1/user/unbind/oauth', { channel: 'demo' }],
      ['/v1/ticket', { purpose: 'bind', target: portal }],
      ['/oauth/demo/login-with-accesstoken', { cid: 'x', op: 'bind', accessToken: 'x' }],
      ['/v1/user/email', { email, captcha: '123456', nonce }, 'PATCH'],
    ]
    for (const [path, body, method] of attempts)
      for (const credentials of ['omit', 'same-origin', 'include'] as const)
        expect([path, credentials, await thief(path, body, credentials, method)]).toEqual([
          path,
          credentials,
          credentials === 'include' ? 'blocked' : 20107,
        ])
    // These ask for a proof of their own.
    const password = 'taken-over-9'
    expect(await thief('/v1/user/verify', { password }, 'omit')).toBe(20112)
    expect(await thief('/v1/user/password', { oldPassword: password, password }, 'omit', 'PATCH')).toBe(20112)
    expect(await thief('/v1/user/delete', { captcha: '123456', nonce, confirm: true }, 'omit')).toBe(20203)

    // The browser adds all cookies of the portal to a navigation, which a page on a sibling host may start.
    await sibling.evaluate(address => location.assign(address), `${portal}/oauth/demo/auth?op=bind`)
    await sibling.waitForURL(/^(?!.*\/oauth\/).*\/en\//)
    expect(new URL(sibling.url()).origin).toBe(portal)

    const account = await apiClient(url, token)(getFullInfo, undefined)
    expect(account).toMatchObject({ email: person.email, hasPassword: true, social: [] })

    // The owner has given the password in the same minutes, and gives the second proof.
    await page.goto(`${portal}/en/profile/security`)
    await waitForHydration(page)
    await changeEmail(page, url, () => confirmByCode(page, url, person.email))
  },
)

async function confirmByCode(page: Page, url: string, email: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await asked.getByRole('button', { name: /^Get code/ }).click()
  await enterCode(asked, await codeFor(url, email, 2))
}

async function changeEmail(page: Page, url: string, confirm?: () => Promise<void>): Promise<void> {
  const next = newEmail('owner')
  const dialog = page.getByRole('dialog')
  await page.getByRole('main').getByRole('button', { name: 'Change email' }).click()
  await dialog.getByRole('textbox', { name: 'New email' }).fill(next)
  await getCode(page).click()
  await enterCode(dialog, await codeFor(url, next))
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await confirm?.()
  await toasts(page).getByText(`Your email is now ${next}.`).waitFor()
}

test.describe('without any cookie', () => {
  test.use({ thirdPartyCookies: 'none' })
  test(
    'a page asks once for both proofs and then changes the address',
    FULL,
    async ({ page, context, url, open, expectConsole }) => {
      expectConsole(/status of 403/)
      const person = await newPerson(url)
      await open('/en/login')
      await signIn(page, person)
      await waitForPath(page, '/en/profile')
      expect(await context.cookies()).toEqual([])
      await page.getByRole('link', { name: 'Account security' }).click()
      const asked = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await changeEmail(page, url, async () => {
        await asked.getByRole('textbox', { name: 'Password' }).fill(person.password)
        await asked.getByRole('button', { name: 'Confirm', exact: true }).click()
        await confirmByCode(page, url, person.email)
      })
      // The value in memory counts for the next change, too.
      await changeEmail(page, url)
      expect(await context.cookies()).toEqual([])
    },
  )
})
