/** Spans of statements and transactions. They have the name of the statement; its text and values never leave the process. */
import type { QueryConfig } from 'pg'
import { inSpan, SPAN_KIND, type SpanOptions } from '../tracing/tracing.ts'
import type { Database, Queryable } from './database.ts'

export const querySpan = (summary: string, pool: string): SpanOptions => ({
  name: summary,
  kind: SPAN_KIND.client,
  attributes: {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
    'db.client.connection.pool.name': pool,
  },
})

/** A statement without a name is one of this module's own, such as `savepoint attempt`. Its first word is a keyword. */
const summaryOf = ({ name, text }: QueryConfig): string => name ?? /^\w+/.exec(text)?.[0] ?? 'statement'

const traceQueries = (on: Queryable, pool: string): Queryable => ({
  query: config =>
    inSpan(
      () => querySpan(summaryOf(config), pool),
      () => on.query(config),
    ),
})

/** The time of a transaction's span outside of its statements is that of the wait for a connection, of `begin` and of `commit`. */
export function traceDatabase(db: Database, pool: string): Database {
  const inTransaction = <T>(run: () => Promise<T>): Promise<T> =>
    inSpan(() => querySpan('transaction', pool), run)
  return {
    ...db,
    ...traceQueries(db, pool),
    sharedReads: traceQueries(db.sharedReads, pool),
    transaction: work => inTransaction(() => db.transaction(tx => work(traceQueries(tx, pool)))),
    pipelinedTransaction: work =>
      inTransaction(() => db.pipelinedTransaction(tx => work(traceQueries(tx, pool)))),
    shardTransaction: work => inTransaction(() => db.shardTransaction(tx => work(traceQueries(tx, pool)))),
    withConnection: work => db.withConnection(on => work(traceQueries(on, pool))),
  }
}
