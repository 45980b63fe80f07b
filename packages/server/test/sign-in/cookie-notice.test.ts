/** The privacy notice names every cookie that the server sets. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchCookieName } from '../../src/entitlements/training/watch-cookie.ts'
import { browserCookieName, companionCookieName } from '../../src/identity/session/session-cookies.ts'

const SOURCES = join(import.meta.dirname, '../../src')
const LOCALES = join(import.meta.dirname, '../../../../locales')

/** Values of the constants that name cookies. */
const declared = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.startsWith('demo'))
  .flatMap(name => [
    ...readFileSync(join(SOURCES, name), 'utf8').matchAll(/^(?:export )?const \w*COOKIE = '(kerf\w+)'/gm),
  ])
  .map(([, value = '']) => value)

test.each(['en', 'zh'])('in %s', lang => {
  const notice = readFileSync(join(LOCALES, lang, 'privacy.ts'), 'utf8')
  const prefixed = [browserCookieName, companionCookieName, watchCookieName].map(nameOf =>
    nameOf({ https: true }),
  )
  expect(declared.length).toBeGreaterThanOrEqual(4)
  expect([...prefixed, ...declared].filter(name => !notice.includes(name))).toEqual([])
})
