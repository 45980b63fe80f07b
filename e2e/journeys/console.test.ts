/** The console of operators: enrol, search, explain, mend, reveal, approve, and what a hostile customer can do to it. */

import type { BrowserContext, Page } from '@playwright/test'
import { addAuthenticator } from '../lib/authenticator.ts'
import { freePort } from '../lib/free-port.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, test } from '../lib/test.ts'
import { findViolations } from '../screens/check-accessibility.ts'

let product: Product
let origin: string
test.beforeAll(async () => {
  const port = String(await freePort())
  product = await startProduct({
    CONSOLE_HOST: `console.localhost:${port}`,
    CONSOLE_PORT: port,
    HUMAN_CHECK: 'off',
  })
  origin = `http://console.localhost:${port}`
})
test.afterAll(() => product?.close())

const DEMO = 'maker@demo.example'
const secondLink = (): string =>
  /http:\/\/console\.localhost:\d+\/enroll#[\w-]+/.exec(product.output())?.[0] ?? ''
const why = async (page: Page, reason: string, number?: string) => {
  await page.getByLabel('Reason').fill(reason)
  if (number !== undefined) await page.getByLabel('Case number').fill(number)
}
const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click()

async function enroll(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('heading', { name: 'Search' }).waitFor()
  return page
}

/** The address bar and the title do not contain what was typed, because browsers keep both in their history. */
async function expectWithoutTyped(page: Page, typed: string): Promise<void> {
  const shown = decodeURIComponent(page.url()) + (await page.title())
  expect(shown).not.toContain(typed)
  expect(shown).not.toContain('@')
}

async function openPerson(page: Page, query: string): Promise<void> {
  await goTo(page, 'Search')
  await page.getByLabel('What the customer reads out').fill(query)
  await page.keyboard.press('Enter')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await expectWithoutTyped(page, query)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Why doesn’t it work?' }).waitFor()
}

/** What an operator types stays out of the address bar. A reload still shows it. */
async function expectPrivateAddresses(page: Page): Promise<void> {
  const nobody = 'nobody.of.this.installation@demo.example'
  for (const start of [`/?q=${nobody}`, `/people/${nobody}`, `/audit?who=${nobody}`]) {
    await page.goto(origin + start)
    await expect.poll(() => page.url()).toContain('typed-')
    await expectWithoutTyped(page, nobody)
  }
  await page.goto(`${origin}/?q=${nobody}`)
  await page.getByRole('link', { name: nobody }).click()
  await page.getByRole('heading', { name: 'Why doesn’t it work?' }).waitFor()
  await expectWithoutTyped(page, nobody)
  await page.reload()
  await page.getByText(`kerf explain ${nobody}`).waitFor()
  await expectWithoutTyped(page, nobody)
}

