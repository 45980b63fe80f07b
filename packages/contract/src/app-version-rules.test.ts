import { expect, test } from 'vitest'
import { hasProcessButton, isOldClient, isTrainingNeeded } from './app-version-rules.ts'

test.each([
  ['always', 'pc', '1.6.9', true],
  ['always', undefined, '1.6', true],
  ['always', 'web-pc', '1.7', false],
  ['always', 'pc', '2.0', false],
  ['always', 'pc', undefined, false],
  ['handheld', 'mobile', '1.6', true],
  ['handheld', 'pad', '1.6.99', true],
  ['handheld', 'pc', '1.6', false],
  ['handheld', 'web-mobile', '1.6', false],
  ['handheld', undefined, '1.6', false],
  ['handheld', 'pad', undefined, false],
  ['never', 'mobile', '1.0', false],
] as const)('rule %s, system %s, version %s is an old client: %s', (rule, system, av, old) => {
  expect(isOldClient(rule, system, av)).toBe(old)
})

test.each([
  [true, 'pc', '2.5.9', false],
  [true, 'pc', '2.6.0', true],
  [true, 'pc', '2.6', true],
  [true, 'pc', '2.10', true],
  [true, 'pc', undefined, true],
  [true, 'mobile', '1.0', true],
  [true, undefined, undefined, true],
  [false, 'pc', '2.6.0', false],
  [false, 'mobile', undefined, false],
] as const)('brand %s, system %s, version %s needs training: %s', (brand, system, av, needed) => {
  expect(isTrainingNeeded(brand, system, av)).toBe(needed)
})

test.each([
  ['pc', '2.0.89', false],
  ['pc', '2.0.90', true],
  ['pc', 'v2.1', true],
  ['pc', undefined, false],
  ['mobile', '2.0.1', false],
  ['mobile', '2.0.2', true],
  ['pad', '2.0.2', true],
  ['pad', '2.0', false],
  ['web-pc', '9.9', false],
  ['os', '9.9', false],
  [undefined, '9.9', false],
] as const)('system %s, version %s has the process button: %s', (system, av, shown) => {
  expect(hasProcessButton(system, av)).toBe(shown)
})
