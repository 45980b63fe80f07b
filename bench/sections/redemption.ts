/** Concurrent redemptions of different codes by different people. */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import { seedRedemptionCodes } from '../harness/seed.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'

const CONNECTIONS = 32

export const section: Section = {
  title: `Redemption, ${CONNECTIONS} connections, one code per person`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const created = await installation()
    const server = await startServer(created.env)
    const measure = async (duration: number): Promise<LoadResult> => {
      const codes = await seedRedemptionCodes(created.db, created.keys, tokens.length)
      const calls: Call[] = codes.map((code, index) => ({
        method: 'POST',
        path: redeem.path,
        headers: {
          [TOKEN_HEADER]: tokens[index] ?? '',
          'content-type': 'application/json',
          'idempotency-key': `${code}-${index}`,
          'x-forwarded-for': clientAddress(index),
        },
        body: JSON.stringify({ code }),
      }))
      return runLoad({ url: server.url, connections: CONNECTIONS, seconds: duration, calls })
    }
    await measure(2)
    const results: LoadResult[] = []
    for (let round = 0; round < rounds; round++) results.push(await measure(seconds))
    await server.stop()
    const p50 = medianOf(results, result => result.p50)
    return [
      {
        name: 'redemptions',
        value: medianOf(results, result => result.rate),
        unit: '/s',
        limit: atLeast(200),
        note: `p50 ${formatNumber(p50)} ms`,
      },
      { name: 'p99', value: medianOf(results, result => result.p99), unit: 'ms', limit: atMost(250) },
    ]
  },
}
