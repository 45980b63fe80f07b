import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const REPORT = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8')
const LEVELS = ['Supports', 'Partially supports', 'Does not support', 'Not applicable']

/** Criteria of WCAG 2.2 by level, with 4.1.1 of earlier versions. */
const CRITERIA = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}

/** Rows of the table of a level: number of the criterion and conformance. */
const rowsOf = (level: string) => {
  const table = REPORT.split(`: WCAG 2.2, level ${level}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...table.matchAll(/^\| (\d+\.\d+\.\d+) [^|]+\| ([^|]+) \|/gm)].map(([, id, found]) => ({
    id,
    found,
  }))
}

test.each(Object.entries(CRITERIA))('reports each criterion of level %s once', (level, ids) => {
  const rows = rowsOf(level)
  expect(rows.map(({ id }) => id)).toEqual(ids.split(' '))
  for (const { id, found } of rows) expect(LEVELS, id).toContain(found)
})

test('names only test files that exist', () => {
  const files = globSync('{packages,e2e,scripts}/**/*.test.{ts,tsx}', {
    cwd: ROOT,
    exclude: path => path.includes('node_modules'),
  })
  const named = [...REPORT.matchAll(/`([\w/-]+(?:\.\w+)*\.test\.tsx?)`/g)].map(([, name]) => name as string)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !files.some(file => file.endsWith(`/${name}`)))).toEqual([])
})
