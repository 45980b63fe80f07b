import { expect, test } from 'vitest'
import { pageOfPath } from './portal-routes.ts'

test.each([
  ['profile/security', 'profile/security'],
  ['profile/security/passkey', 'profile/security'],
  ['profile/security/two-step', 'profile/security'],
  ['certificate/KC-2026-ABCD', 'certificate'],
  ['profile/security/else', 'profile/security/else'],
  ['profile/security/passkey/x', 'profile/security/passkey/x'],
  ['profile/exchange/password', 'profile/exchange/password'],
])('%s belongs to the page %s', (path, page) => {
  expect(pageOfPath(path)).toBe(page)
})
