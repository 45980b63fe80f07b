/** `/healthz`: the process is alive. `/readyz`: it accepts requests: not draining, database reachable, schema up to date. */
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../db/database.ts'
import { missingMigrations } from '../db/migration-store.ts'

export function healthRoutes(app: FastifyInstance, db: Queryable, isDraining: () => boolean): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const reason = isDraining() ? 'draining' : await notReadyReason(db)
    return reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(reason ? { status: 'not ready', reason } : { status: 'ready' })
  })
}

async function notReadyReason(db: Queryable): Promise<string | undefined> {
  try {
    const missing = await missingMigrations(db)
    return missing.length > 0 ? 'the schema is older than this version' : undefined
  } catch {
    return 'the database does not answer'
  }
}
