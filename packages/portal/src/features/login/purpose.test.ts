import * as m from '@kerf/locales/messages'
import { expect, test } from 'vitest'
import { purposeOf } from './purpose.ts'

const HERE = 'https://passport.example'

test.each([
  [`${HERE}/en/profile/exchange?p=creative`, m.login_for_exchange],
  [`${HERE}/zh/profile/training`, m.login_for_training],
  [`${HERE}/zh/profile/security#sessions`, m.login_for_security],
  [`${HERE}/en/profile/security/passkey?p=creative`, m.login_for_security],
  [`${HERE}/en/message`, m.login_for_messages],
  [`${HERE}/en/profile/machines`, m.login_for_machines],
  [`${HERE}/en/machines/join`, m.login_for_join],
  [`${HERE}/en/profile`, undefined],
  [`${HERE}/en/constructor`, undefined],
  [`${HERE}.evil.example/en/profile/exchange`, undefined],
  ['https://app.example/exchange', undefined],
  ['', undefined],
])('%s', (returnUrl, purpose) => {
  expect(purposeOf(returnUrl, HERE)).toBe(purpose)
})
