import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDebianPackage } from './archives.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-debian-package-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]): string => execFileSync('dpkg-deb', args, { encoding: 'utf8' })
const hasDpkg = (() => {
  try {
    return run('--version') !== ''
  } catch {
    return false
  }
})()

test.skipIf(!hasDpkg)('the package has no settings: apt would ask about them at an upgrade', () => {
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  writeFileSync(join(tree, 'package.json'), '{}')
  const file = join(folder, 'kerf-passport.deb')
  createDebianPackage(tree, { draft: join(folder, 'draft'), file, version: '1.12.0', time: 1_700_000_000 })
  expect(run('--contents', file)).toContain('./opt/kerf-passport/package.json\n')
  expect(run('--contents', file)).not.toContain('./etc/')
  expect(run('--ctrl-tarfile', file)).not.toContain('conffiles')
})
