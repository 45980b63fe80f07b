import { ApiError } from '@kerf/contract/client'
import type { AnyErrorName } from '@kerf/contract/errors'
import { expect, test } from 'vitest'
import type { FullInfo } from '../lib/account.ts'
import { decideAdoption } from './adopt-url-token.ts'

const is = (uid: string) => ({ status: 'fulfilled', value: { uid } as FullInfo }) as const
const fails = (error: AnyErrorName) => ({ status: 'rejected', reason: new ApiError(error) }) as const

test.each([
  ['another account', is('a'), is('b'), 'ask'],
  ['the same account', is('a'), is('a'), true],
  ['a live session instead of a dead one', fails('expired_login'), is('b'), true],
  ['a dead session', is('a'), fails('expired_login'), false],
  ['a session that cannot be asked about', is('a'), fails('unreachable'), false],
  ['a live session while the present one cannot be asked about', fails('unreachable'), is('b'), false],
])('an offer of %s', (_, here, there, judged) => {
  expect(decideAdoption(here, there)).toBe(judged)
})
