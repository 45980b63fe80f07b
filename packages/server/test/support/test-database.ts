import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { ENVIRONMENT_NAMES, withDatabase } from './admin-connection.ts'
import { CITUS_URL, copyClusterDatabase, dropClusterDatabase } from './citus-cluster.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

function requireEnvironment(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run through vitest, whose global setup starts the database`)
  return value
}

/**
 * Waits up to a second. A pool has ended before its connections have closed, and one that is terminated meanwhile emits an
 * error that nobody handles.
 */
const waitForClosedConnections = (name: string): string => `do $$ begin
  for i in 1..50 loop
    exit when not exists (select from pg_stat_activity where datname = '${name}');
    perform pg_sleep(0.02);
    perform pg_stat_clear_snapshot();
  end loop;
end $$`

let administrator: Promise<pg.Client> | undefined

async function connectAdministrator(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: requireEnvironment(ENVIRONMENT_NAMES.adminUrl) })
  client.on('error', () => {
    administrator = undefined
  })
  await client.connect()
  return client
}

/** Runs a statement on the connection that all files of a process share: a new one costs as much as a small test. */
async function asAdministrator(statement: string): Promise<Record<string, unknown> | undefined> {
  administrator ??= connectAdministrator()
  const { rows } = await (await administrator).query<Record<string, unknown>>(statement)
  return rows[0]
}

/** Creates a migrated, empty database as a copy of the run's template, which takes about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = requireEnvironment(ENVIRONMENT_NAMES.adminUrl)
  const name = `kerf_test_${randomBytes(8).toString('hex')}`
  const template = requireEnvironment(ENVIRONMENT_NAMES.template)
  if (CITUS_URL) await copyClusterDatabase(CITUS_URL, template, name)
  else await asAdministrator(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(adminUrl, name),
    async drop() {
      const database = await asAdministrator(
        `select 'kerf_serving_' || oid as role from pg_database where datname = '${name}'`,
      )
      await asAdministrator(waitForClosedConnections(name))
      if (CITUS_URL) await dropClusterDatabase(CITUS_URL, name)
      else await asAdministrator(`drop database if exists ${name} with (force)`)
      if (database) await asAdministrator(`drop role if exists ${database.role}`)
    },
  }
}
