import { expect, test } from 'vitest'
import { initialsOf } from './check-certificate.ts'

test.each([
  ['Ada Lovelace', 'A. L.'],
  ['ada', 'A.'],
  ['Anna Maria von Berg', 'A. B.'],
  ['王小明', '王'],
  ['M. 创客.', 'M. 创'],
  ['  🔥 Zoë  — ', 'Z.'],
  ['Łukasz (Lu) Ż', 'Ł. Ż.'],
  ['e\u0301lodie', 'E\u0301.'],
  ['🔥', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
