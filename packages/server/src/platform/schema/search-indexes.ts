/**
 * Indexes of searches that no migration can build: one needs an extension that the database may lack, one has to be built month by month
 * beside calls. Built after the migrations, and again by each `kerf migrate`, for an extension that is installed later.
 */
import type pg from 'pg'
import { SIMILAR_EMAIL_INDEX, SIMILAR_LOCAL_PART } from '../db/search-index.ts'
import { LOCK_TIMEOUT_MS, untilLocked } from './apply-migration.ts'

/** Trusted: the owner of a database may create it. Of the package postgresql-contrib; Debian's server has it. */
const EXTENSION = 'pg_trgm'
/** 42501: no right to create it. 58P01 and 0A000: its files are missing. 42710 and 23505: another process has just created it. */
const NO_EXTENSION = ['42501', '58P01', '0A000', '42710', '23505']

/** An interrupted build leaves an index that is never used. */
const INVALID = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid'

async function buildConcurrently(
  client: pg.Client,
  name: string,
  table: string,
  definition: string,
): Promise<void> {
  const { rowCount } = await client.query(INVALID, [name])
  if (rowCount) await client.query(`drop index concurrently ${name}`)
  await client.query(`create index concurrently if not exists ${name} on ${table} ${definition}`)
}

async function createExtension(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`create extension if not exists ${EXTENSION} with schema public`)
  } catch (error) {
    if (!NO_EXTENSION.includes((error as { code?: string }).code ?? '')) throw error
  }
  const { rowCount } = await client.query('select from pg_extension where extname = $1', [EXTENSION])
  return rowCount === 1
}

/** Of the audit record. Few rows have an operator; each call has a request. */
const AUDIT_INDEXES = [
  { name: 'request', definition: '(request_id) where request_id is not null' },
  { name: 'operator', definition: '(operator, at) where operator is not null' },
] as const

/** A partition that is attached later gets its index with that. */
async function buildAuditIndex(
  client: pg.Client,
  { name: kind, definition }: (typeof AUDIT_INDEXES)[number],
  onWaiting: () => Promise<void>,
): Promise<void> {
  const index = `audit_event_${kind}`
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_event'::regclass
        and not exists (select from pg_index x join pg_inherits p on p.inhrelid = x.indexrelid
                         where x.indrelid = c.oid and p.inhparent = to_regclass($1))`,
    [index],
  )
  if (rows.length === 0) return
  await client.query('set lock_timeout = 0')
  for (const { name } of rows) await buildConcurrently(client, `${name}_${kind}`, name, definition)
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  const brief = (text: string) => untilLocked(async () => void (await client.query(text)), onWaiting)
  await brief(`create index if not exists ${index} on only audit_event ${definition}`)
  for (const { name } of rows) await brief(`alter index ${index} attach partition ${name}_${kind}`)
}

/** `client`: connected as the owner, who holds the lock of migrations. Changes nothing if the indexes are there. */
export async function buildSearchIndexes(client: pg.Client, onWaiting: () => Promise<void>): Promise<void> {
  for (const index of AUDIT_INDEXES) await buildAuditIndex(client, index, onWaiting)
  await client.query('set lock_timeout = 0')
  if (await createExtension(client))
    await buildConcurrently(
      client,
      SIMILAR_EMAIL_INDEX,
      'account',
      `using gin ((${SIMILAR_LOCAL_PART}) gin_trgm_ops)`,
    )
  await client.query('reset lock_timeout')
}
