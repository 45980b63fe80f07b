/** Whether the tables of accounts are distributed over several machines (Citus). */
import { type Queryable, statement } from '../db/database.ts'

const hasCitus = statement<{ found: boolean }>(
  'distribution.has_citus',
  `select to_regclass('pg_catalog.pg_dist_partition') is not null as found`,
)

const findDistributedAccount = statement<{ found: 1 }>(
  'distribution.account',
  `select 1 as found from pg_dist_partition where logicalrelid = 'account'::regclass and partmethod = 'h'`,
)

/** If true, a query for one account needs one shard, and a query for several accounts needs several. */
export async function isDistributed(on: Queryable): Promise<boolean> {
  const [citus] = await hasCitus(on)
  return citus?.found === true && (await findDistributedAccount(on)).length > 0
}

/**
 * `identity` is the microsecond at which the table was created: another one in each database, the same on every node of one. A copy has
 * the same; `isStandby` recognizes a copy that follows another server.
 */
export const findDatabaseIdentity = statement<{ identity: string; isStandby: boolean }>(
  'distribution.identity',
  `select extract(epoch from routable_from)::text as identity, pg_is_in_recovery() as "isStandby" from session_token_form`,
  { scope: 'coordinator' },
)
