/**
 * Reference: a Fastify server that finds the sessions of calls that arrive together with one query, as the server does, and sends
 * the account as JSON. It does nothing else: what it takes more than stored bytes is the least that a check without a cache can cost.
 */
import { createHash } from 'node:crypto'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import fastify from 'fastify'
import pg from 'pg'
import { findSessions, hashArray } from '../../packages/server/src/identity/session/session-store.ts'

const QUERIES_MAX = 2
const FULL_BATCH_SIZE = 24

const [port, connectionString, response = '{}'] = process.argv.slice(2)
const { headers } = JSON.parse(response) as { headers: Record<string, string> }
const pool = new pg.Pool({ connectionString, max: QUERIES_MAX })

interface Waiting {
  readonly hash: string
  readonly answer: (body: string) => void
}
let waiting: Waiting[] = []
let running = 0
let isScheduled = false

function schedule(): void {
  if (waiting.length >= FULL_BATCH_SIZE && running < QUERIES_MAX) void runQuery()
  else if (waiting.length > 0 && running === 0 && !isScheduled) {
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (running === 0) void runQuery()
    })
  }
}

async function runQuery(): Promise<void> {
  const batch = waiting
  if (batch.length === 0) return
  waiting = []
  running++
  const rows = await findSessions(pool, { hashes: hashArray(batch.map(({ hash }) => hash)) })
  running--
  for (const { position, uid, nickname, headpic, country, region, enterprise_id } of rows) {
    const enterpriseUser = enterprise_id === null ? null : { uid: enterprise_id }
    const data = { uid, nickname, headpic, country, region, enterpriseUser }
    batch[position - 1]?.answer(JSON.stringify({ code: 0, data, msg: '', requestId: '' }))
  }
  schedule()
}

const app = fastify()
app.get('/healthz', () => ({ status: 'ok' }))
app.get('/v1/user/basic', (request, reply) => {
  const hash = createHash('sha256').update(String(request.headers[TOKEN_HEADER])).digest('hex')
  waiting.push({ hash, answer: body => void reply.headers(headers).send(body) })
  schedule()
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
