import { describe, expect, test } from 'vitest'
import { checkRequirements } from './check-requirements.mjs'

const row = (id: string, proof: string) => `| ${id} | rule | reason | ${proof} |\n`
const check = (rows: string, files: Record<string, string> = {}, unproven = '') =>
  checkRequirements(`## Security requirements\n${rows}\n## Not yet proven\n${unproven}`, files, ['sign-in'])

describe('a requirement', () => {
  test('passes with a test that exists', () => {
    expect(check(row('S-001', '`login/a.test.ts`'), { 'packages/x/login/a.test.ts': '' })).toEqual([])
  })
  test('passes with a benchmark section', () => {
    expect(check(row('P-26', '`bench:sign-in`'))).toEqual([])
  })
  test('fails with a test that does not exist', () => {
    expect(check(row('S-001', '`login/a.test.ts`'))).toHaveLength(1)
  })
  test('fails without a proof', () => {
    expect(check(row('S-001', '–'))).toHaveLength(1)
  })
  test('passes without a proof when it is listed as not yet proven', () => {
    expect(check(row('S-001', '–'), {}, '| S-001 | a drill |\n')).toEqual([])
  })
  test('fails when it is listed twice', () => {
    expect(check(row('P-26', '`bench:sign-in`') + row('P-26', '`bench:sign-in`'))).toHaveLength(1)
  })
})

test('reports a cited id that is not listed', () => {
  const id = ['S', '999'].join('-')
  expect(check(row('P-26', '`bench:sign-in`'), { 'a.ts': `// see ${id}` })).toEqual([
    `a.ts cites ${id}, which docs/requirements.md does not list.`,
  ])
})
