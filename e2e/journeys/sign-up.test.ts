import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  agreement,
  arrivesAt,
  code,
  createAccount,
  email,
  focused,
  getCode,
  messageOf,
  password,
  showsPerson,
} from '../lib/forms.ts'
import { journey, PHONE } from '../lib/journey.ts'
import { codeFor } from '../lib/mailbox.ts'
import { DEMO, newEmail } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'

// As it comes: the human check is the slider.
let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())
const productUrl = () => product.url

const slider = (page: Page) => page.getByRole('slider', { name: 'Guide the laser along the line' })

async function finish(page: Page, url: string, address: string) {
  await expect.poll(() => focused(page)).toBe('Verification code')
  await page.keyboard.type(await codeFor(url, address))
  await password(page).fill('cut-along-77')
  await agreement(page).check()
  await createAccount(page).click()
  await arrivesAt(page, '/en/profile')
  await showsPerson(page, address)
}

journey(
  'a new person leads the laser with the mouse, gets a code and signs up',
  async ({ page, url, open }) => {
    const address = newEmail()
    await open('/en/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await email(page).fill(address)
    await getCode(page).click()
    // A trial waits until the slider lies still and takes the mouse.
    await slider(page).hover({ trial: true })
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('the slider is not to be seen')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.08, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.97, y, { steps: 12 })
    await page.mouse.up()
    await page.getByText('A clean cut. Thank you!').waitFor()
    await finish(page, url, address)
  },
  { productUrl },
)

journey(
  'the slider obeys the keyboard alone',
  async ({ page, url, open }) => {
    const address = newEmail()
    await open('/en/register')
    await email(page).fill(address)
    await getCode(page).focus()
    await page.keyboard.press('Enter')
    await slider(page).waitFor()
    await expect.poll(() => focused(page)).toContain('Guide the laser')
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await finish(page, url, address)
  },
  { productUrl, ...PHONE },
)

journey(
  'a human check that is given up sends no code and gives the focus back',
  async ({ page, open }) => {
    await open('/en/register')
    await email(page).fill(newEmail())
    await getCode(page).click()
    await slider(page).waitFor()
    await page.keyboard.press('Escape')
    await slider(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Get code/)
    expect(await page.getByRole('alert').count()).toBe(0)
  },
  { productUrl },
)

journey('an email with an account leads to the login', async ({ page, open, expectConsole }) => {
  expectConsole(/\/v1\/verify\/email/)
  await open('/en/register')
  await email(page).fill(DEMO.email)
  await getCode(page).click()
  await expect.poll(() => messageOf(page, 'Email')).toBe('An account with this email already exists.')
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click()
  await arrivesAt(page, '/en/login')
  await expect.poll(() => email(page).inputValue()).toBe(DEMO.email)
})

journey('sign-up names every fault beside its field', async ({ page, url, open, expectConsole }) => {
  expectConsole(/\/v1\/register/)
  const address = newEmail()
  await open('/en/register')
  await createAccount(page).click()
  await expect.poll(() => messageOf(page, 'Email')).toBe('Please enter your email')
  expect(await messageOf(page, 'Verification code')).toBe('Please enter the verification code')
  await email(page).fill(address)
  await code(page).fill('123456')
  await password(page).fill('12345')
  await createAccount(page).click()
  await expect.poll(() => messageOf(page, 'Verification code')).toBe('Get a code first')
  expect(await messageOf(page, 'Password')).toBe('Password must be 6 to 20 characters')
  await getCode(page).click()
  await code(page).fill(await codeFor(url, address))
  await password(page).fill('password')
  await agreement(page).check()
  await createAccount(page).click()
  await expect
    .poll(() => messageOf(page, 'Password'))
    .toBe('This password is too easy to guess. Choose another one.')
  await password(page).fill('cut-along-77')
  await createAccount(page).click()
  await arrivesAt(page, '/en/profile')
})
