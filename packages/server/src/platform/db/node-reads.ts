/**
 * Reads through another node of a distributed database (DATABASE_NODE_URL): session checks and lists. Every node knows where the rows
 * are. Transactions, jobs, notifications and locks need the coordinator. While the node is lost, the coordinator reads.
 */
import { type Database, isOutage, type Queryable } from './database.ts'
import { findDatabaseIdentity, isDistributed } from './distribution-store.ts'

const CHECK_INTERVAL_MS = 1_000

/** DATABASE_NODE_URL leads to another database, which has other sessions. */
export class WrongNodeError extends Error {
  constructor() {
    super('it is no node of the database of DATABASE_URL')
  }
}

/**
 * Refuses a standby and a restored copy on a single server (whose tables are not distributed): both show sessions that have ended.
 * Throws `WrongNodeError`, or the error of a server that does not answer.
 */
export async function assertSameDatabase(coordinator: Queryable, node: Queryable): Promise<void> {
  const [[own], [other]] = await Promise.all([
    findDatabaseIdentity(coordinator),
    // If the table or the right to read it is missing, it is another database.
    findDatabaseIdentity(node).catch((error: Error) => {
      if (isOutage(error)) throw error
      return []
    }),
  ])
  if (own === undefined || own.identity !== other?.identity || other.isStandby) throw new WrongNodeError()
  if ((await isDistributed(coordinator)) && !(await isDistributed(node))) throw new WrongNodeError()
}

export interface NodeReadsOptions {
  readonly coordinator: Database
  readonly node: Database
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

export interface NodeReads {
  /** for short reads of many callers, as `Database.sharedReads` */
  readonly sharedReads: Queryable
  readonly reads: Queryable
  /** whether the node is used now */
  isUsed(): boolean
  stop(): Promise<void>
}

/** The node is used once it has shown that it belongs to the database, and again after each outage. */
export function openNodeReads({ coordinator, node, log }: NodeReadsOptions): NodeReads {
  let isUsed = false
  let reported: string | undefined
  const report = (cause: string): void => {
    isUsed = false
    if (reported === cause) return
    reported = cause
    log.warn({ cause }, 'the node of DATABASE_NODE_URL is not used: the coordinator reads')
  }
  const causeOf = (error: unknown): string => {
    const { code, message } = error as { code?: string; message: string }
    return error instanceof WrongNodeError ? message : (code ?? message)
  }
  const check = async (): Promise<void> => {
    if (isUsed) return
    try {
      await assertSameDatabase(coordinator, node)
      isUsed = true
      reported = undefined
      log.info({}, 'session checks and lists are read through the node of DATABASE_NODE_URL')
    } catch (error) {
      report(causeOf(error))
    }
  }
  let checking: Promise<void> | undefined
  const runCheck = (): void => {
    checking ??= check().finally(() => {
      checking = undefined
    })
  }
  runCheck()
  const timer = setInterval(runCheck, CHECK_INTERVAL_MS).unref()

  const through = (on: Queryable, otherwise: Queryable): Queryable => ({
    async query(config) {
      if (!isUsed) return otherwise.query(config)
      try {
        return await on.query(config)
      } catch (error) {
        if (!isOutage(error)) throw error
        // If a shard is lost, the coordinator does not reach it either, and the node stays in use.
        const result = await otherwise.query(config)
        report(causeOf(error))
        return result as never
      }
    },
  })
  return {
    sharedReads: through(node.sharedReads, coordinator.sharedReads),
    reads: through(node, coordinator),
    isUsed: () => isUsed,
    async stop() {
      clearInterval(timer)
      await checking
      await node.close()
    },
  }
}
