/** The way to the database: named prepared statements, transactions, and what a fault of it means. */
import pg from 'pg'
import { findServingRole } from './migrate.ts'
import { openPoolWithTimeout } from './pool-with-timeout.ts'

/** A pool or the client of an open transaction. */
export interface Queryable {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction; commits when it resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * The same for statements none of which needs another's answer: all go out at once, with the commit. `work` must ask
   * them before it first awaits. Commits unless the database refuses one of them, whatever `work` makes of the answers.
   */
  atOnce<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** A connection of its own outside the pool, for LISTEN. The caller ends it. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  /** the role to serve as, as `migrate` gave it; null: the user of the address itself; asked for when absent */
  readonly servingRole?: string | null
  /** more settings of every connection, `name=value` */
  readonly settings?: readonly string[]
  /** milliseconds until a statement without an answer counts as an outage; default 6000 */
  readonly queryTimeoutMs?: number
  /** told of faults of idle connections; without it a database restart would end the process */
  readonly onError: (error: Error) => void
}

/** SQLSTATE classes and system errors that mean "the database is not there now", never "the data says no". */
const OUTAGE = /^(?:08|53|57|XX|25P02|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/

/** True for faults of the database itself: the caller answers 503 and keeps every token. */
export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && OUTAGE.test(code)) return true
  return (
    typeof message === 'string' &&
    /timeout exceeded|read timeout|Connection terminated|Client has encountered/i.test(message)
  )
}

/** Why a database that is given by its address cannot be used; undefined for any other fault. Without what the address hides. */
export function databaseAccessError(error: unknown): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const denied = /^(?:28|3D)/.test(code)
  return denied || isOutage(error)
    ? `The database of DATABASE_URL cannot be used: ${message || code}`
    : undefined
}

export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'

/**
 * Opens a pool that serves as the serving role where there is one. The database ends statements after 5 s (P-14); one whose
 * answer never comes, because the way to the database went dead, is given up by us a little later.
 */
export async function openDatabase({
  url,
  poolSize,
  onError,
  queryTimeoutMs = 6_000,
  servingRole,
  ...more
}: DatabaseOptions): Promise<Database> {
  const settings = [
    'statement_timeout=5000',
    'idle_in_transaction_session_timeout=10000',
    ...(more.settings ?? []),
  ]
  const role = servingRole === undefined ? await readServingRole(url) : servingRole
  if (role !== null) settings.push(`role=${role}`)
  const options = settings.map(setting => `-c ${setting}`).join(' ')
  const { pool, asks, close } = openPoolWithTimeout(
    {
      connectionString: url,
      application_name: 'kerf',
      max: poolSize,
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Statements of one transaction that do not wait for each other go out together.
      pipeline: true,
      options,
    },
    queryTimeoutMs,
  )
  pool.on('error', onError)
  const on = (client: pg.PoolClient): Queryable => ({
    query(config) {
      asks(client)
      return client.query(config)
    },
  })
  return {
    query: config => pool.query(config),
    async transaction(work) {
      const client = await pool.connect()
      const tx = on(client)
      let broken: Error | undefined
      // Goes out together with the first statement: what is asked on a connection is answered in order.
      const begun = tx.query({ text: 'begin' })
      begun.catch(() => undefined)
      try {
        const result = await work(tx)
        await begun
        await tx.query({ text: 'commit' })
        return result
      } catch (error) {
        // On a connection in doubt nothing more is asked: its end rolls back.
        if (isOutage(error)) broken = error as Error
        else
          await tx.query({ text: 'rollback' }).catch((fault: Error) => {
            broken = fault
          })
        throw error
      } finally {
        client.release(broken)
      }
    },
    async atOnce(work) {
      const client = await pool.connect()
      const tx = on(client)
      let broken: Error | undefined
      try {
        const working = async () => work(tx)
        const asked = [tx.query({ text: 'begin' }), working(), tx.query({ text: 'commit' })] as const
        // Answers come in the order of asking: after these nothing is left under way.
        const ended = await Promise.allSettled(asked)
        const faults = ended.flatMap(one => (one.status === 'rejected' ? [one.reason as Error] : []))
        broken = faults.find(isOutage)
        if (faults[0]) throw faults[0]
        const [, result, commit] = await Promise.all(asked)
        if (commit.command !== 'COMMIT') throw new Error('a transaction was rolled back')
        return result
      } finally {
        client.release(broken)
      }
    },
    async connect() {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'kerf listen',
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        options,
      })
      await client.connect()
      return client
    },
    close,
  }
}

/** Of a database that somebody else has migrated. */
export async function readServingRole(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return await findServingRole(client)
  } finally {
    await client.end()
  }
}

/** Named arguments of a statement, or the positional ones of a statement that has at most a few. */
type Arguments<P> = P extends readonly unknown[] ? P : [params: P]

/**
 * A named prepared statement. PostgreSQL plans it once a connection.
 *
 *     const findName = statement<{ name: string }, { uid: string }>('account.name', 'select name from account where uid = $uid')
 *     const rows = await findName(db, { uid })
 *
 * `$name` stands for the argument of that name and may occur several times. Statements belong in `*-store.ts` files only.
 */
export function statement<R extends pg.QueryResultRow, P extends object = []>(name: string, text: string) {
  const names: string[] = []
  // Quoted text such as '$pageview' holds no arguments.
  const numbered = text.replace(/'[^']*'|\$([a-z_]\w*)/gi, (found, parameter: string | undefined) => {
    if (parameter === undefined) return found
    if (!names.includes(parameter)) names.push(parameter)
    return `$${names.indexOf(parameter) + 1}`
  })
  return async (on: Queryable, ...args: Arguments<P>): Promise<R[]> => {
    const values =
      names.length > 0
        ? names.map(parameter => (args[0] as Readonly<Record<string, unknown>>)[parameter])
        : [...args]
    const result = await on.query<R>({ name, text: numbered, values })
    return result.rows
  }
}
