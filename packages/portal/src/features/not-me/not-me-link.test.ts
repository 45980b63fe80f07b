import { expect, it } from 'vitest'
import { readNotMeSecret } from './not-me-link.ts'

it('reads the secret with or without the leading #', () => {
  expect(readNotMeSecret('#AbC_-9')).toBe('AbC_-9')
  expect(readNotMeSecret('AbC_-9')).toBe('AbC_-9')
})

it('ignores a fragment that is not a valid secret', () => {
  for (const hash of ['', '#', '#a b', '#a/b', '#a=b', `#${'a'.repeat(513)}`]) {
    expect(readNotMeSecret(hash)).toBeUndefined()
  }
})
