import type { Page } from '@playwright/test'
import {
  agreement,
  code,
  createAccount,
  email,
  fieldMessage,
  focusedLabel,
  getCode,
  goOn,
  openSignUp,
  password,
  startSignUp,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { codeFor } from '../lib/mailbox.ts'
import { DEMO, newEmail } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, FULL, PHONE, provide, test } from '../lib/test.ts'

const slider = (page: Page) => page.getByRole('slider', { name: 'Guide the laser along the line' })

async function finish(page: Page, url: string, address: string) {
  await expect.poll(() => focusedLabel(page)).toBe('Verification code')
  await page
    .getByText(/^We sent a code to/)
    .first()
    .waitFor()
  await page.keyboard.type(await codeFor(url, address))
  await expect.poll(() => focusedLabel(page)).toBe('Password')
  await page.keyboard.type('cut-along-77')
  await agreement(page).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Welcome to/ }).waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await waitForPath(page, '/en/profile')
  await waitForPerson(page, address)
}

test.describe('with the human check', () => {
  let product: Product
  test.beforeAll(async () => {
    product = await startProduct()
  })
  test.afterAll(() => product?.close())
  test.use({ url: provide(() => product.url) })

  test('signs up with the mouse on the slider and a code', async ({ page, url, open }) => {
    const address = newEmail()
    await open('/en/login')
    await openSignUp(page)
    await startSignUp(page, address)
    // A trial waits until the slider no longer moves and receives pointer events.
    await slider(page).hover({ trial: true })
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('the slider is not visible')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.08, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.97, y, { steps: 12 })
    await page.mouse.up()
    await page.getByText('A clean cut. Thank you!').waitFor()
    await finish(page, url, address)
  })

  test.describe(() => {
    test.use(PHONE)
    test('completes the slider with the keyboard alone', FULL, async ({ page, url, open }) => {
      const address = newEmail()
      await open('/en/register')
      await email(page).fill(address)
      await page.keyboard.press('Enter')
      await slider(page).waitFor()
      await expect.poll(() => focusedLabel(page)).toContain('Guide the laser')
      for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('End')
      await finish(page, url, address)
    })
  })

  test(
    'cancels the human check without a code, then cuts by one button',
    FULL,
    async ({ page, url, open }) => {
      const address = newEmail()
      await open('/en/register')
      await startSignUp(page, address)
      await slider(page).waitFor()
      await page.keyboard.press('Escape')
      await slider(page).waitFor({ state: 'detached' })
      await expect.poll(() => focusedLabel(page)).toBe('Continue')
      expect(await page.getByRole('alert').count()).toBe(0)
      await getCode(page).click()
      await page.getByRole('button', { name: 'Cut without dragging' }).click()
      await finish(page, url, address)
    },
  )
})

test('leads an email with an account to the login page', FULL, async ({ page, open, expectConsole }) => {
  expectConsole(/\/v1\/verify\/email/)
  await open('/en/register')
  await startSignUp(page, DEMO.email)
  await expect.poll(() => fieldMessage(page, 'Email')).toBe('An account with this email already exists.')
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click()
  await waitForPath(page, '/en/login')
  await expect.poll(() => email(page).inputValue()).toBe(DEMO.email)
})

test(
  'names every error of the sign-up form beside its field',
  FULL,
  async ({ page, url, open, expectConsole }) => {
    expectConsole(/\/v1\/register/)
    const address = newEmail()
    // An address that must not be followed does not replace the welcome.
    await open('/en/register?r=https%3A%2F%2Fstranger.example%2F')
    await goOn(page).click()
    await expect.poll(() => fieldMessage(page, 'Email')).toBe('Please enter your email')
    await expect.poll(() => focusedLabel(page)).toBe('Email')
    await startSignUp(page, address)
    const received = await codeFor(url, address)
    await goOn(page).click()
    await expect
      .poll(() => fieldMessage(page, 'Verification code'))
      .toContain('Please enter the verification code')
    await code(page).fill(received === '123456' ? '654321' : '123456')
    await agreement(page).check()
    await createAccount(page).click()
    await expect.poll(() => fieldMessage(page, 'Password')).toBe('Please enter your password')
    await password(page).fill('12345')
    await createAccount(page).click()
    await expect.poll(() => fieldMessage(page, 'Password')).toBe('Password must be 6 to 20 characters')
    await password(page).fill('cut-along-77')
    await createAccount(page).click()
    // The step of the wrong code, with its field; the password is kept.
    await expect.poll(() => focusedLabel(page)).toBe('Verification code')
    await expect.poll(() => fieldMessage(page, 'Verification code')).toContain('Incorrect verification code')
    await code(page).fill(received)
    await expect.poll(() => password(page).inputValue()).toBe('cut-along-77')
    await password(page).fill('password')
    await createAccount(page).click()
    await expect
      .poll(() => fieldMessage(page, 'Password'))
      .toBe('This password or a similar one is very common. Choose another one.')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => email(page).inputValue()).toBe(address)
    await goOn(page).click()
    await goOn(page).click()
    await password(page).fill('cut-along-77')
    await createAccount(page).click()
    await page.getByRole('heading', { name: /^Welcome to/ }).waitFor()
    await page.getByRole('link', { name: /^Safety training/ }).click()
    await waitForPath(page, '/en/profile/training')
  },
)
