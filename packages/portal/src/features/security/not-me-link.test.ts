import { expect, it } from 'vitest'
import { readNotMeSecret } from './not-me-link.ts'

it('reads the secret of a link, with or without its mark', () => {
  expect(readNotMeSecret('#AbC_-9')).toBe('AbC_-9')
  expect(readNotMeSecret('AbC_-9')).toBe('AbC_-9')
})

it('takes what cannot be one for none', () => {
  for (const hash of ['', '#', '#a b', '#a/b', '#a=b', `#${'a'.repeat(513)}`]) {
    expect(readNotMeSecret(hash)).toBeUndefined()
  }
})
