/**
 * `/healthz`: the process is alive. `/readyz`: it accepts requests. While it drains the answer is 404, on which HAProxy sends it no
 * new requests and lets those in progress end (`disable-on-404`); after a 503 HAProxy ends them. A server whose database is away stays ready: every other
 * server has the same database, and a proxy without any server answers with pages of its own instead of 20901.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../platform/db/database.ts'
import { repairMonths } from '../platform/jobs/month-partitions-job.ts'
import { listMigrationNames } from '../platform/schema/migrate.ts'
import { missingMigrations } from '../platform/schema/migration-store.ts'

/** Proxies give a health check a second or two. */
const DATABASE_ANSWER_MAX_MS = 500

const DRAINING = 'draining'

/** `notReadyReason`: undefined if the server accepts requests. */
export function healthRoutes(app: FastifyInstance, notReadyReason: () => Promise<string | undefined>): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const reason = await notReadyReason()
    return reply
      .code(reason === DRAINING ? 404 : reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(reason ? { status: 'not ready', reason } : { status: 'ready' })
  })
}

/**
 * Reasons are a schema that is older than this version, for example of a restored copy, and a table without a partition for today,
 * after a jump of the database's clock (S-179). A database that is away is none. `migrations`: those of this release by default,
 * read once, because an upgrade replaces the files while this version serves. The schema is still new enough for it then.
 */
export function createReadiness(
  db: Queryable,
  isDraining: () => boolean,
  migrations = listMigrationNames(),
): () => Promise<string | undefined> {
  // Checks of many proxies take one connection.
  let checking: Promise<string | undefined> | undefined
  const findReason = async (): Promise<string | undefined> => {
    if ((await missingMigrations(db, migrations)).length > 0) return 'the schema is older than this version'
    const [table] = await repairMonths(db)
    return table && `${table} has no partition for today: synchronize the clocks of all machines`
  }
  const check = (): Promise<string | undefined> =>
    findReason()
      .catch(() => undefined)
      .finally(() => {
        checking = undefined
      })
  return async () => {
    if (isDraining()) return DRAINING
    checking ??= check()
    return Promise.race([checking, sleep(DATABASE_ANSWER_MAX_MS, undefined, { ref: false })])
  }
}
