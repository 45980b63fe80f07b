/** Leaves a database as one that has run for a while: nothing for autovacuum or the checkpointer to do beside the load. */
import pg from 'pg'

export async function tidy(adminUrl: string): Promise<void> {
  const url = new URL(adminUrl)
  url.pathname = '/kerf'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}
