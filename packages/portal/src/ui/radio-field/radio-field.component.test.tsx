import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { RadioField, type RadioFieldProps } from './radio-field.tsx'

const OPTIONS = [
  { value: 'home', label: 'Home' },
  { value: 'work', label: 'Work' },
]

test.each<[string, Pick<RadioFieldProps<string>, 'hint' | 'error'>, string]>([
  ['its hint', { hint: 'Can be changed later.' }, 'Can be changed later.'],
  ['its error in place of the hint', { hint: 'Can be changed later.', error: 'Choose one.' }, 'Choose one.'],
  ['nothing without either', {}, ''],
])('the group is described by %s', async (_, props, description) => {
  showTestPage()
  const { getByRole } = await render(
    <RadioField name="use" label="Use" options={OPTIONS} value="" onSelect={() => {}} {...props} />,
  )
  const group = getByRole('radiogroup', { name: 'Use' })
  await expect.element(group).toHaveAccessibleDescription(description)
  // No reference to a message that is empty.
  expect(group.element().hasAttribute('aria-describedby')).toBe(description !== '')
  expect(group.element().getAttribute('aria-invalid')).toBe(props.error ? 'true' : null)
})
