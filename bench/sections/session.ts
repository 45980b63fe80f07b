/** Session checks, compared with a Fastify server that sends the same bytes without any check. */
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import { ACCOUNTS, SESSIONS } from '../harness/seed.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { runLoad } from '../load/run-load.ts'

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

export const section: Section = {
  title: `Session check, ${CONNECTIONS} connections, ${SESSIONS} sessions, ${ACCOUNTS} accounts`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const server = await startServer((await installation()).env)
    const sample = await fetchSampleResponse(server.url, tokens[0] ?? '')
    const reference = await startReference(new URL('../references/same-bytes-server.ts', import.meta.url), [
      sample,
    ])
    const load = (url: string, duration: number) =>
      runLoad({ url, connections: CONNECTIONS, seconds: duration, calls: sessionChecks(tokens) })
    await load(server.url, 3)
    await load(reference.url, 2)
    const { ours, reference: references } = await sideBySide<'ours' | 'reference', LoadResult>(rounds, {
      ours: () => load(server.url, seconds),
      reference: () => load(reference.url, seconds),
    })
    await server.stop()
    await reference.stop()
    const rate = (results: LoadResult[]): number => medianOf(results, result => result.rate)
    return [
      {
        name: 'rate to a Fastify sending the same bytes',
        value: medianRatio(ours, references, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.45),
        note: `${formatNumber(rate(ours))}/s vs ${formatNumber(rate(references))}/s`,
      },
      {
        name: 'p99',
        value: medianOf(ours, result => result.p99),
        unit: 'ms',
        limit: atMost(15),
        note: `reference ${formatNumber(medianOf(references, result => result.p99))} ms`,
      },
    ]
  },
}
