/** The least a server with a database does before its first answer: a connection and one query. */
import fastify from 'fastify'
import pg from 'pg'

const [port, connectionString] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString })
await pool.query('select 1')

const app = fastify()
app.get('/healthz', () => ({ status: 'ok' }))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
