/**
 * Sends the statements of a transaction that start in the same turn of the event loop together, with one Sync. PostgreSQL answers
 * them with one write and the driver takes one read, instead of one for each statement. After an error PostgreSQL skips the rest:
 * they fail with the same error. Decision 024 has the figures.
 */
import pg from 'pg'
import type { Queryable } from './queryable.ts'

interface DriverConnection {
  readonly stream: { cork(): void; uncork(): void; destroy(error?: Error): void }
  /** texts that were sent and are not known to be parsed, by the name of the statement */
  readonly submittedNamedStatements: Record<string, string>
  execute(portal: object): void
  sync(): void
}

/** A query as the driver's client sees it: it calls these methods for each message of the database. */
interface DriverQuery {
  name: string | undefined
  text: string
  values: unknown[] | undefined
  callback: (error: Error | null, result: pg.QueryResult) => void
  submit(connection: DriverConnection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
  handleReadyForQuery(connection: DriverConnection): void
  handleError(error: Error, connection: DriverConnection): void
}

/** In pipeline mode the client accepts no other class. */
const Query = pg.Query as unknown as new (text: string) => DriverQuery

/** One statement of a batch. */
class BatchedStatement extends Query {
  isSettled = false

  constructor({ name, text, values }: pg.QueryConfig, settle: DriverQuery['callback']) {
    // With an object the driver would copy all its properties.
    super(text)
    this.name = name
    this.values = values
    this.callback = (error, result) => {
      this.isSettled = true
      settle(error, result)
    }
  }

  /** The driver's method would send a Sync after each statement. */
  _getRows(connection: DriverConnection): void {
    connection.execute({})
  }

  /** Also a statement without values: the simple protocol has no common Sync. */
  requiresPreparation(): boolean {
    return true
  }
}

class StatementBatch extends Query {
  /** of its statements, for those who observe the client */
  readonly names: readonly (string | undefined)[]
  readonly #statements: readonly BatchedStatement[]
  /** number of the statement that the database answers next */
  #position = 0

  constructor(statements: readonly BatchedStatement[]) {
    super('')
    this.names = statements.map(({ name }) => name)
    this.#statements = statements
    this.#showCurrent()
  }

  get #current(): BatchedStatement | undefined {
    return this.#statements[this.#position]
  }

  /** The client records which statement was parsed by these properties. */
  #showCurrent(): void {
    this.name = this.#current?.name
    this.text = this.#current?.text ?? ''
  }

  override submit(connection: DriverConnection): Error | null {
    connection.stream.cork()
    for (const statement of this.#statements) {
      const error = statement.submit(connection)
      if (error) statement.handleError(error, connection)
    }
    connection.sync()
    connection.stream.uncork()
    // A value that cannot be encoded: part of the batch is sent, and its answers would be taken for those of others.
    if (this.#statements.some(({ isSettled }) => isSettled)) connection.stream.destroy()
    return null
  }

  override handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#current?.handleCommandComplete(message, connection)
    this.#position++
    this.#showCurrent()
  }

  override handleReadyForQuery(connection: DriverConnection): void {
    for (const statement of this.#statements) statement.handleReadyForQuery(connection)
  }

  override handleError(error: Error, connection: DriverConnection): void {
    const [answered, failed] = [
      this.#statements.slice(0, this.#position),
      this.#statements.slice(this.#position),
    ]
    for (const statement of answered) statement.handleReadyForQuery(connection)
    for (const statement of failed) {
      // Whether it was parsed is unknown: its next use sends the text again.
      if (statement.name !== undefined) delete connection.submittedNamedStatements[statement.name]
      if (!statement.isSettled) statement.handleError(error, connection)
    }
  }
}

const traced = new WeakSet<Error>()

/** An error of the database was created where its message was read. Its stack is replaced by that of the statement's caller. */
function withCallerStack(error: Error): Error {
  if (!traced.has(error)) Error.captureStackTrace(error)
  traced.add(error)
  return error
}

/** A statement without name and values, such as `commit`, is sent by the simple protocol: it also runs after an error. */
const isBatched = ({ name, values }: pg.QueryConfig): boolean => name !== undefined || values !== undefined

/** `beforeSend` is called before each sequence of statements is sent. */
export function createBatchingConnection(client: pg.PoolClient, beforeSend: () => void): Queryable {
  type Send = () => void
  let batch: BatchedStatement[] = []
  let waiting: Send[] = []

  const endBatch = (): void => {
    const statements = batch
    if (statements.length === 0) return
    batch = []
    waiting.push(() => void client.query(new StatementBatch(statements) as unknown as pg.Submittable))
  }
  const sendAll = (): void => {
    endBatch()
    const sends = waiting
    waiting = []
    beforeSend()
    for (const send of sends) send()
  }

  return {
    query<R extends pg.QueryResultRow>(config: pg.QueryConfig) {
      if (batch.length === 0 && waiting.length === 0) process.nextTick(sendAll)
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<R>>()
      if (isBatched(config))
        batch.push(
          new BatchedStatement(config, (error, result) => {
            if (error) reject(error)
            else resolve(result as pg.QueryResult<R>)
          }),
        )
      else {
        endBatch()
        waiting.push(() => void client.query<R>(config).then(resolve, reject))
      }
      return promise.catch((error: Error) => {
        throw withCallerStack(error)
      })
    },
  }
}
