/** Latency of session checks while the sign-in page is asked for with made-up versions (S-130). */
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, FLOOD_MARGIN_SECONDS, runBesideFlood, runLoad } from '../load/run-load.ts'
import { sessionChecks } from './session.ts'

const FLOOD_PER_SECOND = 660
const CHECKS_PER_SECOND = 300
const ADDRESSES = 500

let flooded = 0
/** `madeUp`: every page differs from all others. No address exceeds its limit. */
const floodCalls = (count: number, madeUp: boolean): Call[] =>
  Array.from({ length: count }, (_, index) => ({
    method: 'GET',
    path: `/en/login?av=1.${madeUp ? ++flooded : 0}.7`,
    headers: {
      'accept-encoding': 'br, gzip',
      'x-forwarded-for': clientAddress(600_000 + (index % ADDRESSES)),
    },
  }))

export const section: Section = {
  title: `${FLOOD_PER_SECOND} pages per second, each with another version, from ${ADDRESSES} IP addresses`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const seeded = await accounts()
    const server = await startServer((await installation()).env)
    const { url } = server
    const checks = sessionChecks(seeded.tokens)
    const check = () => runLoad({ url, connections: 16, seconds, rate: CHECKS_PER_SECOND, calls: checks })
    let pages: LoadResult | undefined
    const checkFlooded = async (madeUp: boolean) => {
      const calls = floodCalls(FLOOD_PER_SECOND * (seconds + FLOOD_MARGIN_SECONDS), madeUp)
      const { measured, flood } = await runBesideFlood(
        { url, connections: 24, seconds, rate: FLOOD_PER_SECOND, calls },
        check,
      )
      pages = flood
      return measured
    }
    await check()
    const results = await sideBySide<'quiet' | 'samePage' | 'flooded', LoadResult>(rounds, {
      quiet: check,
      samePage: () => checkFlooded(false),
      flooded: () => checkFlooded(true),
    })
    await server.stop()
    const median = (list: LoadResult[], of: 'p50' | 'p99') => formatNumber(medianOf(list, one => one[of]))
    return [
      {
        name: 'session check: p50 with flood relative to without',
        value: medianRatio(results.flooded, results.quiet, (a, b) => a.p50 / b.p50),
        unit: '×',
        limit: atMost(2),
        note: `${median(results.flooded, 'p50')} ms vs ${median(results.quiet, 'p50')} ms, p99 ${median(results.flooded, 'p99')} vs ${median(results.quiet, 'p99')} ms`,
      },
      {
        name: 'relative to a flood of one page',
        value: medianRatio(results.flooded, results.samePage, (a, b) => a.p50 / b.p50),
        unit: '×',
        limit: atMost(1.5),
        note: `${median(results.flooded, 'p50')} ms vs ${median(results.samePage, 'p50')} ms`,
      },
      {
        name: 'pages served',
        value: pages?.rate ?? Number.NaN,
        unit: '/s',
        limit: atLeast(FLOOD_PER_SECOND * 0.95),
      },
    ]
  },
}
