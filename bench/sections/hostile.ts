/** A million hostile requests made from the endpoint table (S-036, P-22). `--scale 0.01` sends ten thousand. */
import { Agent, request } from 'node:http'
import {
  createHostileRequests,
  findFault,
  HOSTILE_ROUTES,
  type HostileAnswer,
  type HostileRequest,
} from '../../packages/server/test/support/hostile-requests.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost } from '../harness/figures.ts'
import { COLLECTS_ON_SIGNAL, retainedMemory } from '../harness/memory.ts'
import { startServer } from '../harness/server-process.ts'

const REQUESTS = 1_000_000
/** Few: all share the cores with the load generator, and a longer queue measures the queue. */
const AT_ONCE = 8
const SEED = 20_260
/** Share of the requests after which memory counts: caches and compiled code have grown by then. */
const WARM_UP_SHARE = 0.2
const FAULTS_SHOWN = 5

export const section: Section = {
  title: 'hostile requests over every call and page, from 65,536 IP addresses',
  async run({ installation, accounts, scale }: Context) {
    const seeded = await accounts()
    const server = await startServer({ ...(await installation()).env, ...COLLECTS_ON_SIGNAL })
    const { port } = new URL(server.url)
    const own = [server.url, `http://127.0.0.1:${port}`]
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
    const send = ({ method, path, headers, body, route, values }: HostileRequest): Promise<HostileAnswer> =>
      new Promise((resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, incoming => {
          let text = ''
          incoming.setEncoding('utf8').on('data', chunk => {
            text += chunk
          })
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers as Record<string, string | undefined>,
              body: text,
            }),
          )
        })
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed an idle connection while the request was on its way: HTTP clients send it again (RFC 9112, 9.5).
          if (outgoing.reusedSocket && error.code === 'ECONNRESET')
            resolve(send({ method, path, headers, body, route, values }))
          else
            reject(
              new Error(`${error.message} on a ${outgoing.reusedSocket ? 'kept' : 'new'} connection`, {
                cause: error,
              }),
            )
        })
        outgoing.end(body)
      })
    const next = createHostileRequests(SEED, seeded.tokens[0] ?? '')
    const total = Math.round(REQUESTS * scale)
    const times = new Float64Array(total)
    const faults: string[] = []
    let sent = 0
    let busy = 0
    const lost: string[] = []
    const reached = new Set<string>()
    let warm = Number.NaN
    const worker = async (): Promise<void> => {
      while (sent < total) {
        const index = sent++
        const one = next()
        const start = performance.now()
        try {
          const answer = await send(one)
          if (answer.status === 503) busy++
          const fault = findFault(one, answer, own)
          if (fault !== undefined) faults.push(`${one.method} ${one.path.slice(0, 100)}: ${fault}`)
          // Neither its schema, its media type nor missing rights: the handler answered.
          if (answer.status < 400 || [409, 410, 422, 429].includes(answer.status)) reached.add(one.route)
        } catch (error) {
          lost.push(`${one.method} ${one.path.slice(0, 60)}: ${error}`)
        }
        times[index] = performance.now() - start
        if (index === Math.floor(total * WARM_UP_SHARE)) warm = await retainedMemory(server.pid)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const crashed = server.child.exitCode !== null
    const end = crashed ? Number.NaN : await retainedMemory(server.pid)
    agent.destroy()
    await server.stop()
    times.sort()
    return [
      {
        name: `faults in ${total} answers`,
        value: faults.length,
        limit: atMost(0),
        note: faults.slice(0, FAULTS_SHOWN).join(' | '),
      },
      {
        name: 'connections lost',
        value: lost.length,
        limit: atMost(0),
        note: lost.slice(0, FAULTS_SHOWN).join(' | '),
      },
      {
        name: 'calls and pages without an answer of their handler',
        value: HOSTILE_ROUTES.filter(route => !reached.has(route)).length,
        note: HOSTILE_ROUTES.filter(route => !reached.has(route)).join(' | '),
      },
      { name: 'crashes', value: crashed ? 1 : 0, limit: atMost(0) },
      { name: 'answers 503 with Retry-After', value: busy, limit: atMost(0) },
      {
        name: 'time to answer: p99',
        value: times[Math.floor(total * 0.99)] ?? Number.NaN,
        unit: 'ms',
        limit: atMost(100),
      },
      {
        name: 'memory that the server retains after the warm-up and at the end',
        value: end / warm,
        unit: '×',
        limit: atMost(1.2),
        note: `${Math.round(warm)} MiB, ${Math.round(end)} MiB`,
      },
    ]
  },
}
