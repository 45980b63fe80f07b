import { expect, test } from 'vitest'
import { defaultPassword } from './default-password.ts'

test('a hundred thousand default passwords: none twice, every letter as likely as the next, at every place', () => {
  const made = Array.from({ length: 100_000 }, defaultPassword)
  expect(new Set(made).size).toBe(made.length)
  const counts = Array.from({ length: 19 }, () => new Map<string, number>())
  for (const password of made)
    for (const [place, letter] of [...password].entries())
      counts[place]?.set(letter, (counts[place]?.get(letter) ?? 0) + 1)
  for (const [place, letters] of counts.entries()) {
    if (place === 6 || place === 13) {
      expect([...letters.keys()]).toEqual(['-'])
      continue
    }
    expect(letters.size).toBe(32)
    // 3125 each; six standard deviations are 330.
    for (const count of letters.values()) expect(Math.abs(count - 3_125)).toBeLessThan(330)
  }
})
