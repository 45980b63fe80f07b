/** Sign-ins by password against the bare hash on the same cores, and against a Fastify that only hashes. */
import { availableParallelism } from 'node:os'
import { login } from '@kerf/contract/endpoints/login'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, short } from '../harness/figures.ts'
import { firstMessage, startProgram } from '../harness/processes.ts'
import { ACCOUNTS, type Accounts, PASSWORD } from '../harness/seed.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, ratioOf, sideBySide } from '../harness/side-by-side.ts'
import { addressOf, fire } from '../load/fire.ts'
import type { Call, Shot } from '../load/shot.ts'

export const CONCURRENT = 16
/** More than a measurement gets through. */
const CALLS = 4_000

let begun = 0

/** The next accounts, each from its own address and from a browser it knows. */
export function signIns(accounts: Accounts, count = CALLS): Call[] {
  return Array.from({ length: count }, () => {
    const index = (begun++ % ACCOUNTS) + 1
    return {
      method: 'POST',
      path: login.path,
      headers: {
        'content-type': 'application/json',
        cookie: `kerfDevice=${accounts.device}`,
        'x-forwarded-for': addressOf(index),
      },
      body: JSON.stringify({ email: accounts.email(index), password: PASSWORD, remember: true }),
    }
  })
}

export async function bareHash(work: 'verify' | 'hash', seconds: number): Promise<Shot> {
  const args = [work, String(availableParallelism()), String(seconds)]
  return firstMessage<Shot>(startProgram(new URL('../references/bare-hash.ts', import.meta.url), args))
}

export const section: Section = {
  title: `Sign-in by password, ${CONCURRENT} at once`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const made = await accounts()
    const server = await startServer((await installation()).env)
    const fastify = await startReference(new URL('../references/bare-hash-server.ts', import.meta.url))
    const load = (url: string, length: number) =>
      fire({ url, connections: CONCURRENT, seconds: length, calls: signIns(made) })
    await load(server.url, 2)
    const taken = await sideBySide(rounds, {
      bare: () => bareHash('verify', seconds),
      ours: () => load(server.url, seconds),
      fastify: () => load(fastify.url, seconds),
    })
    await server.stop()
    await fastify.stop()
    const { bare, ours } = taken
    const rate = (shots: Shot[]): number => medianOf(shots, shot => shot.rate)
    const rates = `${short(rate(ours))}/s beside ${short(rate(bare))}/s`
    return [
      {
        name: 'rate to the bare hash',
        value: ratioOf(ours, bare, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.8),
        note: rates,
      },
      {
        name: `p50 to ${CONCURRENT} / bare rate`,
        value: ratioOf(ours, bare, (a, b) => a.p50 / ((CONCURRENT * 1_000) / b.rate)),
        unit: '×',
        limit: atMost(1.3),
        note: `p50 ${short(medianOf(ours, shot => shot.p50))} ms, p99 ${short(medianOf(ours, shot => shot.p99))} ms`,
      },
      {
        name: 'rate to a Fastify that only hashes',
        value: ratioOf(ours, taken.fastify, (a, b) => a.rate / b.rate),
        unit: '×',
        note: `${short(rate(ours))}/s beside ${short(rate(taken.fastify))}/s`,
      },
    ]
  },
}
