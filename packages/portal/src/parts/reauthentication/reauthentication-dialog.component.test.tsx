import { ApiError } from '@kerf/contract/client/client'
import { reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FullInfo } from '../../lib/session/account.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

const ADA = { uid: 'u-1', email: 'ada@example.com', enterpriseUser: null } as FullInfo

const setUp = async (hasPassword = true, hasPasskey = false) => {
  showTestPage()
  const network = stubNetwork()
  const [onReauthenticated, onCancel] = [vi.fn(), vi.fn()]
  const screen = await render(
    <ReauthenticationDialog
      info={{ ...ADA, hasPassword, passkeys: hasPasskey ? 1 : 0 }}
      onReauthenticated={onReauthenticated}
      onCancel={onCancel}
    />,
  )
  const dialog = screen.getByRole('dialog', { name: 'Confirm it’s you' })
  return {
    network,
    onReauthenticated,
    onCancel,
    dialog,
    password: dialog.getByLabelText('Password', { exact: true }),
    confirm: dialog.getByRole('button', { name: 'Confirm' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  }
}

test('starts in the password field and confirms with Enter', async () => {
  const { network, password, onReauthenticated, onCancel } = await setUp()
  const inputs = network.answer(reauthenticate, () => ({ companion: 'c' }))
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('correct horse{Enter}')
  await expect.poll(() => onReauthenticated).toHaveBeenCalledOnce()
  expect(inputs).toEqual([{ password: 'correct horse' }])
  expect(onCancel).not.toHaveBeenCalled()
})

test('sends nothing without a password', async () => {
  const { password, confirm, onReauthenticated } = await setUp()
  await confirm.click()
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveFocus()
  expect(onReauthenticated).not.toHaveBeenCalled()
})

test('shows a wrong password beside the field, which keeps its text and gets the focus', async () => {
  const { network, dialog, password, confirm, onReauthenticated } = await setUp()
  network.answer(reauthenticate, () => {
    throw new ApiError('incorrect_password')
  })
  await password.fill('wrong horse')
  await confirm.click()
  await expect.element(password).toHaveAccessibleDescription('Incorrect password.')
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveValue('wrong horse')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  expect(onReauthenticated).not.toHaveBeenCalled()
})

test('shows an error of the server above the buttons', async () => {
  const { network, dialog, password, confirm } = await setUp()
  network.answer(reauthenticate, () => {
    throw new ApiError('system')
  })
  await password.fill('correct horse')
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('System error')
  await expect.element(password).not.toHaveAttribute('aria-invalid')
})

test('cannot be closed or sent twice while it is pending', async () => {
  const { network, dialog, password, confirm, cancel, onReauthenticated, onCancel } = await setUp()
  const answer = Promise.withResolvers<{ companion: string }>()
  const inputs = network.answer(reauthenticate, () => answer.promise)
  await password.fill('correct horse')
  await confirm.click()
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
  await expect.element(cancel).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Enter}')
  expect(onCancel).not.toHaveBeenCalled()
  answer.resolve({ companion: 'c' })
  await expect.poll(() => onReauthenticated).toHaveBeenCalledOnce()
  expect(inputs).toHaveLength(1)
})

test('Esc cancels it', async () => {
  const { password, onCancel } = await setUp()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
})

test('an account without a password confirms with a code only', async () => {
  const { dialog, password } = await setUp(false)
  await expect.element(dialog.getByRole('button', { name: 'Get code' })).toHaveFocus()
  await expect.element(password).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: /instead$/ })).not.toBeInTheDocument()
})
