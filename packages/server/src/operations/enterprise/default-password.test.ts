import { expect, test } from 'vitest'
import { casesOf } from '../../../test/support/corpora.ts'
import { generateDefaultPassword } from './default-password.ts'

const CHARACTERS = 32

test('default passwords are unique, and each character is equally likely at each position', () => {
  const passwords = Array.from(
    { length: casesOf({ sample: 10_000, whole: 100_000 }) },
    generateDefaultPassword,
  )
  const mean = passwords.length / CHARACTERS
  const standardDeviation = Math.sqrt(mean * (1 - 1 / CHARACTERS))
  expect(new Set(passwords).size).toBe(passwords.length)
  const counts = Array.from({ length: 19 }, () => new Map<string, number>())
  for (const password of passwords)
    for (const [position, character] of [...password].entries())
      counts[position]?.set(character, (counts[position]?.get(character) ?? 0) + 1)
  for (const [position, characters] of counts.entries()) {
    if (position === 6 || position === 13) {
      expect([...characters.keys()]).toEqual(['-'])
      continue
    }
    expect(characters.size).toBe(CHARACTERS)
    for (const count of characters.values())
      expect(Math.abs(count - mean)).toBeLessThan(6 * standardDeviation)
  }
})
