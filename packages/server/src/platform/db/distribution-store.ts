/** Whether the tables of accounts are distributed over several machines (Citus). */
import { type Queryable, statement } from './database.ts'

const hasCitus = statement<{ found: boolean }>(
  'distribution.has_citus',
  `select to_regclass('pg_catalog.pg_dist_partition') is not null as found`,
)

const findDistributedAccount = statement<{ found: 1 }>(
  'distribution.account',
  `select 1 as found from pg_dist_partition where logicalrelid = 'account'::regclass and partmethod = 'h'`,
)

/** A query that names the account then asks one shard, and one that names several asks several. */
export async function isDistributed(on: Queryable): Promise<boolean> {
  const [citus] = await hasCitus(on)
  return citus?.found === true && (await findDistributedAccount(on)).length > 0
}

/**
 * `identity` differs between databases and is the same on every node of one: when its table was created, to the microsecond. A copy has it
 * too: `isStandby` is true for one that follows another server.
 */
export const findDatabaseIdentity = statement<{ identity: string; isStandby: boolean }>(
  'distribution.identity',
  `select extract(epoch from routable_from)::text as identity, pg_is_in_recovery() as "isStandby" from session_token_form`,
  { scope: 'coordinator' },
)
