import { expect, it } from 'vitest'
import { readLink } from './not-me-link.ts'

it('reads the secret of a link, with or without its mark', () => {
  expect(readLink('#AbC_-9')).toBe('AbC_-9')
  expect(readLink('AbC_-9')).toBe('AbC_-9')
})

it('takes what cannot be one for none', () => {
  for (const hash of ['', '#', '#a b', '#a/b', '#a=b', `#${'a'.repeat(513)}`]) {
    expect(readLink(hash)).toBeUndefined()
  }
})
