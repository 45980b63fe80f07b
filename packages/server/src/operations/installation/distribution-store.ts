/** Reads the state of a distributed database (Citus), and changes where the rows of a table are. */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { SERVING_ROLE } from '../../platform/db/serving-role.ts'

export const findExtension = statement<{ version: string }>(
  'distribution.extension',
  `select extversion as version from pg_extension where extname = 'citus'`,
)

export interface ClusterNode {
  readonly node: string
  readonly isCoordinator: boolean
  readonly holdsShards: boolean
  readonly isUsable: boolean
}

/** The coordinator is the node of group 0; it is missing until its own address is set. */
export const listNodes = statement<ClusterNode>(
  'distribution.nodes',
  `select nodename || ':' || nodeport as node, groupid = 0 as "isCoordinator", shouldhaveshards as "holdsShards",
          isactive and (groupid = 0 or metadatasynced) as "isUsable"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  { scope: 'coordinator' },
)

/** False on a worker, whose definitions must not be changed. */
export const findOwnRole = statement<{ coordinates: boolean }>(
  'distribution.own_role',
  'select citus_is_coordinator() as coordinates',
  { scope: 'coordinator' },
)

export interface PlacedTable {
  readonly table: string
  /** null: an ordinary table, which the other nodes do not know */
  readonly type: string | null
  /** of a distributed table */
  readonly column: string | null
  readonly triggers: readonly string[]
  /** foreign keys from or to it */
  readonly foreignKeys: readonly string[]
  /** columns of each of its unique indexes, by the name of the index */
  readonly uniqueColumns: Readonly<Record<string, readonly string[]>>
}

export const listPlacedTables = statement<PlacedTable>(
  'distribution.tables',
  `select c.relname::text as table, t.citus_table_type as type, nullif(t.distribution_column, '<none>') as column,
          array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers,
          array(select conname::text from pg_constraint where contype = 'f' and c.oid in (conrelid, confrelid)) as "foreignKeys",
          coalesce((select jsonb_object_agg(i.indexrelid::regclass::text,
                            array(select attname from pg_attribute where attrelid = c.oid and attnum = any(i.indkey)))
                      from pg_index i where i.indrelid = c.oid and i.indisunique), '{}') as "uniqueColumns"
     from pg_class c left join citus_tables t on t.table_name = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`,
  { scope: 'coordinator' },
)

/** Connected servers. While only some tables are distributed, statements that join both kinds fail. */
export const listServerProcesses = statement<{ pid: number }>(
  'distribution.servers',
  `select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'kerf'`,
  { scope: 'coordinator' },
)

/** `beside`: a table whose rows with the same value are on the same shard; 'default': any table whose column has the same type. */
export const distributeTable = statement<never, { table: string; column: string; beside: string }>(
  'distribution.by_column',
  'select create_distributed_table($table::text::regclass, $column, colocate_with => $beside)',
  { scope: 'coordinator' },
)

/** Until the transaction ends. */
export const setShardCount = statement<never, { shards: number }>(
  'distribution.shard_count',
  `select set_config('citus.shard_count', $shards::int::text, true)`,
  { scope: 'coordinator' },
)

/** The rows of a distributed or reference table move into an ordinary table of the coordinator. */
export const undistributeTable = statement<never, { table: string }>(
  'distribution.undo',
  'select undistribute_table($table::text::regclass)',
  { scope: 'coordinator' },
)

export const copyToAllNodes = statement<never, { table: string }>(
  'distribution.reference',
  'select create_reference_table($table::text::regclass)',
  { scope: 'coordinator' },
)

/**
 * Returns the serving role if it cannot log in. For a connection that has taken over the role, the coordinator connects to other nodes
 * with this role, so it must be able to log in.
 */
export const findClosedRole = statement<{ name: string }>(
  'distribution.closed_role',
  `select rolname as name from pg_roles where rolname = '${SERVING_ROLE}' and not rolcanlogin`,
)

/** The role gets no password: the pg_hba.conf of each node decides which machines may connect with it. */
export const openServingRole = (owner: Queryable): Promise<unknown> =>
  owner.query({ text: `alter role ${SERVING_ROLE} login` })

export const findTwoPhaseTrigger = statement<{ found: 1 }>(
  'distribution.two_phase',
  `select 1 as found from pg_trigger where tgrelid = 'audit_event'::regclass and tgname = 'two_phase_commit'`,
)

/**
 * A change of one account and its audit row are on two nodes. Citus commits them in two phases only if it knows both tables, and it does
 * not know `audit_event`, an ordinary table. So each audit row also changes a table of the coordinator that Citus knows; no row is hit.
 */
export const demandTwoPhaseCommit = (owner: Queryable): Promise<unknown> =>
  owner.query({
    text: `create schema if not exists distribution;
      create table distribution.commit_mark (id int primary key);
      select citus_add_local_table_to_metadata('distribution.commit_mark');
      create function distribution.two_phase_commit() returns trigger language plpgsql security definer
        set search_path = pg_catalog as $$ begin delete from distribution.commit_mark where id = 0; return null; end $$;
      create trigger two_phase_commit after insert on audit_event for each statement
        execute function distribution.two_phase_commit()`,
  })
