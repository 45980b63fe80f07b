/** Database access: pools, transactions, named prepared statements, and the classification of errors. */
import pg from 'pg'
import type { Deadline } from '../concurrency/call-scope.ts'
import { countWait, createCallDeadlines } from './call-deadline.ts'
import { openConnectionPool } from './connection-pool.ts'
import { CONNECT_TIMEOUT_MS, POOL_TIMEOUT_MS } from './database-timeouts.ts'
import { createQueryLanes } from './query-lanes.ts'
import type { Queryable } from './queryable.ts'
import { findServingRole } from './serving-role.ts'
import { createBatchingConnection } from './statement-batch.ts'

export type { Queryable } from './queryable.ts'

export interface Database extends Queryable {
  /** Runs `work` in one transaction; commits when it resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, for statements that do not depend on each other's results: they are sent at once, together with the
   * commit. `work` must start all of them before its first await. Commits unless the database rejects one of them.
   */
  pipelinedTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Like `pipelinedTransaction`, for statements of shards that number no rows: another node may run it, see node-routing.ts. */
  shardTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Runs `work` on one connection, without a transaction. Statements that start in the same turn of the event loop are sent
   * in one write and run one after the other, which takes less CPU time than a connection for each.
   */
  withConnection<T>(work: (on: Queryable) => Promise<T>): Promise<T>
  /** For short reads that many callers make at once: they share connections, with several in flight on each. */
  readonly sharedReads: Queryable
  /** A connection outside the pool, for LISTEN. The caller closes it. */
  connect(): Promise<pg.Client>
  /** the deadline of a call that begins now, see call-deadline.ts */
  createDeadline(): Deadline
  /** connections of the pool now, and callers that wait for one */
  usage(): PoolUsage
  close(): Promise<void>
}

export interface PoolUsage {
  readonly used: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  /** time that a call waits for a connection of the pool, default 2000 */
  readonly poolTimeoutMs?: number
  /** time that a call waits for the database in all, default 2500 */
  readonly callTimeoutMs?: number
  /** time after which the database cancels a statement, default 5000 */
  readonly statementTimeoutMs?: number
  /** role to take over, as returned by `migrate`; null: the user of `url`; read from the database if undefined */
  readonly servingRole?: string | null
  /** additional settings of every connection, `name=value` */
  readonly settings?: readonly string[]
  /** for LISTEN, which works through no pooler; default `url` */
  readonly listenUrl?: string
  /**
   * `url` may lead through a pooler in transaction mode. It passes no start-up options on, and what one transaction sets
   * is not there for the next: `settings` are part of each transaction, all others belong to the role of `url`.
   */
  readonly pooled?: boolean
  /** false: the pooler does not know prepared statements; default true */
  readonly preparedStatements?: boolean
  /** time after which a query without a response is an outage; default a second more than `statementTimeoutMs` */
  readonly queryTimeoutMs?: number
  /** Checks each new connection before its first use. Rejects if it may not be used. */
  readonly verify?: (connection: Queryable) => Promise<void>
  /** receives errors of idle connections; without a listener a database restart would end the process */
  readonly onError: (error: Error) => void
}

export const CALL_TIMEOUT_MS = 2_500
export const STATEMENT_TIMEOUT_MS = 5_000
/** A query without an answer for this long after its cancellation was sent on a dead connection. */
const QUERY_TIMEOUT_MARGIN_MS = 1_000

/** SQLSTATE classes and system errors that mean that the database is unavailable; 25006: it is a standby. */
const OUTAGE = /^(?:08|28|53|57|XX|25P02|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/

/** No partition accepts a row of now: the clock of the database has jumped. A violated check has a name. */
const isMissingMonth = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23514' && constraint === undefined
}

/** True if the database is unavailable. The response is 503, and clients keep their tokens. */
export function isOutage(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  if (isMissingMonth(error)) return true
  // ENOENT and EAGAIN: nobody listens on a Unix socket, or too many wait.
  if (syscall === 'connect' || (typeof code === 'string' && OUTAGE.test(code))) return true
  return (
    typeof message === 'string' &&
    /timeout exceeded|read timeout|Connection terminated|Client has encountered/i.test(message)
  )
}

/** Message for a DATABASE_URL that cannot be used; undefined for any other error. It does not contain the URL. */
export function databaseAccessError(error: unknown): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const denied = /^(?:28|3D)/.test(code)
  return denied || isOutage(error)
    ? `The database of DATABASE_URL cannot be used: ${message || code}`
    : undefined
}

export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'

type Discard = (error: Error) => void

const errorsOf = async (queries: readonly Promise<unknown>[]): Promise<Error[]> =>
  (await Promise.allSettled(queries)).flatMap(one => (one.status === 'rejected' ? [one.reason as Error] : []))

async function runTransaction<T>(
  tx: Queryable,
  begin: pg.QueryConfig,
  work: (tx: Queryable) => Promise<T>,
  discard: Discard,
): Promise<T> {
  // Sent together with the first statement: responses arrive in order.
  const begun = tx.query(begin)
  begun.catch(() => undefined)
  try {
    const result = await work(tx)
    await begun
    await tx.query({ text: 'commit' })
    return result
  } catch (error) {
    // The state of the connection is unknown: closing it rolls back.
    if (isOutage(error)) discard(error as Error)
    else await tx.query({ text: 'rollback' }).catch(discard)
    throw error
  }
}

