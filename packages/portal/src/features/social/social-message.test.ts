import { expect, test } from 'vitest'
import { isResult, messageOf, readMessage } from './social-message.ts'

const own = 'https://passport.kerf.example'
const from = { name: 'window' }
const name = 'A'.repeat(43)
const heard = (over: object = {}) => ({ origin: own, source: from, data: messageOf(name), ...over })

test('a result is read from the window that was opened', () => {
  expect(readMessage(heard(), from, own)).toBe(name)
  expect(readMessage(heard({ data: messageOf('20429') }), from, own)).toBe('20429')
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: { name: 'window' } }],
  ['no window', { source: null }],
  ['another version', { data: { ...messageOf(name), version: 2 } }],
  ['another kind', { data: { ...messageOf(name), type: 'kerf' } }],
  ['no object', { data: name }],
  ['nothing', { data: null }],
  ['no text', { data: { ...messageOf(name), result: 1 } }],
  ['markup', { data: messageOf('<script>') }],
])('a message with %s is not for us', (_, over) => {
  expect(readMessage(heard(over), from, own)).toBeUndefined()
})

test.each(['', 'short', 'a'.repeat(129), 'a b'.repeat(10), '2020', '%20'.repeat(9)])(
  '%s names no result',
  text => {
    expect(isResult(text)).toBe(false)
  },
)
