import { expect, test } from 'vitest'
import { createResultMessage, isResultName, readResultMessage } from './result-message.ts'

const own = 'https://passport.kerf.example'
const from = { name: 'window' }
const name = 'A'.repeat(43)
const messageEvent = (over: object = {}) => ({
  origin: own,
  source: from,
  data: createResultMessage(name),
  ...over,
})

test('reads a result from the opened window', () => {
  expect(readResultMessage(messageEvent(), from, own)).toBe(name)
  expect(readResultMessage(messageEvent({ data: createResultMessage('20429') }), from, own)).toBe('20429')
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: { name: 'window' } }],
  ['no window', { source: null }],
  ['another version', { data: { ...createResultMessage(name), version: 2 } }],
  ['another kind', { data: { ...createResultMessage(name), type: 'kerf' } }],
  ['no object', { data: name }],
  ['nothing', { data: null }],
  ['no text', { data: { ...createResultMessage(name), result: 1 } }],
  ['markup', { data: createResultMessage('<script>') }],
])('ignores a message with %s', (_, over) => {
  expect(readResultMessage(messageEvent(over), from, own)).toBeUndefined()
})

test.each(['', 'short', 'a'.repeat(129), 'a b'.repeat(10), '2020', '%20'.repeat(9)])(
  '%s is not a result name',
  text => {
    expect(isResultName(text)).toBe(false)
  },
)
