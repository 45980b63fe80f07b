import { ApiError } from '@kerf/contract/client/client'
import { changeEnterprisePassword, changePassword } from '@kerf/contract/endpoints/password'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FullInfo } from '../../lib/session/account.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { ChangePasswordDialog } from './change-password.tsx'

const setUp = async ({ business = false, hasOtherCredentials = false, account = 'ada@example.com' } = {}) => {
  showTestPage()
  const network = stubNetwork()
  const reloads = network.answer(getFullInfo, () => ({ uid: 'u-1' }) as FullInfo)
  const [onChanged, onClose] = [vi.fn(), vi.fn()]
  const screen = await render(
    <TestRouter>
      <ChangePasswordDialog
        business={business}
        hasOtherCredentials={hasOtherCredentials}
        account={account}
        onChanged={onChanged}
        onClose={onClose}
      />
    </TestRouter>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Change password' })
  const fields = {
    old: dialog.getByLabelText('Current password', { exact: true }),
    password: dialog.getByLabelText('New password', { exact: true }),
    again: dialog.getByLabelText('Confirm new password', { exact: true }),
  }
  return {
    network,
    reloads,
    onChanged,
    onClose,
    dialog,
    ...fields,
    submit: dialog.getByRole('button', { name: 'Change password' }),
    async fill({
      old = 'old horse 1',
      password = 'new horse 2',
      again = password,
    }: Partial<Record<keyof typeof fields, string>> = {}) {
      await fields.old.fill(old)
      await fields.password.fill(password)
      await fields.again.fill(again)
    },
  }
}

test('starts in the current password and changes it with Enter', async () => {
  const { network, reloads, old, fill, onChanged, onClose } = await setUp()
  const inputs = network.answer(changePassword, () => ({}))
  await expect.element(old).toHaveFocus()
  await fill()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onChanged).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
  expect(inputs).toEqual([{ oldPassword: 'old horse 1', password: 'new horse 2' }])
  expect(reloads).toHaveLength(1)
})

test('a business account uses its own call', async () => {
  const { network, fill, submit, onChanged } = await setUp({ business: true, account: 'K-1001' })
  const inputs = network.answer(changeEnterprisePassword, () => ({}))
  await fill()
  await submit.click()
  await expect.poll(() => onChanged).toHaveBeenCalledOnce()
  expect(inputs).toHaveLength(1)
})

test.each([
  [false, /\/findpwd$/],
  [true, /\/findpwd\?account=1$/],
])('leads to a new password where the current one is forgotten (business: %s)', async (business, href) => {
  const { dialog } = await setUp({ business })
  await expect
    .element(dialog.getByRole('link', { name: 'Forgot password?' }))
    .toHaveAttribute('href', expect.stringMatching(href))
})

test('tells to check what else logs in', async () => {
  const { dialog } = await setUp({ hasOtherCredentials: true })
  await expect.element(dialog.getByText(/check that they are yours/)).toBeVisible()
})

test('does not mention passkeys, connected accounts and two-step login where there are none', async () => {
  const { dialog } = await setUp()
  await expect.element(dialog.getByText(/check that they are yours/)).not.toBeInTheDocument()
})

test('names the account for password managers', async () => {
  const { dialog } = await setUp({ account: 'K-1001' })
  const username = dialog.element().querySelector<HTMLInputElement>('[autocomplete="username"]')
  expect(username?.value).toBe('K-1001')
})

describe('sends nothing', () => {
  test('without the current password, which takes the focus', async () => {
    const { old, submit, onChanged } = await setUp()
    await submit.click()
    await expect.element(old).toHaveAttribute('aria-invalid', 'true')
    await expect.element(old).toHaveFocus()
    expect(onChanged).not.toHaveBeenCalled()
  })

  test.each([
    ['equals the current one', { password: 'old horse 1' }, 'password', /differs from the current one/],
    ['is too short', { password: 'short' }, 'password', /8/],
    ['is repeated differently', { again: 'another horse' }, 'again', /./],
  ] as const)('if the new password %s', async (_, values, field, description) => {
    const { fill, submit, onChanged, ...fields } = await setUp()
    await fill(values)
    await submit.click()
    await expect.element(fields[field]).toHaveAttribute('aria-invalid', 'true')
    await expect.element(fields[field]).toHaveAccessibleDescription(description)
    await expect.element(fields[field]).toHaveFocus()
    expect(onChanged).not.toHaveBeenCalled()
  })
})

test.each([
  ['incorrect_password', 'old', undefined, /./],
  ['password_too_common', 'password', 'password_pattern', /Keyboard rows/],
] as const)(
  'shows %s beside its field, and all fields keep their text',
  async (error, field, reason, text) => {
    const { network, dialog, fill, submit, onClose, ...fields } = await setUp()
    network.answer(changePassword, () => {
      throw new ApiError(error, { data: { fields: reason && { password: reason } } })
    })
    await fill()
    await submit.click()
    await expect.element(fields[field]).toHaveAccessibleDescription(text)
    await expect.element(fields[field]).toHaveAttribute('aria-invalid', 'true')
    await expect.element(fields[field]).toHaveFocus()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(fields.old).toHaveValue('old horse 1')
    await expect.element(fields.again).toHaveValue('new horse 2')
    expect(onClose).not.toHaveBeenCalled()
  },
)

test('shows an error of the server above the buttons, and the next attempt succeeds', async () => {
  const { network, dialog, fill, submit, onChanged } = await setUp()
  network.answer(changePassword, () => {
    throw new ApiError('system')
  })
  await fill()
  await submit.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('System error')
  network.answer(changePassword, () => ({}))
  await submit.click()
  await expect.poll(() => onChanged).toHaveBeenCalledOnce()
})

test('cannot be closed or sent twice while it is pending', async () => {
  const { network, dialog, fill, submit, onChanged, onClose } = await setUp()
  const answer = Promise.withResolvers<Record<string, never>>()
  const inputs = network.answer(changePassword, () => answer.promise)
  await fill()
  await submit.click()
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  answer.resolve({})
  await expect.poll(() => onChanged).toHaveBeenCalledOnce()
  expect(inputs).toHaveLength(1)
})

test('Esc closes it', async () => {
  const { old, onClose, onChanged } = await setUp()
  await expect.element(old).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onChanged).not.toHaveBeenCalled()
})
