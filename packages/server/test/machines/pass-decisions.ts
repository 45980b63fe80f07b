/** What a machine decides about the vectors of docs/passes.md, by the check in TypeScript. */
import { readFileSync } from 'node:fs'
import { checkPass, fromBase45, type PassState } from '../../src/demo/machine/check-pass.ts'
import type { PassCase } from './pass-cases.ts'
import { type PassVector, VECTORS_FILE, type VectorState } from './pass-vectors.ts'

export const vectors: { readonly key: string; readonly cases: readonly PassVector[] } = JSON.parse(
  readFileSync(VECTORS_FILE, 'utf8'),
)

const toState = ({ ownership, rights, knownTime, removed }: VectorState): PassState => ({
  ...{ ownership: BigInt(ownership), rights: BigInt(rights), knownTime: BigInt(knownTime), removed },
})

export const vectorCases = vectors.cases.map(
  ({ name, state, clock, pass }): PassCase => ({
    ...{ kind: name, key: Buffer.from(vectors.key, 'hex'), state: toState(state), clock: BigInt(clock) },
    ...{ text: pass, expected: undefined },
  }),
)

/** Result and state as pass_stream.c prints them. */
const written = (result: string, { ownership, rights, knownTime, removed }: PassState): string =>
  `${result} ${ownership} ${rights} ${knownTime} ${removed.join() || '-'}`

/** Each decision about a vector after the vector's name. */
export const named = (decisions: readonly string[]): string[] =>
  decisions.map((one, index) => `${vectors.cases[index]?.name}: ${one}`)

export const expectedDecisions = named(
  vectors.cases.map(({ result, after }) => written(result, toState(after))),
)

export function decideHere({ key, state, clock, text }: PassCase): string {
  const decision = checkPass(state, key, fromBase45(text), clock)
  return written(decision.result, decision.state)
}
