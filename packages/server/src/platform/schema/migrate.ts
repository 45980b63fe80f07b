/**
 * Migrates the schema: numbered SQL files, each applied once, under one advisory lock. Migrations only add. An applied file is
 * never edited: its hash is stored and compared.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findServingRole, SERVING_ROLE } from '../db/serving-role.ts'
import { applyMigration, type Migration } from './apply-migration.ts'
import { findMissingGrants, GRANTS_VERSION, listOwnNames } from './serving-grants.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Key of the advisory lock that serializes migrations. */
const ADVISORY_LOCK = 1_102_611_019
const LOCK_POLL_MS = 200
/** The tables have the columns that searches read. */
const SEARCH_MIGRATION = '220-search.sql'
/** Waits that are shorter are not reported. */
const REPORT_AFTER_MS = 2_000
const REPORT_INTERVAL_MS = 60_000

/** In the order in which they run. Numbers have gaps, and two files may share one: only the order of the names counts. */
export const listMigrationNames = async (folder = FOLDER): Promise<readonly string[]> =>
  (await readdir(folder)).filter(name => /^\d{3}-.*\.sql$/.test(name)).sort()

export const listMigrations = async (): Promise<readonly Migration[]> =>
  Promise.all(
    (await listMigrationNames()).map(async name => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )

export interface Migrated {
  /** role to serve as; null: the owner of the database */
  readonly servingRole: string | null
  /** names of the migrations that this call applied; none for a new database */
  readonly applied: readonly string[]
}

export interface MigrateOptions {
  /** default: those of this release */
  readonly migrations?: readonly Migration[]
  /** receives a sentence about each wait of more than some seconds, repeated every minute */
  readonly report?: (message: string) => void
  /** looks for missing grants and search indexes also where no migration is missing */
  readonly again?: boolean
}

/** Connects as the owner. `name`: shown in the list of the database's connections. */
export async function connectOwner(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  // Without a listener a lost connection would end the process. The failing statement reports it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** As `migrateOn`, on a connection of its own. */
export async function migrate(url: string, options?: MigrateOptions): Promise<Migrated> {
  const client = await connectOwner(url, 'kerf migrate')
  try {
    return await migrateOn(client, url, options)
  } finally {
    await client.end()
  }
}

/**
 * Migrates the database at `url`, which `client` is connected to as its owner. It is idempotent, and concurrent runs wait for each
 * other. Waits for locks as long as it takes, without holding up the calls of other servers. Throws if an applied migration was
 * edited; `client` must then be closed.
 */
export async function migrateOn(
  client: pg.Client,
  url: string,
  { migrations: given, report = () => undefined, again = false }: MigrateOptions = {},
): Promise<Migrated> {
  const migrations = given ?? (await listMigrations())
  const state = stateOf(migrations)
  if (!again && (await isMigrated(client, state))) return { servingRole: SERVING_ROLE, applied: [] }
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await lockMigrations(client, createReporter(report))
  const applied = await applyMigrations(client, url, migrations, report)
  await client.query(`comment on table migration is '${state}'`)
  const servingRole = await findServingRole(client)
  await client.query(
    `reset statement_timeout; reset idle_in_transaction_session_timeout; select pg_advisory_unlock(${ADVISORY_LOCK})`,
  )
  return { servingRole, applied }
}

/** Hash of everything that a migrated database contains. The job queue migrates its own tables when it starts. */
function stateOf(migrations: readonly Migration[]): string {
  const parts = [...migrations.map(({ name, hash }) => `${name} ${hash}`), CREATE_ROLE, GRANTS_VERSION]
  return `migrated ${createHash('sha256').update(parts.join()).digest('hex')}`
}

/**
 * Whether the database is completely migrated to this release and still has the grants, which a copy may lack. One query, so
 * that a start without migrations is fast.
 */
async function isMigrated(client: pg.Client, state: string): Promise<boolean> {
  const { rows } = await client.query<{ migrated: boolean }>(
    `select obj_description(to_regclass('migration'), 'pg_class') = $1
        and pg_has_role(current_user, oid, 'member')
        and has_table_privilege(oid, to_regclass('account'), 'select, insert, update')
        and not has_table_privilege(oid, to_regclass('audit_event'), 'delete') as migrated
       from pg_roles where rolname = $2`,
    [state, SERVING_ROLE],
  )
  return rows[0]?.migrated ?? false
}

/** Returns a function that reports one wait: at first after a while, then now and again. */
function createReporter(report: (message: string) => void) {
  let reportAt = performance.now() + REPORT_AFTER_MS
  return async (message: () => Promise<string>): Promise<void> => {
    if (performance.now() < reportAt) return
    reportAt = performance.now() + REPORT_INTERVAL_MS
    report(await message())
  }
}

/** Asks again and again: a statement that waits for the lock would hold up a concurrent index build of its holder. */
async function lockMigrations(
  client: pg.Client,
  onWaiting: ReturnType<typeof createReporter>,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      ADVISORY_LOCK,
    ])
    if (rows[0]?.locked) return
    await onWaiting(async () => 'Waits for another process that migrates the database.')
    await sleep(LOCK_POLL_MS)
  }
}

