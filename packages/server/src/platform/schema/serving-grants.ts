/**
 * Privileges of the roles that serve calls, on the product's own objects by name. Extensions and administrators may add
 * objects of another owner to the schema `public`; those are left alone.
 */
import pg from 'pg'
import { tableEntries } from '../../tables/register.ts'
import type { TableRow } from '../../tables/table-row.ts'
import { SERVING_ROLE } from '../db/serving-role.ts'

const ROW_PRIVILEGES = ['select', 'insert', 'update', 'delete']
const TABLE_PRIVILEGES = [...ROW_PRIVILEGES, 'truncate', 'references', 'trigger']
const SEQUENCE_PRIVILEGES = ['usage', 'select', 'update']

const limitedTables = (limitOf: (row: TableRow) => readonly string[] | undefined): OwnTables =>
  Object.fromEntries(
    tableEntries().flatMap(([name, row]) => {
      const limit = limitOf(row)
      return limit ? [[name, limit]] : []
    }),
  )

/** Tables with other privileges than `ROW_PRIVILEGES`. */
const LIMITED_TABLES = limitedTables(({ grants }) => grants?.serving)
/**
 * A login role adds keys, replaces none, and sees those of product lines only (migration 015). What only `kerf` writes, it reads: an injected
 * statement neither makes a third party a first one nor ends the keys of the provider.
 */
const LIMITED_TABLES_OF_LOGIN = limitedTables(({ grants }) => grants?.login ?? grants?.serving)

/** Changes when the privileges do. */
export const GRANTS_VERSION = JSON.stringify([ROW_PRIVILEGES, LIMITED_TABLES, LIMITED_TABLES_OF_LOGIN])

interface OwnNames {
  readonly tables: readonly string[]
  readonly sequences: readonly string[]
  readonly functions: readonly string[]
}

/** Names of the objects that the migrations create. Partitions are used through their table and need no privileges. */
export function listOwnNames(migrations: readonly { readonly sql: string }[]): OwnNames {
  const created = (kind: string): string[] => {
    const pattern = new RegExp(`^\\s*create (?:or replace )?${kind} (?:if not exists )?(\\w+)`, 'gim')
    return [
      ...new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name]) => name ?? ''))),
    ]
  }
  return {
    tables: ['migration', ...created('table')],
    sequences: created('sequence'),
    functions: created('function'),
  }
}

interface OwnObject {
  readonly kind: 'table' | 'sequence' | 'function'
  readonly name: string
  /** as statements write it; for a function with its argument types */
  readonly reference: string
  /** privileges of the role */
  readonly held: readonly string[]
}

const LIST_OBJECTS = `
  select 'table' as kind, relname::text as name, c.oid::regclass::text as reference,
         array(select p from unnest($5::text[]) p where has_table_privilege($1, c.oid, p)
               union all
               select p || '(' || attname || ')' from pg_attribute, unnest('{select,insert,update,references}'::text[]) p
                where attrelid = c.oid and attacl is not null and has_column_privilege($1, c.oid, attnum, p)
                  and not has_table_privilege($1, c.oid, p)) as held
    from pg_class c
   where relnamespace = 'public'::regnamespace and relname = any($2::text[]) and relkind in ('r', 'p')
  union all
  select 'sequence', relname::text, c.oid::regclass::text,
         array(select p from unnest($6::text[]) p where has_sequence_privilege($1, c.oid, p))
    from pg_class c
   where relnamespace = 'public'::regnamespace and relkind = 'S'
     -- Also those of identity columns, whose state a backup contains.
     and (relname = any($3::text[]) or exists (
           select from pg_depend d join pg_class t on t.oid = d.refobjid
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
              and t.relnamespace = 'public'::regnamespace and t.relname = any($2::text[])))
  union all
  select 'function', proname::text, f.oid::regprocedure::text,
         array(select 'execute' where has_function_privilege($1, f.oid, 'execute'))
    from pg_proc f
   where pronamespace = 'public'::regnamespace and proname = any($4::text[]) and prorettype <> 'trigger'::regtype`

/** A cluster locks a table that every node has only for a role that may update the table as a whole. */
const inCluster = (privileges: readonly string[]): readonly string[] =>
  privileges.some(name => /^(?:delete|update)/.test(name))
    ? [...privileges.filter(name => !name.startsWith('update')), 'update']
    : privileges

function expectedPrivileges({ kind, name }: OwnObject, role: string, isCluster: boolean): readonly string[] {
  if (kind === 'function') return ['execute']
  if (kind === 'sequence') return ['usage', 'select']
  const limited: OwnTables = role === SERVING_ROLE ? LIMITED_TABLES : LIMITED_TABLES_OF_LOGIN
  const privileges = limited[name] ?? ROW_PRIVILEGES
  return isCluster ? inCluster(privileges) : privileges
}
type OwnTables = Readonly<Record<string, readonly string[]>>

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(one => others.includes(one))

/** Statements that give `role` its privileges, no more and no fewer; empty if it has them. `owner`: owns the objects. */
export async function findMissingGrants(
  owner: pg.Client,
  role: string,
  { tables, sequences, functions }: OwnNames,
): Promise<string[]> {
  const { rows: objects } = await owner.query<OwnObject>(LIST_OBJECTS, [
    role,
    tables,
    sequences,
    functions,
    TABLE_PRIVILEGES,
    SEQUENCE_PRIVILEGES,
  ])
  const { rows } = await owner.query<{
    database: string
    connect: boolean
    usage: boolean
    cluster: boolean
  }>(
    `select current_database() as database, has_schema_privilege($1, 'public', 'usage') as usage,
            has_database_privilege($1, current_database(), 'connect') as connect,
            exists (select 1 from pg_extension where extname = 'citus') as cluster`,
    [role],
  )
  const [
    { database, connect, usage, cluster } = { database: '', connect: true, usage: true, cluster: false },
  ] = rows
  const to = pg.escapeIdentifier(role)
  const statements = objects.flatMap(object => {
    const expected = expectedPrivileges(object, role, cluster)
    if (isSame(object.held, expected)) return []
    const on = `on ${object.kind} ${object.reference}`
    const revoke = `revoke all ${on} from public, ${to}`
    return expected.length === 0 ? [revoke] : [revoke, `grant ${expected.join()} ${on} to ${to}`]
  })
  if (!connect) statements.push(`grant connect on database ${pg.escapeIdentifier(database)} to ${to}`)
  if (!usage) statements.push(`grant usage on schema public to ${to}`)
  return statements
}

/**
 * What `role` may create because everybody may: objects in `public` (databases from before PostgreSQL 15) and temporary
 * tables, which would shadow the product's.
 */
async function listPublicCreation(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ privilege: string }>(
    `select 'create on schema public' as privilege where has_schema_privilege($1, 'public', 'create')
     union all
     select format('temporary on database %I', current_database())
      where has_database_privilege($1, current_database(), 'temporary')`,
    [role],
  )
  return rows.map(({ privilege }) => privilege)
}

/** Takes these privileges from everybody; the owner keeps its own. Returns those that the owner may not take. */
export async function revokePublicCreation(owner: pg.Client, role: string): Promise<string[]> {
  const privileges = await listPublicCreation(owner, role)
  for (const privilege of privileges)
    await owner.query(`revoke ${privilege} from public`).catch((error: { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
    })
  return privileges.length === 0 ? [] : listPublicCreation(owner, role)
}

export const INSUFFICIENT_PRIVILEGE = '42501'
