import { expect, test } from 'vitest'
import { leavesPage } from './use-leave-guard.tsx'

test.each([
  ['/en/profile', '/zh/profile', false],
  ['/en/profile/settings', '/en/profile/settings', false],
  ['/en/profile', '/en/profile/security', true],
  ['/en/profile', '/en/profile/settings', true],
  ['/en/profile/settings', '/zh/login', true],
])('from %s to %s: leaves the page is %s', (from, to, leaves) => {
  expect(leavesPage(from, to)).toBe(leaves)
})
