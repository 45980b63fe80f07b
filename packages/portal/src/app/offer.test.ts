import { CallError } from '@kerf/contract/client'
import { expect, test } from 'vitest'
import type { FullInfo } from '../lib/account.ts'
import { judgeOffer } from './offer.ts'

const is = (uid: string) => ({ status: 'fulfilled', value: { uid } as FullInfo }) as const
const fails = (code: number) => ({ status: 'rejected', reason: new CallError(code) }) as const

test.each([
  ['another account', is('a'), is('b'), 'ask'],
  ['the same account', is('a'), is('a'), true],
  ['a live session instead of a dead one', fails(20101), is('b'), true],
  ['a dead session', is('a'), fails(20101), false],
  ['a session that cannot be asked about', is('a'), fails(1002), false],
  ['a live session while the present one cannot be asked about', fails(1002), is('b'), false],
])('an offer of %s', (_, here, there, judged) => {
  expect(judgeOffer(here, there)).toBe(judged)
})
