/** Reference: serves stored responses. A JSON file maps each path to its headers and its body in base64. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

export type StoredResponses = Readonly<
  Record<string, { headers: Readonly<Record<string, string>>; body: string }>
>

const [port, file = ''] = process.argv.slice(2)
const responses: StoredResponses = JSON.parse(readFileSync(file, 'utf8'))

createServer((request, reply) => {
  const stored = responses[request.url ?? '']
  if (request.url === '/healthz') reply.writeHead(200).end()
  else if (stored) reply.writeHead(200, stored.headers).end(Buffer.from(stored.body, 'base64'))
  else reply.writeHead(404).end()
}).listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
