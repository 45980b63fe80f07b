import { expect, it } from 'vitest'
import { readMailLink } from './mail-link.ts'

it('reads the secret with or without the leading #', () => {
  expect(readMailLink('#AbC_-9')).toBe('AbC_-9')
  expect(readMailLink('AbC_-9')).toBe('AbC_-9')
})

it('ignores a fragment that is not a valid secret', () => {
  for (const hash of ['', '#', '#a b', '#a/b', '#a=b', `#${'a'.repeat(513)}`]) {
    expect(readMailLink(hash)).toBeUndefined()
  }
})
