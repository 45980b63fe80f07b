import { CONSOLE_CALLS } from '@kerf/contract/console/console-calls'
import { expect, test } from 'vitest'
import { isoOf, localOf } from '../local-time.ts'
import { isAct, wordsOf } from './acts.ts'

test('every act has a label of its own, and what has one is a call', () => {
  const acts = Object.keys(CONSOLE_CALLS).filter(isAct)
  expect(acts.length).toBeGreaterThan(30)
  for (const name of acts) expect(wordsOf(name).label()).not.toBe('')
})

test('a field of a time has local time, and a call has ISO time', () => {
  expect(localOf(isoOf('2026-10-06T09:30'))).toBe('2026-10-06T09:30')
  expect([isoOf(''), isoOf('tomorrow')]).toEqual([undefined, undefined])
  expect([localOf(undefined), localOf('x')]).toEqual(['', ''])
})
