import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../bootstrap/paths.mjs'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kerf-command-')))
  writeFileSync(join(folder, 'environment'), 'PUBLIC_URL="https://passport.example.com"\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes deploy/kerf to `path`, with settings and user of this test, and a tree whose Node prints what it runs. */
function install(path: string, tree: string): string {
  const command = join(folder, path)
  mkdirSync(dirname(command), { recursive: true })
  const text = readFileSync(join(root, 'deploy/kerf'), 'utf8')
    .replace('settings=/etc/kerf-passport/environment', `settings=${folder}/environment`)
    .replace('user=kerf-passport', `user=${userInfo().username}`)
  writeFileSync(command, text, { mode: 0o755 })
  mkdirSync(join(folder, tree, 'bin'), { recursive: true })
  writeFileSync(join(folder, tree, 'bin/node'), '#!/bin/sh\necho "$0 $* $PUBLIC_URL"\n', { mode: 0o755 })
  return command
}

test.each([
  ['of the package', 'usr/bin/kerf', 'opt/kerf-passport'],
  ['that was copied from the tarball', 'usr/local/bin/kerf', 'opt/kerf-passport'],
  ['of an unpacked package', 'new/usr/bin/kerf', 'new/opt/kerf-passport'],
  ['of an unpacked tarball', 'kerf-passport-1.12.0/deploy/kerf', 'kerf-passport-1.12.0'],
])('the command %s runs its own tree', (_, path, tree) => {
  const main = join(folder, tree, 'packages/operator/src/main.ts')
  expect(execFileSync(install(path, tree), ['upgrade', 'check'], { encoding: 'utf8' })).toBe(
    `${join(folder, tree, 'bin/node')} ${main} upgrade check https://passport.example.com\n`,
  )
})

test('settings of the caller replace those of the service, as they are', () => {
  const env = { ...process.env, PUBLIC_URL: `it's "$HOME" \`here\`` }
  const command = install('usr/bin/kerf', 'opt/kerf-passport')
  expect(execFileSync(command, ['doctor'], { encoding: 'utf8', env })).toContain(
    ` doctor ${env.PUBLIC_URL}\n`,
  )
})

test('a link to the command runs the tree that it leads to', () => {
  const link = join(folder, 'kerf')
  symlinkSync(install('opt/kerf-passport/deploy/kerf', 'opt/kerf-passport'), link)
  expect(execFileSync(link, ['doctor'], { encoding: 'utf8' })).toContain(
    join(folder, 'opt/kerf-passport/bin/node'),
  )
})
