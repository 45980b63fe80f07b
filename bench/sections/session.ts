/**
 * Session checks, compared with a Fastify server that sends the same bytes without any check, and with one that sends the query and
 * its result only.
 */
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import { ACCOUNTS, SESSIONS } from '../harness/seed.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { runLoad } from '../load/run-load.ts'
import { cpuSeconds } from '../scale/cpu-time.ts'

const CONNECTIONS = 64
/** Set by the HTTP layer on every response. */
const TRANSPORT_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

export const sessionChecks = (tokens: readonly string[]): Call[] =>
  tokens.map(token => ({ method: 'GET', path: getBasicInfo.path, headers: { [TOKEN_HEADER]: token } }))

async function fetchSampleResponse(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}${getBasicInfo.path}`, { headers: { [TOKEN_HEADER]: token } })
  if (response.status !== 200) throw new Error(`a session check responded with ${response.status}`)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !TRANSPORT_HEADERS.has(name)))
  return JSON.stringify({ headers, body: await response.text() })
}

interface Measured extends LoadResult {
  /** of the server process */
  readonly cpuMicroseconds: number
}

export const section: Section = {
  title: `Session check, ${CONNECTIONS} connections, ${SESSIONS} sessions, ${ACCOUNTS} accounts`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const { env } = await installation()
    const server = await startServer(env)
    const sample = await fetchSampleResponse(server.url, tokens[0] ?? '')
    const reference = await startReference(new URL('../references/same-bytes-server.ts', import.meta.url), [
      sample,
    ])
    const batched = await startReference(new URL('../references/batched-query-server.ts', import.meta.url), [
      env.DATABASE_URL ?? '',
      sample,
    ])
    const load = async ({ url, pid }: { url: string; pid: number }, duration: number): Promise<Measured> => {
      const before = cpuSeconds(pid)
      const result = await runLoad({
        url,
        connections: CONNECTIONS,
        seconds: duration,
        calls: sessionChecks(tokens),
      })
      return { ...result, cpuMicroseconds: ((cpuSeconds(pid) - before) * 1e6) / (result.rate * duration) }
    }
    await load(server, 3)
    await load(reference, 2)
    await load(batched, 2)
    const {
      ours,
      reference: references,
      batched: queries,
    } = await sideBySide<'ours' | 'reference' | 'batched', Measured>(rounds, {
      ours: () => load(server, seconds),
      batched: () => load(batched, seconds),
      reference: () => load(reference, seconds),
    })
    await server.stop()
    await reference.stop()
    await batched.stop()
    const rate = (results: Measured[]): string => formatNumber(medianOf(results, result => result.rate))
    const cpu = (results: Measured[]): string =>
      formatNumber(medianOf(results, result => result.cpuMicroseconds))
    return [
      {
        name: 'rate to a Fastify sending the same bytes',
        value: medianRatio(ours, references, (a, b) => a.rate / b.rate),
        unit: '×',
        note: `${rate(ours)}/s vs ${rate(references)}/s, CPU ${cpu(ours)} µs vs ${cpu(references)} µs`,
      },
      {
        name: 'rate to a Fastify with the query only',
        value: medianRatio(ours, queries, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.7),
        note: `${rate(queries)}/s, CPU ${cpu(queries)} µs: the least of any check without a cache`,
      },
      {
        name: 'p99 relative to a Fastify with the query only',
        value: medianRatio(ours, queries, (a, b) => a.p99 / b.p99),
        unit: '×',
        limit: atMost(2),
        note: `${formatNumber(medianOf(ours, result => result.p99))} ms vs ${formatNumber(medianOf(queries, result => result.p99))} ms`,
      },
    ]
  },
}
