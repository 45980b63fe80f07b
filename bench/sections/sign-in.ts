/** Sign-ins by password, compared with the hash function alone and with a Fastify server that only hashes. */
import { availableParallelism } from 'node:os'
import { login } from '@kerf/contract/endpoints/sign-in'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import { firstMessage, startProgram } from '../harness/processes.ts'
import { ACCOUNTS, type Accounts, SEED_PASSWORD } from '../harness/seed.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'

export const CONCURRENT = 16
export const HASH_SERVER = new URL('../references/bare-hash-server.ts', import.meta.url)
/** More calls than one measurement completes. */
const CALLS = 4_000

let signInCount = 0

/** Sign-ins of the next accounts, each from its own IP address and from a browser that the account knows. */
export function signIns(accounts: Accounts, count = CALLS): Call[] {
  return Array.from({ length: count }, () => {
    const index = (signInCount++ % ACCOUNTS) + 1
    return {
      method: 'POST',
      path: login.path,
      headers: {
        'content-type': 'application/json',
        cookie: `kerfDevice=${accounts.browserCookie}`,
        'x-forwarded-for': clientAddress(index),
      },
      body: JSON.stringify({ email: accounts.email(index), password: SEED_PASSWORD, remember: true }),
    }
  })
}

export async function measureBareHash(operation: 'verify' | 'hash', seconds: number): Promise<LoadResult> {
  const args = [operation, String(availableParallelism()), String(seconds)]
  return firstMessage<LoadResult>(startProgram(new URL('../references/bare-hash.ts', import.meta.url), args))
}

export const section: Section = {
  title: `Sign-in by password, ${CONCURRENT} connections`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const seeded = await accounts()
    const server = await startServer((await installation()).env)
    const fastify = await startReference(HASH_SERVER)
    const load = (url: string, duration: number) =>
      runLoad({ url, connections: CONCURRENT, seconds: duration, calls: signIns(seeded) })
    await load(server.url, 2)
    const results = await sideBySide(rounds, {
      bare: () => measureBareHash('verify', seconds),
      ours: () => load(server.url, seconds),
      fastify: () => load(fastify.url, seconds),
    })
    await server.stop()
    await fastify.stop()
    const { bare, ours } = results
    const rate = (measured: LoadResult[]): number => medianOf(measured, result => result.rate)
    const rates = `${formatNumber(rate(ours))}/s vs ${formatNumber(rate(bare))}/s`
    return [
      {
        name: 'rate relative to the hash function alone',
        value: medianRatio(ours, bare, (a, b) => a.rate / b.rate),
        unit: '×',
        note: rates,
      },
      {
        name: `p50 relative to ${CONCURRENT} / hash rate`,
        value: medianRatio(ours, bare, (a, b) => a.p50 / ((CONCURRENT * 1_000) / b.rate)),
        unit: '×',
        limit: atMost(1.3),
        note: `p50 ${formatNumber(medianOf(ours, result => result.p50))} ms, p99 ${formatNumber(medianOf(ours, result => result.p99))} ms`,
      },
      {
        name: 'rate relative to a Fastify that only hashes',
        value: medianRatio(ours, results.fastify, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.85),
        note: `${formatNumber(rate(ours))}/s vs ${formatNumber(rate(results.fastify))}/s`,
      },
    ]
  },
}
