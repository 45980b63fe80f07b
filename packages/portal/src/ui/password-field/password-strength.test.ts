import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['123456', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefgh', 'weak'],
  ['qwertyuiop', 'weak'],
  ['password', 'weak'],
  ['kerf', 'weak'],
  ['kerfline7', 'fair'],
  ['Kerf-line7', 'good'],
  ['激光切割台钥匙', 'good'],
  ['four sheets of birch', 'strong'],
  ['t7#Kq2!vMz', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('more characters never make a password weaker', () => {
  const order = ['weak', 'fair', 'good', 'strong']
  const whole = 'mT4 plywood & brass, 3 mm'
  const ranks = Array.from(whole, (_, index) => order.indexOf(passwordStrength(whole.slice(0, index + 1))))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})
