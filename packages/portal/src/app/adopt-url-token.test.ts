import { ApiError } from '@kerf/contract/client/client'
import type { AnyErrorName } from '@kerf/contract/errors'
import { expect, test } from 'vitest'
import type { FullInfo } from '../lib/session/account.ts'
import { decideAdoption } from './adopt-url-token.ts'

const is = (uid: string) => ({ status: 'fulfilled', value: { uid } as FullInfo }) as const
const fails = (error: AnyErrorName) => ({ status: 'rejected', reason: new ApiError(error) }) as const

test.each([
  ['another account', is('a'), is('b'), 'ask'],
  ['the same account', is('a'), is('a'), true],
  ['a valid session when the current one is expired', fails('expired_login'), is('b'), true],
  ['an expired session', is('a'), fails('expired_login'), false],
  ['a session that cannot be checked', is('a'), fails('unreachable'), false],
  ['a valid session when the current one cannot be checked', fails('unreachable'), is('b'), false],
])('decides on %s', (_, current, offered, decision) => {
  expect(decideAdoption(current, offered)).toBe(decision)
})
