import { CONSOLE_CALLS, invalidFieldsOf } from '@kerf/contract/console/console-calls'
import { describe, expect, test } from 'vitest'
import { isoOf, localOf } from '../local-time.ts'
import { type ActName, isAct, reverseOf, wordsOf } from './acts.ts'

const AHEAD = Math.floor(Date.now() / 1_000) + 300
const who = 'u-1'
const person = { uid: who, sessionsEnded: 0, bannedUntil: null, lifted: null }

describe('the reverse of an act', () => {
  test.each([
    ['user ban', { who }, { ...person, before: 'active' }, { name: 'user unban', input: { who } }],
    [
      'user unban',
      { who },
      { ...person, before: 'banned', lifted: { until: AHEAD, reason: 'fraud' } },
      {
        ...{ name: 'user ban', reason: 'fraud' },
        input: { who, until: new Date(AHEAD * 1_000).toISOString() },
      },
    ],
    ['user restrict', { who }, { ...person, before: 'active' }, { name: 'user unrestrict', input: { who } }],
    [
      'benefit give',
      { who, benefit: 'b' },
      { uid: who, id: '7', benefit: 'b', expiresAt: null },
      { name: 'benefit take', input: { who, id: '7' } },
    ],
    [
      'message send',
      { audience: 'all', category: 'system' },
      { id: 'm', from: AHEAD },
      { name: 'message recall', input: { id: 'm' } },
    ],
    [
      'ip ban',
      { network: '203.0.113.7' },
      { network: '203.0.113.7/32', until: null, since: 1, replaced: false },
      { name: 'ip unban', input: { network: '203.0.113.7/32' } },
    ],
    [
      'ip unban',
      { network: '203.0.113.7/32' },
      { network: '203.0.113.7/32', until: null },
      { name: 'ip ban', input: { network: '203.0.113.7/32' } },
    ],
  ] as const)('%s is taken back by the other one', (name, input, result, reverse) => {
    const found = reverseOf(name as ActName, input as never, result as never)
    expect(found).toEqual(reverse)
    expect(found && invalidFieldsOf(found.name, found.input)).toBeUndefined()
  })

  test.each([
    ['a ban of a restricted account', 'user ban', { who }, { ...person, before: 'restricted' }],
    ['a ban that replaced another one', 'user ban', { who }, { ...person, before: 'banned' }],
    ['an account that was not banned', 'user unban', { who }, { ...person, before: 'active' }],
    ['a ban whose end has passed', 'ip unban', { network: 'n' }, { network: 'n', until: 1 }],
    [
      'a ban of a network that replaced another one',
      'ip ban',
      { network: 'n' },
      { network: 'n', until: null, since: 1, replaced: true },
    ],
    ['a message that is shown', 'message send', {}, { id: 'm', from: 1 }],
    ['a message to one person', 'message send', {}, { id: 'm', from: null }],
    ['a benefit that was taken back', 'benefit take', { who, id: '7' }, { uid: who, endedAt: 1 }],
  ] as const)('%s has none', (_, name, input, result) => {
    expect(reverseOf(name as ActName, input as never, result as never)).toBeUndefined()
  })
})

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
