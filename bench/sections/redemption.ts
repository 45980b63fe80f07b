/** Concurrent redemptions of different codes by different people. */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { hashRedemptionCode } from '../../packages/server/src/entitlements/redemption/hash-code.ts'
import { randomToken } from '../../packages/server/src/platform/keys/secrets.ts'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'

const CONNECTIONS = 32

/** Seeds codes of a benefit that never ends. */
async function seedCodes({ db, keys }: Installation, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    randomToken().replace(/[-_]/g, 'X').slice(0, 16).toUpperCase(),
  )
  const distinctCodes = [
    ...new Map(codes.map(code => [hashRedemptionCode(keys.redemption, code).toString('hex'), code])).values(),
  ]
  await db.query({
    text: `with benefit as (
             insert into benefit (id, name_en, name_zh, days) values ('ben_bench', 'Bench', '台架', 0) on conflict do nothing
           ), batch as (
             insert into code_batch (id, benefit_id, origin, count, operator)
             values (gen_random_uuid()::text, 'ben_bench', 'created', 1, 'bench') returning id
           )
           insert into redemption_code (hash, batch_id, number)
           select hash, batch.id, n from unnest($1::bytea[]) with ordinality as t(hash, n), batch`,
    values: [distinctCodes.map(code => hashRedemptionCode(keys.redemption, code))],
  })
  return distinctCodes
}

export const section: Section = {
  title: `Redemption, ${CONNECTIONS} connections, one code per person`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const created = await installation()
    const server = await startServer(created.env)
    const measure = async (duration: number): Promise<LoadResult> => {
      const codes = await seedCodes(created, tokens.length)
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
