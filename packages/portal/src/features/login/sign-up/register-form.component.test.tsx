import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { createHumanChallenge, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { getPageContext, setPageContext } from '../../../lib/page/page-context.ts'
import { storeNonce } from '../../../parts/verification-code/nonce-storage.ts'
import { fakePasskeys } from '../../../test/fake-passkeys.ts'
import { stubNetwork } from '../../../test/stub-network.ts'
import { showTestPage } from '../../../test/test-page.ts'
import { TestRouter } from '../../../test/test-router.tsx'
import { RegisterForm } from './register-form.tsx'

const renderForm = () =>
  render(
    <TestRouter>
      <RegisterForm title="Sign up" onSignedIn={async () => {}} />
    </TestRouter>,
  )

test('the last step offers a passkey at once, so that nothing moves', async () => {
  showTestPage()
  fakePasskeys()
  stubNetwork().answer(probeCookies, () => ({ seen: false, domain: '' }))
  const requestedAt = Date.now()
  // The code was mailed a moment ago.
  storeNonce('register', 'ada@example.com', { nonce: 'n', requestedAt, resendAt: requestedAt + 60_000 })
  const screen = await renderForm()
  const offer = screen.getByRole('button', { name: 'Use a passkey instead of a password' })
  await screen.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.com')
  const login = screen.getByRole('link', { name: 'Log in' })
  await expect.element(login).toBeVisible()
  await screen.getByRole('button', { name: 'Continue' }).click()
  const code = screen.getByRole('textbox', { name: 'Verification code' })
  await expect.element(code).toBeVisible()
  // From here on nothing that waits for a time comes. (`expect.element` would move fake timers on.)
  const timers = vi.spyOn(window, 'setTimeout').mockReturnValue(0 as never)
  onTestFinished(() => timers.mockRestore())
  // The last digit leads to the password.
  await code.fill('123456')
  await expect.element(offer).toBeVisible()
  // The agreement is after the password, above both ways to create the account. No link leads elsewhere.
  const agreement = screen.getByRole('checkbox', { name: /^I have read and agree/ })
  await expect.element(agreement).toBeVisible()
  const password = screen.getByLabelText('Password', { exact: true })
  const create = screen.getByRole('button', { name: 'Create account' })
  const all = [...screen.container.querySelectorAll('input, button')]
  const places = [password, agreement, create, offer].map(control => all.indexOf(control.element()))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  await expect.element(login).not.toBeInTheDocument()
})

test('sends the code to an address that is typed right after the page was opened, whatever was sent before', async () => {
  showTestPage()
  const network = stubNetwork()
  network.answer(probeCookies, () => ({ seen: false, domain: '' }))
  const asked: string[] = []
  network.answer(verifyEmail, ({ email }) => {
    asked.push(email)
    return new Promise<never>(() => {})
  })
  const requestedAt = Date.now()
  // Until an address is typed, the wait is that of the last one.
  storeNonce('register', 'ada@example.com', { nonce: 'n', requestedAt, resendAt: requestedAt + 60_000 })
  const screen = await renderForm()
  await screen.getByRole('textbox', { name: 'Email', exact: true }).fill('bo@example.com')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => asked).toEqual(['bo@example.com'])
})

test('the human check is the step, and the way back ends it', async () => {
  showTestPage()
  const context = getPageContext()
  setPageContext({ ...context, data: { ...context.data, human: { kind: 'slider' } } })
  const network = stubNetwork()
  network.answer(probeCookies, () => ({ seen: false, domain: '' }))
  network.answer(verifyEmail, () => ({ nonce: 'n'.repeat(43) }))
  network.answer(createHumanChallenge, () => new Promise<never>(() => {}))
  const screen = await renderForm()
  const email = screen.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('bo@example.com')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const slider = screen.getByRole('slider')
  await expect.element(slider).toHaveFocus()
  await expect.element(screen.getByRole('heading', { name: 'Show that you’re human' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(slider).not.toBeInTheDocument()
  await expect.element(email).toHaveFocus()
})
