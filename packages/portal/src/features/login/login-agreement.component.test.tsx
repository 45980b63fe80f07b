/** The box for the legal documents, or the line in its place. */
import { ApiError } from '@kerf/contract/client/client'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToken } from '../../lib/token/token-updates.ts'
import { storeNonce } from '../../parts/verification-code/nonce-storage.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { LoginForm } from './login-form.tsx'

beforeEach(() => {
  showTestPage()
  storeRequestedCode()
})
afterEach(() => {
  delete document.documentElement.dataset.agreed
  clearToken()
})

/** A code that was requested before. */
function storeRequestedCode() {
  const now = Date.now()
  storeNonce('login', 'ada@example.com', { nonce: 'nonce', requestedAt: now, resendAt: now })
}

async function show() {
  const network = stubNetwork()
  network.answer(probeCookies, () => ({ seen: false, domain: '' }))
  const onSignedIn = vi.fn(async () => {})
  const screen = await render(
    <TestRouter>
      <LoginForm onSignedIn={onSignedIn} />
    </TestRouter>,
  )
  const box = screen.getByRole('checkbox', { name: /I have read/ })
  const submit = screen.getByRole('button', { name: 'Log in', exact: true })
  return { network, screen, box, submit, onSignedIn }
}

const session = () => ({ utoken: 'token-of-ada', uid: 'u-1' }) as never

async function fillPassword({ screen }: Pick<Awaited<ReturnType<typeof show>>, 'screen'>) {
  await screen.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await screen.getByRole('textbox', { name: 'Password', exact: true }).fill('cut-along-42')
}

test('a new browser asks by a box, and passing it by is no error', async () => {
  const page = await show()
  const sent = page.network.answer(login, session)
  await expect.element(page.screen.getByText(/By logging in you agree/)).not.toBeVisible()
  await fillPassword(page)
  page.box.element().focus()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(page.box).not.toHaveAttribute('aria-invalid')
  await page.submit.click()
  await expect.element(page.box).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await page.box.click()
  await page.submit.click()
  await expect.poll(() => page.onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ agreement: true }])
})

test('a browser whose last person agreed shows a line and sends no agreement', async () => {
  document.documentElement.dataset.agreed = ''
  const page = await show()
  const sent = page.network.answer(login, session)
  await expect.element(page.screen.getByText(/By logging in you agree/)).toBeVisible()
  await expect.element(page.box).not.toBeInTheDocument()
  await fillPassword(page)
  await page.submit.click()
  await expect.poll(() => page.onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ agreement: 'ask' }])
})

test('an account that has not agreed is asked in place, and nothing typed is lost', async () => {
  document.documentElement.dataset.agreed = ''
  const page = await show()
  const sent = page.network.answer(login, ({ agreement }) => {
    if (agreement !== true) throw new ApiError('agreement_required')
    return session()
  })
  await fillPassword(page)
  await page.submit.click()
  await expect.element(page.box).toHaveFocus()
  await expect.element(page.screen.getByText(/has not agreed to the current terms/)).toBeVisible()
  await expect.element(page.box).not.toBeChecked()
  await page.box.click()
  await page.submit.click()
  await expect.poll(() => page.onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ agreement: 'ask' }, { agreement: true, password: 'cut-along-42' }])
})

test('six digits send themselves where nothing else is missing', async () => {
  const page = await show()
  const sent = page.network.answer(loginByVerificationCode, session)
  await page.screen.getByRole('tab', { name: 'Email code' }).click()
  await page.screen.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  const code = page.screen.getByRole('textbox', { name: 'Verification code' })
  await code.fill('123456')
  await expect.element(page.box).not.toHaveAttribute('aria-invalid')
  expect(sent).toEqual([])
  await page.box.click()
  await code.fill('')
  await code.fill('654321')
  await expect.poll(() => page.onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ captcha: '654321', nonce: 'nonce' }])
})

test('a wrong password offers a reset and a code in place, and the notice leaves with the tab', async () => {
  const page = await show()
  page.network.answer(login, () => {
    throw new ApiError('incorrect_account')
  })
  await fillPassword(page)
  await page.box.click()
  await page.submit.click()
  const notice = page.screen.getByRole('alert')
  await expect.element(notice.getByRole('link', { name: 'Reset password' })).toBeInTheDocument()
  await expect.element(page.screen.getByRole('textbox', { name: 'Password', exact: true })).toHaveFocus()
  // It does not say which of the two is wrong.
  for (const name of ['Email', 'Password']) {
    const field = page.screen.getByRole('textbox', { name, exact: true })
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(/Incorrect account or password\./)
  }
  await notice.getByRole('button', { name: 'Use an email code' }).click()
  await expect.element(page.screen.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  const email = page.screen.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toHaveValue('ada@example.com')
  await expect.element(email).toHaveFocus()
})

test('a refusal that comes late leaves the focus in another field', async () => {
  const page = await show()
  const answered = Promise.withResolvers<never>()
  const sent = page.network.answer(login, () => answered.promise)
  await fillPassword(page)
  await page.box.click()
  await page.submit.click()
  await expect.poll(() => sent).toHaveLength(1)
  const email = page.screen.getByRole('textbox', { name: 'Email' })
  await email.click()
  answered.reject(new ApiError('incorrect_account'))
  const notice = page.screen.getByRole('alert')
  await expect.element(notice.getByRole('link', { name: 'Reset password' })).toBeInTheDocument()
  await expect.element(email).toHaveFocus()
})

test('too many wrong passwords show the minutes to wait and offer a code in place', async () => {
  const page = await show()
  page.network.answer(login, () => {
    throw new ApiError('too_many_requests', { retryAfter: 170 })
  })
  await fillPassword(page)
  await page.box.click()
  await page.submit.click()
  const notice = page.screen.getByRole('alert')
  await expect
    .element(notice)
    .toHaveTextContent('Too many attempts. Try again in 3 min. Log in with an email code instead')
  await notice.getByRole('button', { name: 'Log in with an email code instead' }).click()
  await expect.element(page.screen.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
  await expect.element(page.screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
})

test('too many codes show the minutes to wait, and the code stays in its field', async () => {
  const page = await show()
  let tries = 0
  const sent = page.network.answer(loginByVerificationCode, () => {
    if (tries++ === 0) throw new ApiError('too_many_requests', { retryAfter: 170 })
    return session()
  })
  await page.screen.getByRole('tab', { name: /^Email code/ }).click()
  await page.screen.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.box.click()
  const code = page.screen.getByRole('textbox', { name: 'Verification code' })
  await code.fill('654321')
  const notice = page.screen.getByRole('alert')
  await expect.element(notice).toHaveTextContent('Too many attempts. Try again in 3 min.')
  // The code is the way that a limit of passwords offers.
  await expect.element(notice.getByRole('button')).not.toBeInTheDocument()
  await expect.element(code).toHaveValue('654321')
  await expect.element(code).not.toHaveAttribute('aria-invalid')
  await page.submit.click()
  await expect.poll(() => page.onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ captcha: '654321' }, { captcha: '654321' }])
})
