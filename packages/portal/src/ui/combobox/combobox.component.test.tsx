import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Combobox } from './combobox.tsx'

const COUNTRIES = [
  { id: 'DE', name: 'Germany', aliases: ['德国'] },
  { id: 'NE', name: 'Niger', aliases: ['尼日尔'] },
  { id: 'NG', name: 'Nigeria', aliases: ['尼日利亚'] },
]

function Example({ value: initial = '', clearable = false, onSelect = (_: string) => {} }) {
  const [value, setValue] = useState(initial)
  return (
    <form>
      <Combobox
        name="country"
        label="Country"
        options={COUNTRIES}
        value={value}
        clearable={clearable}
        onSelect={id => {
          setValue(id)
          onSelect(id)
        }}
      />
      <button type="button">Next</button>
    </form>
  )
}

const hiddenValue = () => document.querySelector<HTMLInputElement>('input[name=country]')?.value

test('shows the chosen option and passes its id to the form', async () => {
  const screen = await render(<Example value="DE" />)
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany')
  expect(hiddenValue()).toBe('DE')
})

test('filters by what is typed and chooses with Enter', async () => {
  const onSelect = vi.fn()
  const screen = await render(<Example onSelect={onSelect} />)
  const input = screen.getByRole('combobox')
  await input.click()
  await userEvent.fill(input, 'nigeria')
  await expect.element(screen.getByRole('option')).toHaveTextContent('Nigeria')
  await userEvent.keyboard('{Enter}')
  expect(onSelect).toHaveBeenLastCalledWith('NG')
  await expect.element(input).toHaveValue('Nigeria')
})

test('finds an option by its name in the other language', async () => {
  const screen = await render(<Example />)
  await screen.getByRole('combobox').click()
  await userEvent.fill(screen.getByRole('combobox'), '德')
  await expect.element(screen.getByRole('option')).toHaveTextContent('Germany')
})

test('Tab chooses the highlighted option and moves on', async () => {
  const onSelect = vi.fn()
  const screen = await render(<Example onSelect={onSelect} />)
  await screen.getByRole('combobox').click()
  await userEvent.type(screen.getByRole('combobox'), 'ger')
  await userEvent.tab()
  expect(onSelect).toHaveBeenLastCalledWith('DE')
})

test('restores the chosen name when the text matches nothing', async () => {
  const screen = await render(<Example value="DE" />)
  const input = screen.getByRole('combobox')
  await input.click()
  await userEvent.fill(input, 'xyz')
  await expect.element(screen.getByRole('option')).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(input).toHaveValue('Germany')
  expect(hiddenValue()).toBe('DE')
})

test('clears the choice', async () => {
  const onSelect = vi.fn()
  const screen = await render(<Example value="DE" clearable onSelect={onSelect} />)
  await screen.getByRole('button', { name: /clear/i }).click()
  expect(onSelect).toHaveBeenLastCalledWith('')
  expect(hiddenValue()).toBe('')
})

test('takes what autofill writes without focus', async () => {
  const onSelect = vi.fn()
  const screen = await render(<Example onSelect={onSelect} />)
  const input = screen.getByRole('combobox').element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'NG')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => onSelect.mock.lastCall).toEqual(['NG'])
})
