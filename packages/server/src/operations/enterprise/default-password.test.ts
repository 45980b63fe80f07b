import { expect, test } from 'vitest'
import { generateDefaultPassword } from './default-password.ts'

test('100,000 default passwords are unique, and each character is equally likely at each position', () => {
  const passwords = Array.from({ length: 100_000 }, generateDefaultPassword)
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
    expect(characters.size).toBe(32)
    // The mean is 3125; six standard deviations are 330.
    for (const count of characters.values()) expect(Math.abs(count - 3_125)).toBeLessThan(330)
  }
})
