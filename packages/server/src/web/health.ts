/**
 * `/healthz`: the process is alive. `/readyz`: it accepts requests. A server whose database is away stays ready: every other
 * server has the same database, and a proxy without any server answers with pages of its own instead of 20901.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../platform/db/database.ts'
import { missingMigrations } from '../platform/schema/migration-store.ts'

/** Proxies give a health check a second or two. */
const DATABASE_ANSWER_MAX_MS = 500

/** `notReadyReason`: undefined if the server accepts requests. */
export function healthRoutes(app: FastifyInstance, notReadyReason: () => Promise<string | undefined>): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const reason = await notReadyReason()
    return reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(reason ? { status: 'not ready', reason } : { status: 'ready' })
  })
}

/** A schema that is older than this version, for example of a restored copy, is a reason; a database that is away is none. */
export function createReadiness(db: Queryable, isDraining: () => boolean): () => Promise<string | undefined> {
  // Checks of many proxies take one connection.
  let checking: Promise<boolean> | undefined
  const isSchemaOld = async (): Promise<boolean> => {
    const missing = await missingMigrations(db).catch(() => [])
    checking = undefined
    return missing.length > 0
  }
  return async () => {
    if (isDraining()) return 'draining'
    checking ??= isSchemaOld()
    const isOld = await Promise.race([checking, sleep(DATABASE_ANSWER_MAX_MS, false, { ref: false })])
    return isOld ? 'the schema is older than this version' : undefined
  }
}
