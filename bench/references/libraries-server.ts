/**
 * Reference for the start and for idle memory: a Fastify server that loads the libraries that ours has loaded when it is ready, connects
 * to the database and sends one query before it listens. What ours takes more is its own: routes, texts, jobs, the checks of a start.
 */
import 'graphile-worker'
import 'nodemailer'
import 'prom-client'
import 'valibot'
import fastify from 'fastify'
import pg from 'pg'

const [port, connectionString] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString })
await pool.query('select 1')

const app = fastify()
app.get('/healthz', () => ({ status: 'ok' }))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
