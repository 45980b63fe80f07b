/** Reference for start-up: a Fastify server that connects to the database and sends one query before it listens. */
import fastify from 'fastify'
import pg from 'pg'

const [port, connectionString] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString })
await pool.query('select 1')

const app = fastify()
app.get('/healthz', () => ({ status: 'ok' }))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
