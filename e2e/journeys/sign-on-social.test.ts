/** Social sign-in by the demo provider: by redirect, in a window beside the frame of a host, and without a window. */
import type { Frame, Page } from '@playwright/test'
import {
  email,
  enterCode,
  getCode,
  password,
  signIn,
  toasts,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { freePort } from '../lib/free-port.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { codeFor } from '../lib/mailbox.ts'
import { newEmail, newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { answerProvider, chooseChannel, newName } from '../lib/provider.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'
import { logToasts } from '../lib/toast-log.ts'

const pressContinue = (page: Page | Frame) =>
  page.getByRole('button', { name: 'Continue', exact: true }).click()
const waitForWelcome = (page: Page | Frame) => page.getByText('Your account is ready.').waitFor()

test('creates an account at the first social sign-in, welcomes the visitor and continues to the requested page', async ({
  page,
  url,
  open,
}) => {
  const back = `${url}/en/profile/security`
  await open(`/en/login?r=${encodeURIComponent(back)}`)
  const name = newName()
  const mailbox = newEmail()
  await chooseChannel(page)
  await answerProvider(page, { name, email: mailbox })
  await waitForWelcome(page)
  expect(new URL(page.url()).hash, 'no result is left in the address').toBe('')
  await page.reload()
  await waitForWelcome(page)
  await pressContinue(page)
  await page.waitForURL(back)
  await waitForPerson(page, mailbox)
  await page.getByText('Demo').first().waitFor()
})

test(
  'connects an existing account only after reauthentication, and signs in directly afterwards',
  FULL,
  async ({ page, context, url, open, expectConsole }) => {
    expectConsole(/status of 4\d\d/)
    const person = await newPerson(url)
    const name = newName()
    const shown = await logToasts(page)
    await open('/en/login')
    await chooseChannel(page)
    await answerProvider(page, { name, email: person.email })
    await page.getByRole('heading', { name: 'You already have an account' }).waitFor()
    expect(await tokenCookie(context)).toBeUndefined()
    expect(await page.locator('main').textContent(), 'the address is masked').not.toContain(person.email)
    const submit = page.getByRole('button', { name: 'Log in and connect Demo' })
    await password(page).fill('not-the-one')
    await submit.click()
    await page.locator('[aria-invalid]').waitFor()
    await password(page).fill(person.password)
    await submit.click()
    const step = page.getByRole('region', { name: 'Check your email' })
    // The first code was that of the sign-up.
    await enterCode(step, await codeFor(url, person.email, 2))
    await waitForPath(page, '/en/profile')
    await expect.poll(shown).toEqual(['Demo is connected. You can log in with it from now on.'])

    await context.clearCookies()
    await open('/en/login')
    await chooseChannel(page)
    await answerProvider(page, { name, choice: 'none' })
    await waitForPath(page, '/en/profile')
    await waitForPerson(page, person.email)
  },
)

test('asks for an email and verifies it when the provider sends none', FULL, async ({ page, url, open }) => {
  await open('/en/login')
  await chooseChannel(page)
  await answerProvider(page, { name: newName(), choice: 'none' })
  await page.getByRole('heading', { name: 'One more step: your email' }).waitFor()
  const mailbox = newEmail()
  await email(page).fill(mailbox)
  await getCode(page).click()
  await enterCode(page, await codeFor(url, mailbox))
  await page.getByRole('button', { name: 'Create account' }).click()
  await waitForWelcome(page)
  await pressContinue(page)
  await waitForPath(page, '/en/profile')
  await waitForPerson(page, mailbox)
})

const connect = (page: Page) => page.getByRole('button', { name: 'Connect Demo' })

test('connects and disconnects on the security page', FULL, async ({ page, context, url, open }) => {
  const { token } = await newPerson(url)
  await setTokenCookie(context, url, token)
  const shown = await logToasts(page)
  await open('/en/profile/security')
  await connect(page).click()
  await answerProvider(page, { name: newName() })
  await waitForPath(page, '/en/profile/security')
  await expect.poll(shown).toEqual(['Demo is connected. You can log in with it from now on.'])
  await page.getByRole('button', { name: 'Disconnect Demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await toasts(page).getByText('Demo is disconnected.').waitFor()
  await connect(page).waitFor()
})

test(
  'leaves an identity of another account there',
  FULL,
  async ({ page, context, url, open, expectConsole }) => {
    expectConsole(/status of 4\d\d/)
    const [first, second] = [await newPerson(url), await newPerson(url)]
    const name = newName()
    await setTokenCookie(context, url, first.token)
    await open('/en/profile/security')
    await connect(page).click()
    await answerProvider(page, { name })
    await toasts(page).getByText('Demo is connected.').waitFor()

    await context.clearCookies()
    await setTokenCookie(context, url, second.token)
    await open('/en/profile/security')
    await connect(page).click()
    await answerProvider(page, { name })
    await toasts(page).getByText('already bound to another account').waitFor()
    await connect(page).waitFor()

    await context.clearCookies()
    await setTokenCookie(context, url, first.token)
    await open('/en/profile/security')
    await page.getByRole('button', { name: 'Disconnect Demo' }).waitFor()
  },
)

test.describe('with a second provider, which is down', () => {
  let product: Product
  test.beforeAll(async () => {
    product = await startProduct({
      HUMAN_CHECK: 'off',
      OAUTH_GONE_CLIENT_ID: 'x',
      OAUTH_GONE_SECRET: 'x',
      OAUTH_GONE_ISSUER: `http://127.0.0.1:${await freePort()}`,
    })
  })
  test.afterAll(() => product?.close())
  test.use({ url: provide(() => product.url) })

  test(
    'explains a rejected, unreachable or foreign social sign-in above a form that works',
    FULL,
    async ({ page, context, url, open, newVisitor, expectConsole }) => {
      expectConsole(/status of 4\d\d|ERR_FAILED/)
      const person = await newPerson(url)
      await open('/en/login')
      await chooseChannel(page)
      await answerProvider(page, { name: newName() }, 'refuse')
      const refusal = page.getByRole('alert').filter({ hasText: 'Demo could not log you in' })
      await page.getByRole('button', { name: 'Continue with Demo' }).waitFor()
      const terms = page.locator('main input[name=agreement]')
      if (await terms.isVisible()) await terms.check()
      await refusal.getByRole('button', { name: 'Try again' }).click()
      await answerProvider(page, { name: newName() }, 'refuse')
      await refusal.waitFor()

      await chooseChannel(page, 'Gone')
      await page.getByRole('alert').getByText('Gone is not responding.').waitFor()

      // The last redirect of another person's sign-in, sent as a link before it was used.
      const otherVisitor = await newVisitor()
      let landing = ''
      await otherVisitor.context.route('**/v1/oauth/result', route => route.abort())
      otherVisitor.context.on('response', response => {
        const { location = '' } = response.headers()
        if (location.includes('/authcb')) landing = new URL(location, url).href
      })
      await otherVisitor.open('/en/login')
      await chooseChannel(otherVisitor.page)
      await answerProvider(otherVisitor.page, { name: newName() })
      await expect.poll(() => landing).toContain('#')
      await page.goto(landing)
      await page.getByRole('alert').getByText('this step was started in another window').waitFor()
      expect(page.url()).not.toContain('#')
      expect(await tokenCookie(context)).toBeUndefined()

      await signIn(page, person)
      await waitForPath(page, '/en/profile')
    },
  )
})

/** The portal in a frame of another site, as a host shows it. */
async function embed(page: Page, url: string, query = ''): Promise<Frame> {
  await page.goto(`http://host.other.localhost:${new URL(url).port}/docs/start.en.js`)
  const frame = page.waitForEvent('frameattached')
  await page.evaluate(address => {
    document.body.innerHTML = `<iframe style="width:480px;height:700px" src="${address}"></iframe>`
  }, `${url}/en/login?md=win${query}`)
  const found = await frame
  await found.locator('main input[name=agreement]').waitFor()
  await found.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__reactProps')),
  )
  return found
}
const chooseIn = async (frame: Frame) => {
  await frame.locator('main input[name=agreement]').check()
  await frame.getByRole('button', { name: 'Continue with Demo' }).click()
}

for (const thirdPartyCookies of ['allowed', 'blocked'] as const) {
  test.describe(() => {
    test.use({ thirdPartyCookies, extraHTTPHeaders: {} })
    test(
      `opens the provider in a window beside a host and continues in the frame, third-party cookies ${thirdPartyCookies}`,
      FULL,
      async ({ page, context, url }) => {
        const frame = await embed(page, url)
        // The window is closed without an answer: the button works again.
        let [popup] = await Promise.all([context.waitForEvent('page'), chooseIn(frame)])
        await popup.locator('input[name=name]').waitFor()
        await popup.close()
        const button = frame.getByRole('button', { name: 'Continue with Demo' })
        await expect.poll(() => button.isEnabled()).toBe(true)

        const mailbox = newEmail()
        ;[popup] = await Promise.all([context.waitForEvent('page'), button.click()])
        await Promise.all([
          popup.waitForEvent('close'),
          answerProvider(popup, { name: newName(), email: mailbox }),
        ])
        await waitForWelcome(frame)
        expect(new URL(page.url()).hostname, 'the host stays where it is').toBe('host.other.localhost')
        expect(new URL(frame.url()).searchParams.get('md')).toBe('win')
        await pressContinue(frame)
        await frame.waitForURL(address => !address.searchParams.has('step'))

        // The session works in the frame. Its cookie is partitioned where third-party cookies are blocked.
        const cookies = await context.cookies()
        const tokenCookies = cookies.filter(({ name, value }) => name === 'utoken' && value !== '')
        const partitions = tokenCookies.map(
          cookie => 'partitionKey' in cookie && cookie.partitionKey !== undefined,
        )
        expect(partitions).toContain(thirdPartyCookies === 'blocked')
        await frame.goto(`${url}/en/profile?md=win`)
        await frame.getByText(mailbox).first().waitFor()
      },
    )
  })
}

test('continues in the same window when the browser blocks the new one', FULL, async ({ page, url }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(`${url}/en/login?md=win`)
  await waitForHydration(page)
  await chooseChannel(page)
  await page.getByRole('alert').getByText('Your browser blocked the new window.').waitFor()
  await page.getByRole('button', { name: 'Continue here' }).click()
  await answerProvider(page, { name: newName() })
  await waitForWelcome(page)
  expect(new URL(page.url()).searchParams.get('md')).toBe('win')
})
