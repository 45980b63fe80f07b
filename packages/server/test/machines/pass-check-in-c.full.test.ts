/**
 * The check of a pass for firmware, compiled with sanitizers: the vectors of docs/passes.md, and the same decisions as the check in
 * TypeScript (S-166). It compiles, and samples/pass changes rarely; `pass-check.test.ts` proves the rules.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { casesOf } from '../support/corpora.ts'
import { generateCases, PASS_CASES_SEED, type PassCase } from './pass-cases.ts'
import { decideHere, expectedDecisions, named, vectorCases } from './pass-decisions.ts'

const COMPILER = '/usr/bin/cc'
const hasCompiler = existsSync(COMPILER)
const SAMPLE = fileURLToPath(new URL('../../../../samples/pass', import.meta.url))
const FLAGS =
  '-std=c99 -O1 -Wall -Wextra -Werror -pedantic -fsanitize=address,undefined -fno-sanitize-recover'.split(' ')
const folder = mkdtempSync(join(tmpdir(), 'kerf-pass-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compile(name: string, ...sources: string[]): string {
  const program = join(folder, name)
  const files = [...sources, `${name}.c`].map(source => join(SAMPLE, source))
  execFileSync(COMPILER, [...FLAGS, '-o', program, ...files])
  return program
}

/** What pass_stream.c decides. */
function decideInC(program: string, cases: readonly PassCase[]): string[] {
  const input = cases
    .map(({ key, state: { ownership, rights, knownTime, removed }, clock, text }) =>
      [
        key.toString('hex'),
        ...[ownership, rights, knownTime, removed.join() || '-', clock],
        Buffer.from(text).toString('hex') || '-',
      ].join(' '),
    )
    .join('\n')
  const { status, stdout, stderr } = spawnSync(program, {
    input: `${input}\n`,
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.trimEnd().split('\n')
}

describe.skipIf(!hasCompiler)('the check for firmware', () => {
  const program = hasCompiler ? compile('pass_stream', 'pass.c', 'hmac.c') : ''

  test('decides the vectors as written', () => {
    expect(named(decideInC(program, vectorCases))).toEqual(expectedDecisions)
  })

  const parts = Array.from({ length: casesOf({ sample: 1, whole: 100 }) }, (_, index) => index)
  test.each(parts)('decides generated cases as the check in TypeScript, part %i', part => {
    const seed = PASS_CASES_SEED + part
    const cases = [...generateCases(seed, 10_000)]
    const inC = decideInC(program, cases)
    const different = cases.flatMap((one, index) => {
      const here = decideHere(one)
      return inC[index] === here ? [] : [`${one.kind}: TypeScript ${here}, C ${inC[index]}, ${one.text}`]
    })
    expect(different.slice(0, 10), `seed ${seed}`).toEqual([])
  })

  test('keeps its rules and its state, whenever the power is cut', () => {
    const tests = compile('pass_test', 'pass.c', 'hmac.c', 'pass_store.c')
    expect(execFileSync(tests, { encoding: 'utf8' })).toBe(
      '200000 damaged passes, 4500 power cuts, 0 failures\n',
    )
  })
})
