import { expect, test } from 'vitest'
import { isTrainingShown, menuItems, redirectTarget, type TrainingVisibility } from './menu-items.ts'

const visibility = (more: Partial<TrainingVisibility> = {}): TrainingVisibility => ({
  hasSafetyPrize: false,
  hasPrintPrize: false,
  needed: true,
  ...more,
})

test.each([
  [visibility(), true],
  [visibility({ needed: false }), false],
  [visibility({ needed: false, hasSafetyPrize: true }), true],
  [visibility({ needed: false, hasPrintPrize: true }), true],
  [visibility({ hasSafetyPrize: true, hasPrintPrize: true }), true],
])('training by %j', (given, shown) => {
  expect(isTrainingShown(given)).toBe(shown)
  expect(redirectTarget('training', given)).toBe(shown ? undefined : 'profile/settings')
})

test('other pages do not redirect', () => {
  const without = visibility({ needed: false })
  for (const key of ['settings', 'security', 'exchange', 'learn-more'] as const)
    expect(redirectTarget(key, without)).toBeUndefined()
})

test('lists the items in order', () => {
  const keys = (shown: TrainingVisibility) => menuItems('profile', shown).map(({ key }) => key)
  expect(keys(visibility())).toEqual([
    'settings',
    'security',
    'machines',
    'exchange',
    'training',
    'learn-more',
  ])
  expect(keys(visibility({ needed: false }))).toEqual([
    'settings',
    'security',
    'machines',
    'exchange',
    'learn-more',
  ])
  expect(menuItems('profile-business', visibility()).map(({ key }) => key)).toEqual([
    'settings',
    'security',
    'machines',
    'learn-more',
  ])
})
