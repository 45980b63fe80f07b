/** Reference: accepts traces by OTLP over HTTP and counts their bytes. It parses nothing: a collector runs on another machine. */
import { createServer } from 'node:http'

const [port] = process.argv.slice(2)
let bytes = 0

createServer((request, reply) => {
  if (request.url === '/bytes') return void reply.end(String(bytes))
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on('end', () => reply.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
