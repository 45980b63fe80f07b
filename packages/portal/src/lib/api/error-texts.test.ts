import { ApiError } from '@kerf/contract/client/client'
import { expect, test } from 'vitest'
import { createErrorDescription } from './error-texts.ts'

test.each([
  ['nickname', 'required', 'Please enter Nickname'],
  ['birthday', 'invalid', 'Birthday is not valid'],
  ['email', 'unknown_field', 'Email is not accepted here'],
  ['email', 'email_invalid', 'Invalid email address'],
])('says which field the server refused: %s, %s', (name, key, text) => {
  const error = new ApiError('bad_request', { data: { fields: { [name]: key } } })
  expect(createErrorDescription(error).fields[name]?.()).toBe(text)
})