async function runPipelinedTransaction<T>(
  tx: Queryable,
  begin: pg.QueryConfig,
  work: (tx: Queryable) => Promise<T>,
  discard: Discard,
): Promise<T> {
  const working = async () => work(tx)
  const queries = [tx.query(begin), working(), tx.query({ text: 'commit' })] as const
  // Responses arrive in order: after the commit's no query is pending.
  const errors = await errorsOf(queries)
  const outage = errors.find(isOutage)
  if (outage) discard(outage)
  if (errors[0]) throw errors[0]
  const [, result, commit] = await Promise.all(queries)
  if (commit.command !== 'COMMIT') throw new Error('a transaction was rolled back')
  return result
}

/**
 * Opens a pool that uses the serving role if there is one. The database cancels slow statements (P-14). The client-side
 * query timeout is a little longer: it covers connections that are dead.
 */
export async function openDatabase({
  url,
  poolSize,
  poolTimeoutMs = POOL_TIMEOUT_MS,
  callTimeoutMs = CALL_TIMEOUT_MS,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  onError,
  queryTimeoutMs = statementTimeoutMs + QUERY_TIMEOUT_MARGIN_MS,
  servingRole,
  listenUrl = url,
  pooled = false,
  preparedStatements = true,
  settings = [],
  verify,
}: DatabaseOptions): Promise<Database> {
  const options = pooled
    ? undefined
    : await startupOptions(url, servingRole, [`statement_timeout=${statementTimeoutMs}`, ...settings])
  const localSettings = pooled ? settings.map(setting => `set local ${setting}`) : []
  // With a name it is sent in one batch with the statements after it. Several commands in one text cannot have a name.
  const begin =
    localSettings.length > 0 || !preparedStatements
      ? { text: ['begin', ...localSettings].join(';') }
      : { name: 'begin', text: 'begin' }
  const toSent = <C extends pg.QueryConfig>(config: C): C =>
    preparedStatements ? config : { ...config, name: undefined }
  const deadlines = createCallDeadlines(callTimeoutMs)
  const { pool, acquire, beforeQuery, afterQuery, close } = openConnectionPool(
    {
      connectionString: url,
      application_name: 'kerf',
      max: poolSize,
      connectionTimeoutMillis: poolTimeoutMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Sends statements of a transaction that do not wait for each other together.
      pipeline: true,
      ...(options !== undefined && { options }),
      ...(verify && {
        verify: (client: pg.PoolClient, done: (error?: Error) => void) =>
          void verify(client).then(() => done(), done),
      }),
    },
    queryTimeoutMs,
  )
  pool.on('error', onError)
  /** Closes the connection instead of keeping it if `work` calls `discard`. */
  const onClient = async <T>(work: (client: pg.PoolClient, discard: Discard) => Promise<T>): Promise<T> => {
    const client = await acquire()
    let broken: Error | undefined
    try {
      return await work(client, error => {
        broken = error
      })
    } finally {
      client.release(broken)
    }
  }
  const transactionOn = (client: pg.PoolClient): Queryable => {
    const connection = createBatchingConnection(client, () => beforeQuery(client))
    return { query: config => countWait(() => connection.query(toSent(config))) }
  }
  /** Sends statements together, each with its own result: one that fails does not affect the others. */
  const on = (client: pg.PoolClient): Queryable => ({
    query(config) {
      beforeQuery(client)
      const sentAt = performance.now()
      const result = countWait(() => client.query(toSent(config)))
      result.then(
        () => deadlines.observe(performance.now() - sentAt),
        () => undefined,
      )
      return result
    },
  })
  const lanes = createQueryLanes({
    acquire,
    release: (client, broken) => client.release(broken),
    async send(client, config) {
      try {
        return await on(client).query(config)
      } finally {
        afterQuery(client)
      }
    },
    isBroken: isOutage,
  })
  const database: Database = {
    // A statement outside a transaction would run without the settings.
    sharedReads: pooled && settings.length > 0 ? { query: config => database.query(config) } : lanes,
    // A statement outside a transaction would run without the settings.
    async query(config) {
      if (pooled && settings.length > 0) return database.pipelinedTransaction(tx => tx.query(config))
      return onClient(async (client, discard) => {
        try {
          return await on(client).query(config)
        } catch (error) {
          if (isOutage(error)) discard(error as Error)
          throw error
        }
      })
    },
    transaction: work =>
      onClient((client, discard) => runTransaction(transactionOn(client), begin, work, discard)),
    pipelinedTransaction: work =>
      onClient((client, discard) => runPipelinedTransaction(transactionOn(client), begin, work, discard)),
    shardTransaction: work => database.pipelinedTransaction(work),
    async withConnection(work) {
      // A statement outside a transaction would run without the settings.
      if (pooled && settings.length > 0) return work(database)
      return onClient(async (client, discard) => {
        const connection = on(client)
        const sent: Promise<unknown>[] = []
        try {
          return await work({
            query<R extends pg.QueryResultRow>(config: pg.QueryConfig) {
              const result = connection.query<R>(config)
              sent.push(result)
              return result
            },
          })
        } finally {
          // The pool may not get a connection back with responses under way.
          const outage = (await errorsOf(sent)).find(isOutage)
          if (outage) discard(outage)
        }
      })
    },
    async connect() {
      const client = new pg.Client({
        connectionString: listenUrl,
        application_name: 'kerf listen',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        // Modules add their channels without waiting for each other.
        pipeline: true,
      })
      await client.connect()
      return client
    },
    createDeadline: deadlines.create,
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: poolSize,
    }),
    close,
  }
  return database
}

