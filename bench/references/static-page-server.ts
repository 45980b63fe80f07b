/** A site of ready answers: a JSON file names them by path, each with headers and its body in base64. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

export type Answers = Readonly<Record<string, { headers: Readonly<Record<string, string>>; body: string }>>

const [port, file = ''] = process.argv.slice(2)
const answers: Answers = JSON.parse(readFileSync(file, 'utf8'))

createServer((request, reply) => {
  const answer = answers[request.url ?? '']
  if (request.url === '/healthz') reply.writeHead(200).end()
  else if (answer) reply.writeHead(200, answer.headers).end(Buffer.from(answer.body, 'base64'))
  else reply.writeHead(404).end()
}).listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
