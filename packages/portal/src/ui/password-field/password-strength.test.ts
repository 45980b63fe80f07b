import type { PageData } from '@kerf/contract/page-data'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveDraftEmail } from '../../lib/form/form-draft.ts'
import { createPageContext, setPageContext } from '../../lib/page/page-context.ts'
import { passwordStrength, ratePassword } from './password-strength.ts'

const PAGE_DATA = {
  password: { min: 6, max: 20 },
  brand: { code: 'customthings', name: { en: 'Onesome', zh: '刻缝' } },
  app: { code: 'customthings' },
} as unknown as PageData

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

describe('a password that the server would refuse', () => {
  beforeEach(() => {
    setPageContext(createPageContext(PAGE_DATA, '', 'web-pc'))
    saveDraftEmail({ currentTarget: { value: 'gutenberg@press.example' } } as never)
  })

  test.each([
    ['qwertyuiop[]', 'Keyboard rows'],
    ['112233112233', 'Keyboard rows'],
    ['1qaz2wsx3edc', 'Keyboard rows'],
    ['      \u3000', 'Keyboard rows'],
    ['OneSome-26!', 'Your name'],
    ['gutenberg-99', 'Your name'],
  ])('gives the reason while it is typed: %s', (password, reason) => {
    const { strength, text } = ratePassword(password)
    expect(strength).toBe('weak')
    expect(text).toContain(reason)
  })

  test.each(['kerfline7', 't7#Kq2!vMz', '激光切割台钥匙'])('gives no reason for another: %s', password => {
    expect(ratePassword(password).text).not.toContain('too easy to guess')
  })

  test('gives no reason before the password is long enough', () => {
    expect(ratePassword('111').text).not.toContain('too easy to guess')
  })
})
