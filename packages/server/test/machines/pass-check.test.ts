/** The check of a pass in C and in TypeScript: the vectors of docs/passes.md, and generated cases (S-166). */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { checkPass, fromBase45, type PassState, type ReadPass } from '../../src/demo/machine/check-pass.ts'
import { encodePass, type PassClaims, toBase45 } from '../../src/machines/passes/pass-format.ts'
import { casesOf } from '../support/corpora.ts'
import { generateCases, type PassCase } from './pass-cases.ts'
import { type PassVector, VECTORS_FILE, type VectorState, writtenVectors } from './pass-vectors.ts'

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

const file = readFileSync(VECTORS_FILE, 'utf8')
const vectors: { key: string; cases: PassVector[] } = JSON.parse(file)
const key = Buffer.from(vectors.key, 'hex')

const toState = ({ ownership, rights, knownTime, removed }: VectorState): PassState => ({
  ...{ ownership: BigInt(ownership), rights: BigInt(rights), knownTime: BigInt(knownTime), removed },
})
const toRead = ({ end, issuedAt, ownership, rights, ...others }: PassClaims): ReadPass => ({
  ...others,
  ...{ end: BigInt(end), issuedAt: BigInt(issuedAt) },
  ...{ ownership: BigInt(ownership), rights: BigInt(rights) },
})
const vectorCases = vectors.cases.map(
  ({ name, state, clock, pass }): PassCase => ({
    ...{ kind: name, key, state: toState(state), clock: BigInt(clock), text: pass, expected: undefined },
  }),
)

const written = (result: string, { ownership, rights, knownTime, removed }: PassState): string =>
  `${result} ${ownership} ${rights} ${knownTime} ${removed.join() || '-'}`

const decideHere = ({ key, state, clock, text }: PassCase): string => {
  const decision = checkPass(state, key, fromBase45(text), clock)
  return written(decision.result, decision.state)
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

describe('the vectors', () => {
  test('are those that the server makes, each with a name of its own', () => {
    expect(file).toBe(writtenVectors())
    expect(new Set(vectors.cases.map(({ name }) => name)).size).toBe(vectors.cases.length)
    // The server makes no numbers beyond 2^53.
    for (const { claims, pass } of vectors.cases)
      if (claims && Number.isSafeInteger(claims.end)) expect(toBase45(encodePass(key, claims))).toBe(pass)
  })

  test('have every result', () => {
    const results = new Set(vectors.cases.map(({ result }) => result))
    expect([...results].sort()).toEqual(
      ['accepted', 'ended', 'former-owner', 'malformed', 'removed', 'too-long', 'wrong-mac'].sort(),
    )
  })

  const expected = vectors.cases.map(
    ({ name, result, after }) => `${name}: ${written(result, toState(after))}`,
  )
  const named = (decisions: readonly string[]) =>
    decisions.map((one, index) => `${vectors.cases[index]?.name}: ${one}`)

  test('hold in TypeScript', () => {
    expect(named(vectorCases.map(decideHere))).toEqual(expected)
    const claimsRead = vectorCases.map(({ state, clock, text }) => {
      const decision = checkPass(state, key, fromBase45(text), clock)
      return decision.result === 'accepted' ? decision.pass : undefined
    })
    expect(claimsRead).toEqual(vectors.cases.map(({ claims }) => claims && toRead(claims)))
  })

  test.skipIf(!hasCompiler)('hold in C', () => {
    expect(named(decideInC(compile('pass_stream', 'pass.c', 'hmac.c'), vectorCases))).toEqual(expected)
  })
})

test.skipIf(!hasCompiler)(
  'the program for firmware keeps its rules and its state, whenever the power is cut',
  () => {
    const program = compile('pass_test', 'pass.c', 'hmac.c', 'pass_store.c')
    expect(execFileSync(program, { encoding: 'utf8' })).toBe(
      '200000 damaged passes, 4500 power cuts, 0 failures\n',
    )
  },
)

const CASES = 10_000
const parts = Array.from({ length: casesOf({ sample: 1, whole: 100 }) }, (_, index) => index + 1)
const firstSeed = Number(process.env.PASS_SEED ?? Date.now() % 2 ** 31)

describe('of generated cases no wrong pass is accepted, no right one refused, and C and TypeScript agree', () => {
  const program = hasCompiler ? compile('pass_stream', 'pass.c', 'hmac.c') : undefined
  const kinds = new Map<string, { cases: number; accepted: number }>()
  afterAll(() => {
    const rows = [...kinds].map(
      ([kind, of]) => `${String(of.cases).padStart(8)} ${kind}: ${of.accepted} accepted`,
    )
    const by = program ? 'C and TypeScript' : 'TypeScript alone: there is no /usr/bin/cc'
    process.stdout.write(`passes, from seed ${firstSeed}, ${by}\n${rows.sort().join('\n')}\n`)
  })

  test.each(parts)('part %i', part => {
    const seed = firstSeed + part - 1
    const cases = [...generateCases(seed, CASES)]
    const inC = program && decideInC(program, cases)
    const wrong: string[] = []
    const seen = new Set<string>()
    cases.forEach((one, index) => {
      const here = decideHere(one)
      const isAccepted = here.startsWith('accepted')
      seen.add(one.kind)
      const of = kinds.get(one.kind) ?? { cases: 0, accepted: 0 }
      kinds.set(one.kind, { cases: of.cases + 1, accepted: of.accepted + Number(isAccepted) })
      const agrees = inC === undefined || inC[index] === here
      if (!agrees || (one.expected !== undefined && (one.expected === 'accepted') !== isAccepted))
        wrong.push(
          `${one.kind}: expected ${one.expected}, TypeScript ${here}, C ${inC?.[index]}, ${one.text}`,
        )
    })
    expect(wrong.slice(0, 10), `seed ${seed}`).toEqual([])
    expect([...seen].sort()).toEqual([
      'changed byte',
      'changed text',
      'clock set forward past the end',
      'damaged claims with a right MAC',
      'ended, with the clock set back',
      'lower ownership number',
      'noise',
      'other machine',
      'overlong',
      'removed member after a newer pass',
      'truncated',
      'valid pass',
      'valid pass of others after removals',
      'wrong MAC',
    ])
  })
})
