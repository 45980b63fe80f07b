import { ApiError } from '@kerf/contract/client/client'
import { getSecondEmail, removeSecondEmail, setSecondEmail } from '@kerf/contract/endpoints/mailbox'
import { getCodeDelivery, sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import type { FullInfo } from '../../lib/session/account.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { AccountInformationCard } from './account-information-card.tsx'

const now = Math.floor(Date.now() / 1_000)
const NONCE = 'n'.repeat(22)
type Second = { email: string; startsAt: number; endsAt: number | null } | null

const info = { uid: 'u-1', email: 'ada@example.com', enterpriseUser: null } as FullInfo

async function renderRow(...answers: Second[]) {
  showTestPage()
  const network = stubNetwork()
  const last = answers.at(-1) ?? null
  network.answer(getSecondEmail, () => ({
    secondEmail: answers.length > 1 ? (answers.shift() ?? null) : last,
  }))
  const screen = await render(
    <QueryProvider>
      <AccountInformationCard info={info} />
    </QueryProvider>,
  )
  return { network, screen }
}

test.each([
  [null, /^Recovers your account if/],
  [{ email: 'b@example.com', startsAt: now + 9_000, endsAt: null }, /^Works from \d{4}-\d\d-\d\d /],
  [{ email: 'b@example.com', startsAt: now - 9_000, endsAt: null }, /^Recovers your account/],
  [{ email: 'b@example.com', startsAt: now - 9_000, endsAt: now + 9_000 }, /^Removed\. Works until/],
] as const)('says what %j is good for', async (second, text) => {
  const { screen } = await renderRow(second)
  await expect.element(screen.getByText(text)).toBeVisible()
  const isSet = second !== null && second.endsAt === null
  const action = isSet ? 'Remove second email' : 'Add second email'
  await expect.element(screen.getByRole('button', { name: action })).toBeVisible()
})

test('sets it by a code to the new mailbox, which is not the first one', async () => {
  const { network, screen } = await renderRow(null, {
    email: 'b@example.com',
    startsAt: now + 9_000,
    endsAt: null,
  })
  let isOffline = true
  network.answer(verifyEmail, () => {
    if (isOffline) throw new ApiError('system')
    return { nonce: NONCE }
  })
  network.answer(sendVerificationCode, () => ({ wait: 60 }))
  network.answer(getCodeDelivery, () => ({ deliveryStatus: 'pending' as const }))
  let isRefused = false
  const sent = network.answer(setSecondEmail, () => {
    isRefused = !isRefused
    if (isRefused) throw new ApiError('email_has_connected')
    return {}
  })
  await screen.getByRole('button', { name: 'Add second email' }).click()
  const dialog = screen.getByRole('dialog')
  // A list takes nothing but its items.
  expect(document.querySelector('ul dialog')).toBeNull()
  const field = dialog.getByRole('textbox', { name: 'Second email' })
  await field.fill('ada@example.com')
  const getCode = dialog.getByRole('button', { name: 'Get code' })
  await getCode.click()
  await expect.element(dialog.getByText('This is already your email')).toBeVisible()
  await field.fill('b@example.com')
  await getCode.click()
  await expect.element(dialog.getByText(/^System error/)).toBeVisible()
  await expect.element(field).toHaveValue('b@example.com')
  const digits = dialog.getByRole('textbox', { name: 'Verification code' })
  await expect.element(digits).not.toBeInTheDocument()
  isOffline = false
  await getCode.click()
  await expect.element(digits).toHaveFocus()
  // The address can be changed, and is as it was.
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('b@example.com')
  await digits.fill('123456')
  const submit = dialog.getByRole('button', { name: 'Add second email' })
  await submit.click()
  await expect.element(dialog.getByText('This email is connected to another account.')).toBeVisible()
  await expect.element(field).toHaveValue('b@example.com')
  await submit.click()
  await expect.element(screen.getByText('b@example.com')).toBeVisible()
  expect(sent).toEqual(Array(2).fill({ email: 'b@example.com', captcha: '123456', nonce: NONCE }))
})

test('removes it after a question', async () => {
  const counts = { email: 'b@example.com', startsAt: now - 9_000, endsAt: null }
  const { network, screen } = await renderRow(counts, { ...counts, endsAt: now + 9_000 })
  const sent = network.answer(removeSecondEmail, () => ({}))
  await screen.getByRole('button', { name: 'Remove second email' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText(/^Removed\. Works until/)).toBeVisible()
  expect(sent).toHaveLength(1)
})
