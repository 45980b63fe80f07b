/** Reference: a Fastify server that verifies (`/v1/login`) or makes (`/v1/register`) one password hash per call and does nothing else. */
import { hash, verify } from '@node-rs/argon2'
import fastify from 'fastify'

const OPTIONS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const stored = await hash('laser-cut-birch-7', OPTIONS)

const app = fastify()
app.get('/healthz', () => ({ status: 'ok' }))
app.post('/v1/login', async request => ({
  right: await verify(stored, (request.body as { password: string }).password),
}))
app.post('/v1/register', async request => ({
  hash: await hash((request.body as { password: string }).password, OPTIONS),
}))
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.on('SIGTERM', () => process.exit(0))
