/**
 * What runs through another node of a distributed database (DATABASE_NODE_URL): statements of one shard outside of transactions, and
 * transactions of such statements. Every node knows where the rows are. Other transactions, jobs, notifications and locks need the
 * coordinator (decision 033). While the node is lost, the coordinator runs everything.
 */

import type { QueryConfig } from 'pg'
import { createSerialTask } from '../concurrency/serial-task.ts'
import { type Database, isOutage, listStatements, type Queryable } from '../db/database.ts'
import { findDatabaseIdentity, isDistributed } from './distribution-store.ts'
import { isForAnyNode } from './statement-scope.ts'

const CHECK_INTERVAL_MS = 1_000

/** DATABASE_NODE_URL leads to another database: its sessions are not ours. */
export class WrongNodeError extends Error {
  constructor() {
    super('it is no node of the database of DATABASE_URL')
  }
}

interface Identity {
  readonly identity: string
  readonly isDistributed: boolean
}

/** A standby shows sessions that have ended, and so does a restored copy on a single server, whose tables are not distributed. */
async function assertIdentity(node: Queryable, own: Identity): Promise<void> {
  // A table or a right that is missing is that of another database.
  const [other] = await findDatabaseIdentity(node).catch((error: Error) => {
    if (isOutage(error)) throw error
    return []
  })
  if (own.identity !== other?.identity || other.isStandby) throw new WrongNodeError()
  if (own.isDistributed && !(await isDistributed(node))) throw new WrongNodeError()
}

async function readIdentity(coordinator: Queryable): Promise<Identity> {
  const [own] = await findDatabaseIdentity(coordinator)
  if (own === undefined) throw new WrongNodeError()
  return { identity: own.identity, isDistributed: await isDistributed(coordinator) }
}

/** Throws `WrongNodeError`, or if one of the two does not answer. */
export async function assertSameDatabase(coordinator: Queryable, node: Queryable): Promise<void> {
  await assertIdentity(node, await readIdentity(coordinator))
}

/**
 * Checks each new connection of the pools of a node: a name or a proxy may lead to another database by then. The first connections are
 * checked by the routing, which knows the coordinator.
 */
export class NodeIdentity {
  #own: Identity | undefined

  async assert(coordinator: Queryable, node: Queryable): Promise<void> {
    const own = await readIdentity(coordinator)
    await assertIdentity(node, own)
    this.#own = own
  }

  async verify(connection: Queryable): Promise<void> {
    if (this.#own) await assertIdentity(connection, this.#own)
  }
}

/** By the names of statements. */
const decided = new Map<string, boolean>()

export function runsOnAnyNode({ name = '' }: QueryConfig): boolean {
  const known = decided.get(name)
  if (known !== undefined) return known
  const found = listStatements().find(one => one.name === name)
  const isOnAnyNode = found !== undefined && isForAnyNode(found)
  decided.set(name, isOnAnyNode)
  return isOnAnyNode
}

const isRead = ({ text }: QueryConfig): boolean => !/\b(?:insert|update|delete)\b/i.test(text)

/** The node has not run it: it refused the connection, or canceled the statement, which took too long or waited for a lock. */
function isNotRun(error: unknown): boolean {
  const { code = '', message, syscall } = error as { code?: string; message: string; syscall?: string }
  return (
    error instanceof WrongNodeError ||
    syscall === 'connect' ||
    /^(?:53300|57014|57P03)$/.test(code) ||
    /trying to connect/.test(message)
  )
}

/** Statements of a transaction that may run on any node. */
const forAnyNode = (tx: Queryable): Queryable => ({
  async query(config) {
    if (!runsOnAnyNode(config)) throw new Error(`statement ${config.name} needs the coordinator`)
    return tx.query(config)
  },
})

export interface NodeRoutingOptions {
  readonly coordinator: Database
  readonly node: Database
  readonly identity?: NodeIdentity
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

export interface NodeRouting {
  /** The database of `coordinator`, whose statements of one shard go through `node`: pools of the same two servers. */
  route(coordinator: Database, node: Database): Database
  /** whether the node is used now */
  isUsed(): boolean
  stop(): Promise<void>
}

/** The node is used once it has shown that it belongs to the database, and again after each outage. */
export function openNodeRouting(options: NodeRoutingOptions): NodeRouting {
  const { coordinator, node, identity = new NodeIdentity(), log } = options
  let isUsed = false
  let reported: string | undefined
  const report = (error: unknown): void => {
    const { code, message } = error as { code?: string; message: string }
    const cause = error instanceof WrongNodeError ? message : (code ?? message)
    isUsed = false
    if (reported === cause) return
    reported = cause
    log.warn({ cause }, 'the node of DATABASE_NODE_URL is not used: the coordinator runs everything')
  }
  const check = async (): Promise<void> => {
    try {
      // A node that is used is not given up because the coordinator is lost.
      await (isUsed ? identity.verify(node) : identity.assert(coordinator, node))
      if (!isUsed) log.info({}, 'statements of one account or key run through the node of DATABASE_NODE_URL')
      isUsed = true
      reported = undefined
    } catch (error) {
      report(error)
    }
  }
  const checking = createSerialTask(check, () => undefined)
  checking.start()
  const timer = setInterval(() => {
    if (!isUsed) checking.start()
  }, CHECK_INTERVAL_MS).unref()

  const isUnavailable = (error: unknown): boolean => error instanceof WrongNodeError || isOutage(error)

  const read = async <T>(byNode: () => Promise<T>, byCoordinator: () => Promise<T>): Promise<T> => {
    if (!isUsed) return byCoordinator()
    try {
      return await byNode()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // If a shard is lost, the coordinator does not reach it either, and the node stays in use.
      const result = await byCoordinator()
      report(error)
      return result
    }
  }
  /** Statements that the node may have executed are not repeated, because they may write twice. */
  const write = async <T>(byNode: () => Promise<T>, byCoordinator: () => Promise<T>): Promise<T> => {
    if (!isUsed) return byCoordinator()
    try {
      return await byNode()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // Perhaps only a shard is lost.
      checking.start()
      if (!isNotRun(error)) throw error
      return byCoordinator()
    }
  }

  return {
    route: (by, through) => ({
      ...by,
      query(config) {
        if (!runsOnAnyNode(config)) return by.query(config)
        const run = isRead(config) ? read : write
        return run(
          () => through.query(config),
          () => by.query(config),
        )
      },
      sharedReads: {
        query: config =>
          read(
            () => through.sharedReads.query(config),
            () => by.sharedReads.query(config),
          ),
      },
      shardTransaction: work =>
        write(
          () => through.shardTransaction(tx => work(forAnyNode(tx))),
          () => by.shardTransaction(work),
        ),
    }),
    isUsed: () => isUsed,
    async stop() {
      clearInterval(timer)
      await checking.stop()
    },
  }
}
