import { describe, expect, test } from 'vitest'
import { entriesNeededBy, isForPlatform } from './lock-file.mjs'

const lock = {
  packages: {
    '': { devDependencies: { linter: '1' } },
    'packages/server': { dependencies: { a: '1' }, devDependencies: { bundler: '1' } },
    'node_modules/@kerf/server': { resolved: 'packages/server', link: true },
    'node_modules/a': {
      dependencies: { b: '2' },
      peerDependencies: { c: '1', d: '1' },
      peerDependenciesMeta: { d: { optional: true } },
    },
    'node_modules/a/node_modules/b': { devDependencies: { linter: '1' } },
    'node_modules/b': {},
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/bundler': { optionalDependencies: { native: '1', absent: '1' } },
    'node_modules/native': {},
    'node_modules/linter': {},
  },
}

describe('entriesNeededBy', () => {
  test('follows all kinds of a workspace, and no development or optional peer packages of a dependency', () => {
    expect([...entriesNeededBy(lock, ['packages/server'])].sort()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/bundler',
      'node_modules/c',
      'node_modules/native',
      'packages/server',
    ])
  })
})

describe('isForPlatform', () => {
  test.each([
    [{}, true],
    [{ os: ['linux'], cpu: ['x64'] }, true],
    [{ os: ['linux'], cpu: ['arm64'] }, false],
    [{ os: ['!win32'] }, true],
    [{ os: ['!linux'] }, false],
  ])('%j on linux, x64: %s', (entry, expected) => {
    expect(isForPlatform(entry, 'linux', 'x64')).toBe(expected)
  })
})
