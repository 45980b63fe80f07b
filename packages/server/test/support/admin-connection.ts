import pg from 'pg'

/** Names of the environment variables by which the global setup passes the database to the test workers. */
export const ENVIRONMENT_NAMES = {
  adminUrl: 'DATABASE_URL_TEST_ADMIN',
  template: 'KERF_TEST_TEMPLATE',
  /** a `ServingRole` as JSON; not set with a distributed database */
  servingRole: 'KERF_TEST_SERVING_ROLE',
} as const

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement as administrator. Names in it are not escaped. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  await readAsAdmin(adminUrl, statement)
}

/** Like `runAsAdmin`; returns the first value of the first row. */
export async function readAsAdmin(adminUrl: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return rows[0]?.[0] as string | undefined
  } finally {
    await client.end()
  }
}