/** The transaction that has been open for longest probably holds the lock. */
const LONGEST_TRANSACTION = `
  select format('%s (process %s, for %s s)', application_name, pid, extract(epoch from now() - xact_start)::int) as longest
    from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
   order by xact_start limit 1`

async function applyMigrations(
  client: pg.Client,
  url: string,
  migrations: readonly Migration[],
  report: (message: string) => void,
): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  const applied = new Map(rows.map(row => [row.name, row.hash]))
  const missing = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  const added = applied.size === 0 ? [] : missing
  for (const migration of migrations) {
    const hash = applied.get(migration.name)
    if (hash === undefined) {
      const onWaiting = createReporter(report)
      const timer = setInterval(
        () => report(`Migration ${migration.name} is still running.`),
        REPORT_INTERVAL_MS,
      )
      await applyMigration(client, migration, () =>
        onWaiting(async () => {
          const { rows: found } = await client.query<{ longest: string }>(LONGEST_TRANSACTION)
          return `Migration ${migration.name} waits for a lock. The longest transaction: ${found[0]?.longest ?? 'none'}.`
        }),
      ).finally(() => clearInterval(timer))
    }
    if (hash !== undefined && hash !== migration.hash)
      throw new Error(`Migration ${migration.name} was changed after it was applied`)
  }
  // Loaded only here: a start without migrations does not need it before it serves.
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url })
  if (migrations.some(({ name }) => name === SEARCH_MIGRATION)) {
    const { buildSearchIndexes } = await import('./search-indexes.ts')
    await buildSearchIndexes(client, async () => undefined)
  }
  await client.query(CREATE_ROLE)
  const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [SERVING_ROLE])
  if (roles.length === 0) return added
  const grants = await findMissingGrants(client, SERVING_ROLE, listOwnNames(migrations))
  // Several statements in one query are one transaction.
  await client.query(grants.join(';'))
  return added
}

/** Without the right to create roles, as in some managed databases, the owner serves; `kerf doctor` reports it. */
const CREATE_ROLE = `
    do $$ begin
      if not exists (select from pg_roles where rolname = '${SERVING_ROLE}') then
        begin
          create role ${SERVING_ROLE} nologin;
        exception when insufficient_privilege or duplicate_object or unique_violation then null;
        end;
      end if;
      if exists (select from pg_roles where rolname = '${SERVING_ROLE}') then
        begin
          execute format('grant ${SERVING_ROLE} to %I', current_user);
        exception when insufficient_privilege then null;
        end;
        -- Jobs are put in by enqueue() alone, which runs as the owner.
        revoke all on schema graphile_worker from ${SERVING_ROLE};
        revoke all on all tables in schema graphile_worker from ${SERVING_ROLE};
        revoke all on all sequences in schema graphile_worker from ${SERVING_ROLE};
        revoke all on all functions in schema graphile_worker from ${SERVING_ROLE};
      end if;
    end $$`
