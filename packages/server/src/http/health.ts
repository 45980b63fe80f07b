/** `/healthz`: the process turns. `/readyz`: it may be sent work: database there, schema up to date, not draining. */
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../db/database.ts'
import { statement } from '../db/database.ts'
import { listMigrations } from '../db/migrate.ts'

const applied = statement<{ name: string }>('health.migrations', 'select name from migration')

export function healthRoutes(app: FastifyInstance, db: Queryable, isDraining: () => boolean): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const reason = isDraining() ? 'draining' : await unready(db)
    return reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(reason ? { status: 'not ready', reason } : { status: 'ready' })
  })
}

async function unready(db: Queryable): Promise<string | undefined> {
  try {
    const names = new Set((await applied(db)).map(row => row.name))
    const missing = (await listMigrations()).some(migration => !names.has(migration.name))
    return missing ? 'the schema is older than this version' : undefined
  } catch {
    return 'the database does not answer'
  }
}
