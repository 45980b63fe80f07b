/** The replaced members are not part of the library's interface: each file here is read again before another version is installed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const INSTALLED = import.meta.resolve('oidc-provider/package.json')

test.each(
  readdirSync(import.meta.dirname).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts')),
)('%s names the installed version', name => {
  const { version } = JSON.parse(readFileSync(new URL(INSTALLED), 'utf8'))
  expect(readFileSync(join(import.meta.dirname, name), 'utf8')).toContain(`oidc-provider ${version}`)
})
