/** Redemptions of different codes by different people at once. */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { hashRedemptionCode } from '../../packages/server/src/entitlements/redemption/hash-code.ts'
import { randomToken } from '../../packages/server/src/platform/keys/secrets.ts'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, short } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf } from '../harness/side-by-side.ts'
import { addressOf, fire } from '../load/fire.ts'
import type { Call, Shot } from '../load/shot.ts'

const CONNECTIONS = 32

/** One code for each person, of a benefit without end. */
async function seedCodes({ db, keys }: Installation, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    randomToken().replace(/[-_]/g, 'X').slice(0, 16).toUpperCase(),
  )
  const distinct = [
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
    values: [distinct.map(code => hashRedemptionCode(keys.redemption, code))],
  })
  return distinct
}

export const section: Section = {
  title: `Redemption, ${CONNECTIONS} connections, every person a code of their own`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const made = await installation()
    const server = await startServer(made.env)
    const round = async (length: number): Promise<Shot> => {
      const codes = await seedCodes(made, tokens.length)
      const calls: Call[] = codes.map((code, index) => ({
        method: 'POST',
        path: redeem.path,
        headers: {
          [TOKEN_HEADER]: tokens[index] ?? '',
          'content-type': 'application/json',
          'idempotency-key': `${code}-${index}`,
          'x-forwarded-for': addressOf(index),
        },
        body: JSON.stringify({ code }),
      }))
      return fire({ url: server.url, connections: CONNECTIONS, seconds: length, calls })
    }
    await round(2)
    const shots: Shot[] = []
    for (let turn = 0; turn < rounds; turn++) shots.push(await round(seconds))
    await server.stop()
    const p50 = medianOf(shots, shot => shot.p50)
    return [
      {
        name: 'redemptions',
        value: medianOf(shots, shot => shot.rate),
        unit: '/s',
        limit: atLeast(200),
        note: `p50 ${short(p50)} ms`,
      },
      { name: 'p99', value: medianOf(shots, shot => shot.p99), unit: 'ms', limit: atMost(250) },
    ]
  },
}
