/** Vacuums, analyzes and checkpoints a database, so that neither autovacuum nor the checkpointer runs during a measurement. */
import pg from 'pg'

export async function vacuumDatabase(adminUrl: string): Promise<void> {
  const url = new URL(adminUrl)
  url.pathname = '/kerf'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}
