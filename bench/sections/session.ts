/** Session checks against a Fastify that sends the same bytes without asking anybody. */
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, short } from '../harness/figures.ts'
import { ACCOUNTS, SESSIONS } from '../harness/seed.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, ratioOf, sideBySide } from '../harness/side-by-side.ts'
import { fire } from '../load/fire.ts'
import type { Call, Shot } from '../load/shot.ts'

const CONNECTIONS = 64
/** Set by the HTTP layer itself on every answer. */
const BY_HTTP = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

const checks = (tokens: readonly string[]): Call[] =>
  tokens.map(token => ({ method: 'GET', path: getBasicInfo.path, headers: { [TOKEN_HEADER]: token } }))

async function sampleAnswer(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}${getBasicInfo.path}`, { headers: { [TOKEN_HEADER]: token } })
  if (answer.status !== 200) throw new Error(`a session check answers ${answer.status}`)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !BY_HTTP.has(name)))
  return JSON.stringify({ headers, body: await answer.text() })
}

export const section: Section = {
  title: `Session check, ${CONNECTIONS} connections, ${SESSIONS} sessions, ${ACCOUNTS} accounts`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const server = await startServer((await installation()).env)
    const answer = await sampleAnswer(server.url, tokens[0] ?? '')
    const same = await startReference(new URL('../references/same-bytes-server.ts', import.meta.url), [
      answer,
    ])
    const load = (url: string, length: number) =>
      fire({ url, connections: CONNECTIONS, seconds: length, calls: checks(tokens) })
    await load(server.url, 3)
    await load(same.url, 2)
    const { ours, bare } = await sideBySide<'ours' | 'bare', Shot>(rounds, {
      ours: () => load(server.url, seconds),
      bare: () => load(same.url, seconds),
    })
    await server.stop()
    await same.stop()
    const rate = (shots: Shot[]): number => medianOf(shots, shot => shot.rate)
    return [
      {
        name: 'rate to a Fastify sending the same bytes',
        value: ratioOf(ours, bare, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.45),
        note: `${short(rate(ours))}/s beside ${short(rate(bare))}/s`,
      },
      {
        name: 'p99',
        value: medianOf(ours, shot => shot.p99),
        unit: 'ms',
        limit: atMost(15),
        note: `bare ${short(medianOf(bare, shot => shot.p99))} ms`,
      },
    ]
  },
}