/**
 * Runs `work` behind a savepoint of the open transaction `tx`, and resolves with its result. If that is false, what `work` did is
 * rolled back. The statements that `work` starts before its first await are sent together with the savepoint and with those
 * that the caller has started in the same turn. Does not nest.
 */
export async function inSavepoint(tx: Queryable, work: () => Promise<boolean>): Promise<boolean> {
  const [, isKept] = await Promise.all([tx.query({ name: 'savepoint', text: 'savepoint attempt' }), work()])
  if (!isKept) await tx.query({ text: 'rollback to savepoint attempt' })
  return isKept
}

async function startupOptions(
  url: string,
  servingRole: string | null | undefined,
  settings: readonly string[],
): Promise<string> {
  const role = servingRole === undefined ? await readServingRole(url) : servingRole
  return [
    'idle_in_transaction_session_timeout=10000',
    ...settings,
    ...(role === null ? [] : [`role=${role}`]),
  ]
    .map(setting => `-c ${setting}`)
    .join(' ')
}

/** Reads the serving role of a database that is already migrated. */
export async function readServingRole(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    return await findServingRole(client)
  } finally {
    await client.end()
  }
}

/** Named arguments of a statement, or positional ones. */
type Arguments<P> = P extends readonly unknown[] ? P : [params: P]

/** Reasons for which a statement may ask every shard. None of them is a frequent call. */
export type RareReason =
  | 'sweep'
  | 'job'
  | 'erasure'
  | 'data export'
  | 'operator'
  /** a password, factor or identity of an account changes */
  | 'credential change'
  /** anyone may check a certificate by its number, which names no account */
  | 'certificate check'
  /** an app reads its feed */
  | 'feed'
  /** a token of the form that names no account */
  | 'old token'
  /** never sent to a distributed database, where one statement for each key takes its place */
  | 'one database'
  /** an app asks about sessions of several accounts */
  | 'sessions of an app'

/**
 * The nodes of a distributed database (Citus) that a statement needs. `one shard`: the one of the account or key that it names, or any
 * for a table that every node has. `coordinator`: tables or functions that only the coordinator has.
 */
export type StatementScope =
  | { readonly scope: 'one shard' | 'coordinator' }
  | { readonly scope: 'every shard'; readonly because: RareReason }

export interface DefinedStatement {
  readonly name: string
  /** with numbered parameters */
  readonly text: string
  /** names of the parameters, in order; empty if they are positional */
  readonly parameters: readonly string[]
  readonly scope: StatementScope['scope']
}

/** by name */
const defined = new Map<string, DefinedStatement>()

/** The statements of all modules that are loaded. */
export const listStatements = (): readonly DefinedStatement[] => [...defined.values()]

/**
 * A named prepared statement. PostgreSQL plans it once a connection.
 *
 *     const findName = statement<{ name: string }, { uid: string }>('account.name', 'select name from account where uid = $uid')
 *     const rows = await findName(db, { uid })
 *
 * `$name` stands for the argument of that name and may occur several times. Statements belong in `*-store.ts` files only. A scope
 * other than `one shard` is declared; a test compares it with the plan of a cluster.
 */
export function statement<R extends pg.QueryResultRow, P extends object = []>(
  name: string,
  text: string,
  { scope }: StatementScope = { scope: 'one shard' },
) {
  const names: string[] = []
  // Quoted text such as '$pageview' holds no arguments.
  const numbered = text.replace(/'[^']*'|\$([a-z_]\w*)/gi, (found, parameter: string | undefined) => {
    if (parameter === undefined) return found
    if (!names.includes(parameter)) names.push(parameter)
    return `$${names.indexOf(parameter) + 1}`
  })
  // A connection prepares one text for a name: the second text would fail on connections that know the first.
  if ((defined.get(name)?.text ?? numbered) !== numbered) throw new Error(`two statements are named ${name}`)
  defined.set(name, { name, text: numbered, parameters: names, scope })
  return async (on: Queryable, ...args: Arguments<P>): Promise<R[]> => {
    const values =
      names.length > 0
        ? names.map(parameter => (args[0] as Readonly<Record<string, unknown>>)[parameter])
        : [...args]
    try {
      return (await on.query<R>({ name, text: numbered, values })).rows
    } catch (error) {
      // For the log line, where a code alone does not tell which statement waited.
      if (error instanceof Error) Object.assign(error, { statement: name })
      throw error
    }
  }
}
