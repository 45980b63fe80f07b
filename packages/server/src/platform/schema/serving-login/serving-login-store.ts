/** Reads and changes the role that serves calls. Runs as the owner of the database. */
import pg from 'pg'
import { type Queryable, statement } from '../../db/database.ts'

/** `role`: unique on the PostgreSQL server, so that two installations on one server never share it. */
export const findLoginName = statement<{ role: string; database: string }>(
  'serving.login_name',
  `select 'kerf_serving_' || oid as role, datname::text as database from pg_database where datname = current_database()`,
)

export interface RoleState {
  readonly exists: boolean
  /** roles that it may become or whose rights it has, and attributes that lift it above its grants */
  readonly powers: readonly string[]
  /** settings of its connections to this database, `name=value` */
  readonly settings: readonly string[]
  /** settings of its connections to every database */
  readonly settingsElsewhere: readonly string[]
}

export const findRoleState = statement<RoleState, { role: string }>(
  'serving.role_state',
  `select r.oid is not null as exists,
          array(select 'superuser' where r.rolsuper union all select 'createrole' where r.rolcreaterole
                union all select 'bypassrls' where r.rolbypassrls union all select 'replication' where r.rolreplication
                union all select o.rolname::text from pg_roles o
                           where not r.rolsuper and o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'member')
                union all select 'owner' where r.rolname = current_user) as powers,
          coalesce((select setconfig from pg_db_role_setting
                     where setrole = r.oid
                       and setdatabase = (select oid from pg_database where datname = current_database())), '{}') as settings,
          coalesce((select setconfig from pg_db_role_setting where setrole = r.oid and setdatabase = 0), '{}')
            as "settingsElsewhere"
     from (select 1) as one left join pg_roles r on r.rolname = $role`,
  { scope: 'coordinator' },
)

export const findOwnerState = statement<{ mayCreateRoles: boolean }>(
  'serving.owner_state',
  'select rolsuper or rolcreaterole as "mayCreateRoles" from pg_roles where rolname = current_user',
)

export const replaceLoginPassword = statement<never, { name: string; wrapped: Buffer }>(
  'serving.replace_password',
  `insert into wrapped_key (name, wrapped) values ($name, $wrapped)
   on conflict (name) do update set wrapped = excluded.wrapped`,
  { scope: 'coordinator' },
)

/** A restored backup or a copy of another database contains the password of that database's role. */
export const deleteOtherLoginPasswords = statement<never, { prefix: string; name: string }>(
  'serving.delete_other_passwords',
  'delete from wrapped_key where starts_with(name, $prefix) and name <> $name',
  { scope: 'coordinator' },
)

/** One process at a time creates or repairs the role. The lock ends with the connection. */
export const lockServingLogin = statement<never>('serving.lock', 'select pg_advisory_lock(1102611021)', {
  scope: 'coordinator',
})

/** Statements about roles take no arguments. `verifier`: see `createScramVerifier`. */
export async function putLoginRole(
  owner: Queryable,
  verb: 'create' | 'alter',
  role: string,
  verifier: string,
): Promise<void> {
  const text = `${verb} role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(verifier)}`
  await owner.query({ text })
}

/** Replaces the settings of the role's connections to `database`. `settings`: `name=value`. */
export async function putRoleSettings(
  owner: Queryable,
  role: string,
  database: string,
  settings: readonly string[],
): Promise<void> {
  const alter = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)}`
  const set = settings.map(setting => `${alter} set ${setting}`)
  await owner.query({ text: [`${alter} reset all`, ...set].join(';') })
}

export async function resetSettingsElsewhere(owner: Queryable, role: string): Promise<void> {
  await owner.query({ text: `alter role ${pg.escapeIdentifier(role)} reset all` })
}
