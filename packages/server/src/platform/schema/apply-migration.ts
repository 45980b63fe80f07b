/**
 * Applies one migration while servers serve. A statement that waits for a lock makes every later statement on the table wait
 * behind it, so each try waits for a moment only, and the next one follows after a pause (P-10).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** Calls wait at most this long behind a try. */
export const LOCK_TIMEOUT_MS = 250
const RETRY_DELAY_MIN_MS = 250
const RETRY_DELAY_MAX_MS = 5_000
/** 55P03: lock timeout. 40P01: deadlock, for example with a transaction that uses two tables in another order. */
const RETRIED = ['55P03', '40P01']

/** The first line of a migration whose statements run one by one, each of them idempotent: it builds indexes concurrently. */
const NO_TRANSACTION = /^-- no transaction\b/

type OnWaiting = () => Promise<void>

export const isInTransaction = ({ sql }: Pick<Migration, 'sql'>): boolean => !NO_TRANSACTION.test(sql)

/** Statements of a file, which end with a semicolon at the end of a line. `$$` quotes a body. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  let isQuoted = false
  for (const line of sql.replace(/\/\*[\s\S]*?\*\//g, '').split('\n')) {
    const code = line.replace(/--.*$/, '').trimEnd()
    if (code === '' && statement === '') continue
    statement += `${code}\n`
    if ((code.match(/\$\$/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted
    if (isQuoted || !code.endsWith(';')) continue
    statements.push(statement.trim().replace(/;$/, ''))
    statement = ''
  }
  return statement.trim() === '' ? statements : [...statements, statement.trim()]
}

/** `onWaiting` is called after each try that did not get its locks. */
export async function untilLocked(work: () => Promise<void>, onWaiting: OnWaiting): Promise<void> {
  for (let delay = RETRY_DELAY_MIN_MS; ; delay = Math.min(delay * 2, RETRY_DELAY_MAX_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!RETRIED.includes((error as { code?: string }).code ?? '')) throw error
      await onWaiting()
    }
    await sleep(delay * (0.5 + Math.random() / 2))
  }
}

async function applyInTransaction(client: pg.Client, { sql, name, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(sql)
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** An interrupted build leaves an index that is never used, and that `if not exists` finds. */
async function dropUnfinishedIndex(client: pg.Client, statement: string): Promise<void> {
  const [, name] = /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement) ?? []
  if (name === undefined) return
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}

async function applyOneByOne(
  client: pg.Client,
  { sql, name, hash }: Migration,
  onWaiting: OnWaiting,
): Promise<void> {
  for (const statement of splitStatements(sql))
    await untilLocked(async () => {
      // A concurrent build waits for older transactions, and nothing waits for it.
      const isConcurrent = /\bconcurrently\b/i.test(statement)
      await client.query(`set lock_timeout = ${isConcurrent ? 0 : LOCK_TIMEOUT_MS}`)
      await dropUnfinishedIndex(client, statement)
      await client.query(statement)
    }, onWaiting)
  await client.query('reset lock_timeout')
  await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
}

export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  onWaiting: OnWaiting,
): Promise<void> {
  try {
    if (isInTransaction(migration)) await untilLocked(() => applyInTransaction(client, migration), onWaiting)
    else await applyOneByOne(client, migration, onWaiting)
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
}