test('an operator enrols, finds a person, explains, mends, reveals, and a second one approves', async ({
  context,
  newVisitor,
  expectConsole,
}) => {
  // Before the login nobody is logged in; a pending approval and a missing reason are answers that are no success.
  expectConsole(/401|422|400|202/)
  const page = await enroll(context, origin)
  // The address no longer contains the invitation, and no script reads the session.
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.evaluate(() => document.cookie)).not.toContain('kerf_console=')
  await expectPrivateAddresses(page)

  // A limit: wrong passwords until the account needs a human check.
  for (let index = 0; index < 6; index++)
    await fetch(`${product.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.url },
      body: JSON.stringify({ email: DEMO, password: `wrong-password-${index}`, agreement: true }),
    })
  await openPerson(page, 'maker@demo')
  await page.getByRole('tab', { name: 'Limits' }).click()
  await page.getByText('Wrong passwords in').first().waitFor()
  await page.getByRole('button', { name: 'Lift limits' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Lift limits' }).click()
  await dialog.getByText('Required').first().waitFor()
  await why(page, 'called back', '4711')
  await expect(dialog.getByText(/kerf user limits lift .* --case 4711 --reason 'called back'/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Lift limits' }).click()
  await page.getByText('Nothing here yet').waitFor()

  // Masked, then revealed for a reason.
  await page.getByRole('tab', { name: 'Facts' }).click()
  await expect(page.getByText(DEMO)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show full addresses' }).click()
  await why(page, 'to call back')
  await page.getByRole('dialog').getByRole('button', { name: 'Show full addresses' }).click()
  await page.getByText(DEMO).waitFor()
  await page.getByRole('tab', { name: 'History and notes' }).click()
  await page.getByText('user.reveal').waitFor()

  // More than 10,000 codes: another operator approves in a session of their own.
  await goTo(page, 'Codes')
  const create = async () => {
    await page.getByRole('button', { name: 'Create codes' }).first().click()
    await page.getByLabel('Benefit').selectOption({ index: 1 })
    await page.getByLabel('How many').fill('10001')
    await why(page, 'trade fair')
    await page.getByRole('dialog').getByRole('button', { name: 'Create codes' }).click()
  }
  await create()
  await page.getByText('Waiting for another operator').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'See approvals' }).click()
  await page.getByRole('button', { name: 'Reject' }).waitFor()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const other = await newVisitor()
  const second = await enroll(other.context, secondLink())
  await goTo(second, 'Approvals')
  await second.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('cell', { name: 'Approved', exact: true }).waitFor()
  await goTo(page, 'Codes')
  await create()
  await page.getByText('These codes are shown once').waitFor()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('10,001').first().waitFor()

  // By keyboard alone, to a screen whose address a colleague can open.
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Name of a screen, or what the customer reads out')).toBeFocused()
  await page.keyboard.type('Audit')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit' }).waitFor()
  await page.getByLabel('Operator').fill('demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/operator=demo/)
  await page.getByText('codes.created').waitFor()

  // What was typed leaves with the session.
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in to the console' }).waitFor()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('nobody')

  // An operator who leaves is out at the next call.
  await product.kerf('operator', 'remove', 'second', '--yes')
  await goTo(second, 'Overview')
  await second.getByRole('heading', { name: 'Log in to the console' }).waitFor()
})

const HOSTILE = `<img src=x onerror="document.title='xss'"><script>document.title='xss'</script>`

test(
  'what customers wrote is text, in every list that shows it',
  FULL,
  async ({ newVisitor, expectConsole }) => {
    expectConsole(/401/)
    const { context } = await newVisitor()
    const { link } = (await product.kerf('operator', 'invite', '--name', 'xss', '--role', 'owner')) as {
      link: string
    }
    const page = await enroll(context, link)
    await product.kerf(
      'app',
      'create',
      '--code',
      'hostile',
      '--name',
      HOSTILE,
      '--origin',
      'https://app.example',
    )
    await product.kerf(
      ...[
        'message',
        'send',
        '--audience',
        'all',
        '--category',
        'system',
        '--title-en',
        HOSTILE,
        '--body-en',
        HOSTILE,
      ],
      ...['--title-zh', HOSTILE, '--body-zh', HOSTILE, '--reason', 'trial', '--yes'],
    )
    for (const [screen, text] of [
      ['Apps', HOSTILE],
      ['Messages', HOSTILE],
    ] as const) {
      await goTo(page, screen)
      await page.getByText(text).first().waitFor()
      expect(await page.title()).not.toBe('xss')
      expect(await page.locator('main img, main script').count()).toBe(0)
    }
  },
)

const SCREENS = [
  'Search',
  'Overview',
  'Messages',
  'Announcements',
  'Codes',
  'Apps',
  'Machines',
  'Banned networks',
  'Approvals',
  'Audit',
  'Operators',
]

test(
  'every screen has no violation of the accessibility rules, in both themes and languages',
  FULL,
  async ({ newVisitor, expectConsole }) => {
    expectConsole(/401/)
    const { context } = await newVisitor()
    const { link } = (await product.kerf('operator', 'invite', '--name', 'axe', '--role', 'owner')) as {
      link: string
    }
    const page = await enroll(context, link)
    const found: string[] = []
    const check = async (name: string) =>
      found.push(...(await findViolations(page)).map(one => `${name}: ${one}`))
    for (const theme of ['Light', 'Dark']) {
      await page.getByRole('button', { name: theme, exact: true }).click()
      for (const screen of SCREENS) {
        await goTo(page, screen)
        await page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor()
        await waitForSettled(page)
        await check(`${screen} ${theme}`)
      }
    }
    await openPerson(page, 'maker@demo')
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await waitForSettled(page)
      await check(`person ${await tab.textContent()}`)
    }
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByText('控制台').first().waitFor()
    await check('person zh')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh')
    expect(found).toEqual([])
  },
)
