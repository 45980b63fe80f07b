import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { findPassword } from '@kerf/contract/endpoints/password'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { clearToken } from '../../lib/token/token-updates.ts'
import { storeNonce } from '../../parts/verification-code/nonce-storage.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { FindPasswordForm } from './find-password-form.tsx'

test('leads from the first step to the second email, and back to the first one', async () => {
  showTestPage()
  stubNetwork()
  const requestedAt = Date.now()
  storeNonce('findpwd', 'ada@example.com', { nonce: 'first', requestedAt, resendAt: requestedAt + 60_000 })
  const screen = await render(
    <TestRouter>
      <FindPasswordForm business={false} onSignedIn={async () => {}} />
    </TestRouter>,
  )
  const lost = screen.getByRole('button', { name: 'Can’t open your email?' })
  const email = screen.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('')
  await lost.click()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@example.com')
  await lost.click()
  const second = screen.getByRole('textbox', { name: 'Second email' })
  await expect.element(second).toHaveFocus()
  await screen.getByRole('button', { name: 'Back' }).click()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
  await expect.element(second).not.toBeInTheDocument()
})

test('recovers by the second email of a person who cannot read the first mailbox', async () => {
  showTestPage()
  const network = stubNetwork()
  network.answer(probeCookies, () => ({ seen: false, domain: '' }))
  const sent = network.answer(findPassword, () => ({ utoken: 'token-of-ada', uid: 'u-1' }) as never)
  const requestedAt = Date.now()
  const requested = { requestedAt, resendAt: requestedAt + 60_000 }
  // A code was mailed to each a minute ago. That for the first mailbox is no code for the second one.
  storeNonce('findpwd', 'ada@example.com', { nonce: 'first', ...requested })
  storeNonce('findpwd', 'ada@example.com b@example.com', { nonce: 'second', ...requested })
  const onSignedIn = vi.fn(async () => {})
  const screen = await render(
    <TestRouter>
      <FindPasswordForm business={false} onSignedIn={onSignedIn} />
    </TestRouter>,
  )
  await screen.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.com')
  const goOn = screen.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await screen.getByRole('button', { name: 'I can’t read mail at this address' }).click()
  const second = screen.getByRole('textbox', { name: 'Second email' })
  await expect.element(second).toHaveFocus()
  await goOn.click()
  await expect.element(second).toHaveAttribute('aria-invalid', 'true')
  await second.fill('b@example.com')
  // The last digit leads to the password.
  await screen.getByRole('textbox', { name: 'Verification code' }).fill('123456')
  for (const name of ['New password', 'Confirm new password'])
    await screen.getByRole('textbox', { name, exact: true }).fill('engrave-88')
  await screen.getByRole('button', { name: 'Set password and log in' }).click()
  await expect.poll(() => onSignedIn).toHaveBeenCalled()
  expect(sent).toEqual([
    {
      ...{ email: 'ada@example.com', secondEmail: 'b@example.com', captcha: '123456' },
      ...{ nonce: 'second', password: 'engrave-88', agreement: expect.anything() },
    },
  ])
  clearToken()
})
