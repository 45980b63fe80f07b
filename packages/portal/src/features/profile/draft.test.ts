import { expect, test } from 'vitest'
import { changedFields, valuesOf, withoutSent } from './draft.ts'

const known = { nickname: 'Ada', introduction: '' }
const clean = { nickname: (text: string) => text.trim() }

test('edits override the saved values', () => {
  expect(valuesOf(known, { introduction: 'Wood' })).toEqual({ nickname: 'Ada', introduction: 'Wood' })
})

test('only values that differ after normalization are changes', () => {
  expect(changedFields(known, {}, clean)).toEqual([])
  expect(changedFields(known, { nickname: ' Ada ' }, clean)).toEqual([])
  expect(changedFields(known, { nickname: 'Ada', introduction: 'Wood' }, clean)).toEqual(['introduction'])
  expect(changedFields(known, { introduction: 'Wood', nickname: 'B' }, clean)).toEqual([
    'nickname',
    'introduction',
  ])
})

test('a reverted change is not a change', () => {
  expect(changedFields({ region: 'DE-BY' }, { region: '' })).toEqual(['region'])
  expect(changedFields({ region: '' }, { region: '' })).toEqual([])
})

test('keeps edits made while the values were being sent', () => {
  const sent = { nickname: 'B', introduction: 'Wood' }
  const now = { nickname: 'B', introduction: 'Wood and steel' }
  expect(withoutSent(now, ['nickname', 'introduction'], sent)).toEqual({ introduction: 'Wood and steel' })
  expect(withoutSent(now, ['introduction'], sent)).toEqual(now)
})
