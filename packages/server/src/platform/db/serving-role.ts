import type pg from 'pg'

/** The role that the owner takes over for the command line, and for calls where it cannot create a login role. */
export const SERVING_ROLE = 'kerf_serving'

/** The serving role; null if the owner cannot create it or is not a member of it. */
export async function findServingRole(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')`,
    [SERVING_ROLE],
  )
  return rows.length > 0 ? SERVING_ROLE : null
}
