import { expect, test } from 'vitest'
import { parseFailure } from './authorization-failure.ts'

test.each([
  ['?error=invalid_redirect_uri&request=abcdefgh-1z', 'app', 'invalid_redirect_uri', 'abcdefgh-1z'],
  ['?error=server_error', 'server', 'server_error', ''],
  ['?error=invalid_request', 'request', 'invalid_request', ''],
  ['?error=expired', 'expired', 'expired', ''],
  ['?error=invalid_redirect_uri&of=logout', 'logout', 'invalid_redirect_uri', ''],
  ['', 'request', '', ''],
])('%s', (search, kind, error, request) => {
  expect(parseFailure(search)).toEqual({ kind, error, request })
})

test('shows no text that somebody wrote into the address', () => {
  const search = new URLSearchParams({ error: 'Call +1 555 0100', request: '<b>call us</b>' }).toString()
  expect(parseFailure(`?${search}`)).toEqual({ kind: 'request', error: '', request: '' })
})
