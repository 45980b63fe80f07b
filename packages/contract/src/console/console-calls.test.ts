import { expect, test } from 'vitest'
import { commandLineOf } from './console-calls.ts'

test('the command line of a call is one that a shell reads as it was meant', () => {
  expect(commandLineOf('user ban', { who: 'ada@example.com' }, { reason: 'thief', caseNumber: '4711' })).toBe(
    'kerf user ban ada@example.com --case 4711 --reason thief',
  )
  const hostile = commandLineOf('user note', { who: 'x', note: "'; rm -rf / #" }, { reason: '$(id) `id`' })
  expect(hostile).toBe(`kerf user note x ''\\''; rm -rf / #' --reason '$(id) \`id\`'`)
})

test('a code stands in no command line, and an incomplete input shows where something is missing', () => {
  expect(commandLineOf('codes show', { code: 'ABCDEFGH23456789' })).toBe('kerf codes show -')
  expect(commandLineOf('user show', { who: '' })).toContain('…')
})
