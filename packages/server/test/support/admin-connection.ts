import pg from 'pg'

/** Names of the environment variables by which the global setup passes the database to the test workers. */
export const ENVIRONMENT_NAMES = {
  adminUrl: 'DATABASE_URL_TEST_ADMIN',
  template: 'KERF_TEST_TEMPLATE',
} as const

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement as administrator. Names in it are not escaped. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
