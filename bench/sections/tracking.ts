/** Latency of sign-ins and session checks with and without a flood of tracking events (S-116). */
import { TRACKING_SDK_PATH } from '@kerf/contract/tracking/tracking'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, type Figure, formatNumber } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runBesideFlood, runLoad } from '../load/run-load.ts'
import { sessionChecks } from './session.ts'
import { signIns } from './sign-in.ts'

const FLOOD_PER_SECOND = 1_000
/** Below capacity: the section measures latency, not throughput. */
const SIGN_INS_PER_SECOND = 12
const CHECKS_PER_SECOND = 300
const ADDRESSES = 4_000
const EVENTS = 20

/** Batches as the portal sends them, from so many IP addresses that none exceeds its rate limit. */
function floodCalls(): Call[] {
  const events = Array.from({ length: EVENTS }, (_, index) => ({
    type: 'track',
    event: '$WebClick',
    distinct_id: `19a5f0c4e3b-${index}-1e525636-2073600-19a5f0c4e3c`,
    time: Date.now(),
    properties: {
      $url: 'https://passport.example/en/login',
      $element_type: 'button',
      $page_x: 10,
      $page_y: 20,
    },
  }))
  const body = `data_list=${encodeURIComponent(Buffer.from(JSON.stringify(events)).toString('base64'))}`
  return Array.from({ length: ADDRESSES }, (_, index) => ({
    method: 'POST',
    path: TRACKING_SDK_PATH,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': clientAddress(500_000 + index),
    },
    body,
  }))
}

export const section: Section = {
  title: `${FLOOD_PER_SECOND} requests per second to the collector, ${EVENTS} events each, from ${ADDRESSES} IP addresses`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const seeded = await accounts()
    const server = await startServer((await installation()).env)
    const { url } = server
    const checks = sessionChecks(seeded.tokens)
    const signIn = () =>
      runLoad({ url, connections: 4, seconds, rate: SIGN_INS_PER_SECOND, calls: signIns(seeded, 400) })
    const check = () => runLoad({ url, connections: 16, seconds, rate: CHECKS_PER_SECOND, calls: checks })
    let collector: LoadResult | undefined
    const measureFlooded = async (load: () => Promise<LoadResult>): Promise<LoadResult> => {
      const calls = floodCalls()
      const { measured, flood } = await runBesideFlood(
        { url, connections: 50, seconds, rate: FLOOD_PER_SECOND, calls },
        load,
      )
      collector = flood
      return measured
    }
    await check()
    await signIn()
    const results = await sideBySide<
      'signInQuiet' | 'signInFlooded' | 'checkQuiet' | 'checkFlooded',
      LoadResult
    >(rounds, {
      signInQuiet: signIn,
      signInFlooded: () => measureFlooded(signIn),
      checkQuiet: check,
      checkFlooded: () => measureFlooded(check),
    })
    await server.stop()
    const compare = (name: string, quiet: LoadResult[], flooded: LoadResult[], limit: number): Figure => ({
      name: `${name}: p99 with flood relative to without`,
      value: medianRatio(flooded, quiet, (a, b) => a.p99 / b.p99),
      unit: '×',
      limit: atMost(limit),
      note: `${formatNumber(medianOf(flooded, result => result.p99))} ms vs ${formatNumber(medianOf(quiet, result => result.p99))} ms, p50 ${formatNumber(medianOf(flooded, result => result.p50))} vs ${formatNumber(medianOf(quiet, result => result.p50))} ms`,
    })
    return [
      compare('sign-in', results.signInQuiet, results.signInFlooded, 1.5),
      compare('session check', results.checkQuiet, results.checkFlooded, 3),
      {
        name: 'session check with flood: p99',
        value: medianOf(results.checkFlooded, result => result.p99),
        unit: 'ms',
        limit: atMost(50),
      },
      {
        name: 'responses of the collector',
        value: collector?.rate ?? Number.NaN,
        unit: '/s',
        limit: atLeast(FLOOD_PER_SECOND * 0.95),
        note: `p99 ${formatNumber(collector?.p99 ?? Number.NaN)} ms`,
      },
    ]
  },
}
