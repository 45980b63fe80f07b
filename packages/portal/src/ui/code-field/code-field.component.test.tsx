import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeField } from './code-field.tsx'

const setUp = async () => {
  const onComplete = vi.fn()
  const screen = await render(<CodeField label="Verification code" name="captcha" onComplete={onComplete} />)
  return { input: screen.getByRole('textbox', { name: 'Verification code' }), onComplete }
}

test('reports the code when its sixth digit is typed', async () => {
  const { input, onComplete } = await setUp()
  await input.click()
  await userEvent.keyboard('12345')
  expect(onComplete).not.toHaveBeenCalled()
  await userEvent.keyboard('6')
  expect(onComplete).toHaveBeenLastCalledWith('123456')
})

test('extracts the digits of pasted text', async () => {
  const { input, onComplete } = await setUp()
  await input.fill('Your code: 123 456.')
  await expect.element(input).toHaveValue('123456')
  expect(onComplete).toHaveBeenLastCalledWith('123456')
})

test('ignores letters', async () => {
  const { input } = await setUp()
  await input.click()
  await userEvent.keyboard('1a2b')
  await expect.element(input).toHaveValue('12')
})

test('Backspace removes the last digit', async () => {
  const { input } = await setUp()
  await input.click()
  await userEvent.keyboard('123{Backspace}')
  await expect.element(input).toHaveValue('12')
})

test('a digit typed into a complete code replaces the one after the caret', async () => {
  const { input } = await setUp()
  await input.fill('123456')
  await input.click()
  await userEvent.keyboard('{Home}9')
  await expect.element(input).toHaveValue('923456')
})

test('offers autofill of one-time codes', async () => {
  const { input } = await setUp()
  await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(input).toHaveAttribute('inputmode', 'numeric')
})

test('an error is announced with the field', async () => {
  const screen = await render(<CodeField label="Code" name="captcha" error="Incorrect code" />)
  const input = screen.getByRole('textbox', { name: 'Code' })
  await expect.element(input).toHaveAccessibleDescription('Incorrect code')
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
})

test('a refused code is replaced by the next digit', async () => {
  const field = (error?: string) => <CodeField label="Code" name="captcha" error={error} />
  const screen = await render(field())
  const input = screen.getByRole('textbox', { name: 'Code' })
  await input.click()
  await userEvent.keyboard('123456')
  await screen.rerender(field('Incorrect code'))
  await userEvent.keyboard('9')
  await expect.element(input).toHaveValue('9')
})
