/** The check of a pass in TypeScript: the vectors of docs/passes.md, and generated cases (S-166). */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { checkPass, fromBase45, type ReadPass } from '../../src/demo/machine/check-pass.ts'
import { encodePass, type PassClaims, toBase45 } from '../../src/machines/passes/pass-format.ts'
import { casesOf } from '../support/corpora.ts'
import { generateCases, PASS_CASES_SEED } from './pass-cases.ts'
import { decideHere, expectedDecisions, named, vectorCases, vectors } from './pass-decisions.ts'
import { VECTORS_FILE, writtenVectors } from './pass-vectors.ts'

const toRead = ({ end, issuedAt, ownership, rights, ...others }: PassClaims): ReadPass => ({
  ...others,
  ...{ end: BigInt(end), issuedAt: BigInt(issuedAt) },
  ...{ ownership: BigInt(ownership), rights: BigInt(rights) },
})

describe('the vectors', () => {
  test('are those that the server makes, each with a name of its own', () => {
    expect(readFileSync(VECTORS_FILE, 'utf8')).toBe(writtenVectors())
    expect(new Set(vectors.cases.map(({ name }) => name)).size).toBe(vectors.cases.length)
    // The server makes no numbers beyond 2^53.
    const key = Buffer.from(vectors.key, 'hex')
    for (const { claims, pass } of vectors.cases)
      if (claims && Number.isSafeInteger(claims.end)) expect(toBase45(encodePass(key, claims))).toBe(pass)
  })

  test('have every result', () => {
    const results = new Set(vectors.cases.map(({ result }) => result))
    expect([...results].sort()).toEqual(
      ['accepted', 'ended', 'former-owner', 'malformed', 'removed', 'too-long', 'wrong-mac'].sort(),
    )
  })

  test('hold in TypeScript', () => {
    expect(named(vectorCases.map(decideHere))).toEqual(expectedDecisions)
    const claimsRead = vectorCases.map(({ key, state, clock, text }) => {
      const decision = checkPass(state, key, fromBase45(text), clock)
      return decision.result === 'accepted' ? decision.pass : undefined
    })
    expect(claimsRead).toEqual(vectors.cases.map(({ claims }) => claims && toRead(claims)))
  })
})

describe('of generated cases', () => {
  const kinds = new Map<string, { cases: number; accepted: number }>()
  afterAll(() => {
    const rows = [...kinds].map(
      ([kind, of]) => `${String(of.cases).padStart(8)} ${kind}: ${of.accepted} accepted`,
    )
    process.stdout.write(`passes, from seed ${PASS_CASES_SEED}\n${rows.sort().join('\n')}\n`)
  })

  const parts = Array.from({ length: casesOf({ sample: 1, whole: 100 }) }, (_, index) => index)
  test.each(parts)('no wrong pass is accepted, and no right one refused, part %i', part => {
    const seed = PASS_CASES_SEED + part
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const one of generateCases(seed, 10_000)) {
      seen.add(one.kind)
      const here = decideHere(one)
      const isAccepted = here.startsWith('accepted')
      const of = kinds.get(one.kind) ?? { cases: 0, accepted: 0 }
      kinds.set(one.kind, { cases: of.cases + 1, accepted: of.accepted + Number(isAccepted) })
      if (one.expected !== undefined && (one.expected === 'accepted') !== isAccepted)
        wrong.push(`${one.kind}: expected ${one.expected}, got ${here}, ${one.text}`)
    }
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
