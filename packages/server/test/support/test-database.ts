import { randomBytes } from 'node:crypto'
import { ENVIRONMENT_NAMES, readAsAdmin, runAsAdmin, withDatabase } from './admin-connection.ts'
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

/** Creates a migrated, empty database as a copy of the run's template, which takes about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = requireEnvironment(ENVIRONMENT_NAMES.adminUrl)
  const name = `kerf_test_${randomBytes(8).toString('hex')}`
  const template = requireEnvironment(ENVIRONMENT_NAMES.template)
  if (CITUS_URL) await copyClusterDatabase(CITUS_URL, template, name)
  else await runAsAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(adminUrl, name),
    async drop() {
      const servingRole = await readAsAdmin(
        adminUrl,
        `select 'kerf_serving_' || oid from pg_database where datname = '${name}'`,
      )
      await runAsAdmin(adminUrl, waitForClosedConnections(name))
      if (CITUS_URL) await dropClusterDatabase(CITUS_URL, name)
      else await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`)
      if (servingRole !== undefined) await runAsAdmin(adminUrl, `drop role if exists ${servingRole}`)
    },
  }
}
