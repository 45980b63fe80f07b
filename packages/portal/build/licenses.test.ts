import { expect, test } from 'vitest'
import { collectLicenses } from './licenses.ts'

test('every package of the product has a free license, its words, and a version', () => {
  const { packages, texts } = collectLicenses()
  const names = packages.map(({ name }) => name)
  for (const name of [
    'react',
    'react-dom',
    '@tanstack/history',
    'valibot',
    'fastify',
    'pg',
    'sharp',
    'SecLists: 10-million-password-list-top-1000000',
  ])
    expect(names).toContain(name)
  expect(names.filter(name => /^(?:vite|@types\/|@kerf\/|vitest)/.test(name))).toEqual([])
  for (const { name, version, license, text } of packages) {
    expect([name, /^\d+\.\d+\.\d+/.test(version)]).toEqual([name, true])
    expect([name, license]).toEqual([
      name,
      expect.stringMatching(
        /MIT|ISC|BSD|Apache|MPL|OFL|CC0|Unlicense|CC-BY-SA|PDDL|BlueOak|LGPL|Python|WTFPL|Zlib/i,
      ),
    ])
    if (text !== null) expect(texts[text]?.length).toBeGreaterThan(50)
  }
  expect(packages.filter(({ text }) => text !== null).length).toBeGreaterThan(packages.length / 2)
})
