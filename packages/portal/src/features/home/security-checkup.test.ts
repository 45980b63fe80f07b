import { expect, test } from 'vitest'
import { assessAccount, type CheckedAccount, checkSessions, hasOneWayIn } from './security-checkup.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const session = (firstDaysAgo: number, lastDaysAgo: number, current = false) => ({
  current,
  recognized: false,
  machineUntil: null,
  firstLogin: NOW - firstDaysAgo * DAY,
  lastLogin: NOW - lastDaysAgo * DAY,
})

test.each([
  [true, false, [], false],
  [false, true, [], false],
  [false, false, [{ channel: 'google' }], false],
  [false, false, [], true],
])(
  'password %s, passkey %s and accounts %j: one way in is %s',
  (hasPassword, hasPasskey, social, expected) => {
    expect(hasOneWayIn({ hasPassword, hasPasskey, social })).toBe(expected)
  },
)

test.each([
  ['only this device', [session(0, 0, true)], 'fine'],
  ['a login elsewhere today', [session(10, 0, true), session(0, 0)], 'new'],
  ['a login elsewhere long ago', [session(10, 0, true), session(30, 2)], 'fine'],
  ['an unused device', [session(10, 0, true), session(200, 100)], 'unused'],
  ['both', [session(200, 100), session(1, 1)], 'new'],
])('%s', (_, sessions, state) => {
  expect(checkSessions(sessions, NOW).state).toBe(state)
})

test('names the latest of several new logins', () => {
  const [older, newer] = [session(2, 1), session(1, 1)]
  expect(checkSessions([older, newer], NOW).session).toBe(newer)
})

test.each<[Partial<CheckedAccount>, readonly string[]]>([
  [{}, []],
  [{ hasPassword: false }, ['no-password']],
  [{ hasCopiedPasskey: true, fewRecoveryCodes: 0 }, ['copied-passkey', 'few-codes']],
  [{ hasPassword: false, business: { hasDefaultPassword: true } }, ['default-password']],
])('an account with %j has the advices %j', (changes, advices) => {
  const account = { hasPassword: true, hasPasskey: false, social: [], twoStep: true, ...changes }
  expect(assessAccount(account, []).advices).toEqual(advices)
})
