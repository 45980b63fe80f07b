import { ApiError } from '@kerf/contract/client/client'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { emailRule, requiredRule } from './field-rules.ts'
import { useForm } from './use-form.ts'

type Send = (values: { email: string; nickname: string }, signal: AbortSignal) => Promise<void>

function Example({ send }: { send: Send }) {
  const form = useForm<'email' | 'nickname'>({
    rules: { email: emailRule, nickname: requiredRule(() => 'Nickname is required') },
    fieldOf: { email_has_taken: 'email' },
    send,
  })
  return (
    <form {...form.props} aria-label="Sign up">
      <TextField label="Email" name="email" error={form.error('email')} />
      <TextField label="Nickname" name="nickname" error={form.error('nickname')} />
      <ErrorNotice error={form.submitError} />
      <button type="submit" disabled={form.pending}>
        Save
      </button>
    </form>
  )
}

const setUp = async (send: Send) => {
  const screen = await render(<Example send={send} />)
  return {
    screen,
    email: screen.getByRole('textbox', { name: 'Email' }),
    nickname: screen.getByRole('textbox', { name: 'Nickname' }),
    save: screen.getByRole('button', { name: 'Save' }),
  }
}

test('a submission with invalid fields sends nothing and focuses the first of them', async () => {
  const send = vi.fn<Send>()
  const { email, save } = await setUp(send)
  await save.click()
  expect(send).not.toHaveBeenCalled()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription('Please enter your email')
})

test('a field is validated when it loses the focus, never while it is typed in', async () => {
  const { email, nickname } = await setUp(vi.fn<Send>())
  await email.click()
  await userEvent.keyboard('not an address')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await nickname.click()
  await expect.element(email).toHaveAccessibleDescription('Invalid email address')
  await email.click()
  await userEvent.keyboard('!')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await nickname.click()
  await expect.element(email).toHaveAccessibleDescription('Invalid email address')
  await email.fill('ada@example.com')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
})

test('a second submission while the first is pending sends nothing', async () => {
  let finish = () => {}
  const send = vi.fn<Send>(
    () =>
      new Promise(resolve => {
        finish = resolve
      }),
  )
  const { screen, email, nickname, save } = await setUp(send)
  await email.fill('ada@example.com')
  await nickname.fill('Ada')
  await save.click()
  await expect.element(save).toBeDisabled()
  ;(screen.getByRole('form').element() as HTMLFormElement).requestSubmit()
  expect(send).toHaveBeenCalledOnce()
  finish()
  await expect.element(save).toBeEnabled()
})

test('an error of a field is shown beside it, with everything typed kept', async () => {
  const send = vi.fn<Send>(async () => {
    throw new ApiError('email_has_taken')
  })
  const { email, nickname, save } = await setUp(send)
  await email.fill('ada@example.com')
  await nickname.fill('Ada')
  await save.click()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue('ada@example.com')
  await expect.element(nickname).toHaveValue('Ada')
})

test('an error without a field is announced above the button', async () => {
  const send = vi.fn<Send>(async () => {
    throw new ApiError('unreachable', { reason: 'network' })
  })
  const { screen, email, nickname, save } = await setUp(send)
  await email.fill('ada@example.com')
  await nickname.fill('Ada')
  await save.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
})

test('leaving the page aborts the submission', async () => {
  let aborted = false
  const send = vi.fn<Send>(
    (_, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
      }),
  )
  const { screen, email, nickname, save } = await setUp(send)
  await email.fill('ada@example.com')
  await nickname.fill('Ada')
  await save.click()
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await screen.unmount()
  expect(aborted).toBe(true)
})
