/**
 * Migrates the schema: numbered SQL files, each applied once, in its own transaction, under one advisory lock. Migrations only
 * add. An applied file is never edited: its hash is stored and compared.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { findMissingGrants, GRANTS_VERSION, listOwnNames, SERVING_ROLE } from './serving-grants.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Key of the advisory lock that serializes migrations. */
const ADVISORY_LOCK = 1_102_611_019

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** Ordered by file name. Numbers have gaps, and two files may share one: only the order of the names counts. */
export async function listMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(FOLDER)).filter(name => /^\d{3}-.*\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async name => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

export interface Migrated {
  /** role to serve as; null: the owner of the database */
  readonly servingRole: string | null
}

/**
 * Migrates the database at `url`, whose user must own it. It is idempotent, and concurrent runs wait for each other.
 * Throws if an applied migration was edited.
 */
export async function migrate(url: string): Promise<Migrated> {
  const client = new pg.Client({ connectionString: url, application_name: 'kerf migrate' })
  await client.connect()
  try {
    const migrations = await listMigrations()
    const state = stateOf(migrations)
    if (await isMigrated(client, state)) return { servingRole: SERVING_ROLE }
    await applyMigrations(client, url, migrations)
    await client.query(`comment on table migration is '${state}'`)
    return { servingRole: await findServingRole(client) }
  } finally {
    await client.end()
  }
}

/** Hash of everything that a migrated database contains. The job queue migrates its own tables when it starts. */
function stateOf(migrations: readonly Migration[]): string {
  const parts = [...migrations.map(({ name, hash }) => `${name} ${hash}`), CREATE_ROLE, GRANTS_VERSION]
  return `migrated ${createHash('sha256').update(parts.join()).digest('hex')}`
}

/** The serving role; null if the owner cannot create it or is not a member of it. */
export async function findServingRole(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')`,
    [SERVING_ROLE],
  )
  return rows.length > 0 ? SERVING_ROLE : null
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

async function applyMigrations(
  client: pg.Client,
  url: string,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  const applied = new Map(rows.map(row => [row.name, row.hash]))
  for (const migration of migrations) {
    const hash = applied.get(migration.name)
    if (hash === undefined) await apply(client, migration)
    else if (hash !== migration.hash)
      throw new Error(`Migration ${migration.name} was changed after it was applied`)
  }
  await runMigrations({ connectionString: url })
  await client.query(CREATE_ROLE)
  const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [SERVING_ROLE])
  if (roles.length === 0) return
  const grants = await findMissingGrants(client, SERVING_ROLE, listOwnNames(migrations))
  // Several statements in one query are one transaction.
  await client.query(grants.join(';'))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '2s'")
    await client.query(migration.sql)
    await client.query('insert into migration (name, hash) values ($1, $2)', [migration.name, migration.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
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
