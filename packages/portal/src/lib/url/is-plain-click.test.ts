import { expect, test } from 'vitest'
import { isPlainClick } from './is-plain-click.ts'

const click = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

test('a click of the main button alone is followed by the portal', () => {
  expect(isPlainClick(click)).toBe(true)
})

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('a click with %s is left to the browser', key => {
  expect(isPlainClick({ ...click, [key]: true })).toBe(false)
})

test('a click of another button is left to the browser', () => {
  expect(isPlainClick({ ...click, button: 1 })).toBe(false)
})
