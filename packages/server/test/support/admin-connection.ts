import pg from 'pg'

/** The two facts the global setup leaves to every worker. */
export const ENVIRONMENT_NAMES = {
  adminUrl: 'DATABASE_URL_TEST_ADMIN',
  template: 'KERF_TEST_TEMPLATE',
} as const

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement with the rights of an administrator; names in it must be safe as they are. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
