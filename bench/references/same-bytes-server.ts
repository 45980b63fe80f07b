/** Reference: a Fastify server that sends one stored response. Its second argument holds headers and body as JSON. */
import fastify from 'fastify'

const [port, response = '{}'] = process.argv.slice(2)
const { headers, body } = JSON.parse(response) as { headers: Record<string, string>; body: string }

const app = fastify()
app.get('/healthz', () => ({ status: 'ok' }))
app.get('/v1/user/basic', (_, reply) => reply.headers(headers).send(body))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
