import { expect, test } from 'vitest'
import { readOperatorIdentity } from './operator-identity.ts'

const NAMES: Readonly<Record<number, string>> = { 998: 'kerf-passport', 1001: 'lin' }
const read = (loginUid: string | undefined, realUid = 998) =>
  readOperatorIdentity({ loginUid: () => loginUid, realUid: () => realUid, userName: uid => NAMES[uid] })

test('the login uid counts before the user of the process', () => {
  expect(read('1001\n')).toEqual({ name: 'lin', source: 'login:1001' })
  expect(read('1002')).toEqual({ name: 'uid:1002', source: 'login:1002' })
})

test.each([['4294967295'], [''], ['x'], [undefined]])(
  'without a login (%j) the name is the user of the process, marked as such',
  loginUid => {
    expect(read(loginUid)).toEqual({ name: 'kerf-passport', source: 'user:998' })
  },
)

test('reads the identity of this process from the machine', () => {
  const { name, source } = readOperatorIdentity()
  expect(name).not.toBe('')
  expect(source).toMatch(/^(login|user):\d+$/)
})
