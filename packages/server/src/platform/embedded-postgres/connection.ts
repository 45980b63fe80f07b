import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Secrets } from './secrets.ts'

const ROLE = 'kerf'
const DATABASE = 'kerf'
const CONNECT_TIMEOUT_MS = 5000
const RECOVERY_TIMEOUT_MS = 30_000
// SQLSTATE codes
const CANNOT_CONNECT_NOW = '57P03'
const TOO_MANY_CONNECTIONS = '53300'
const INVALID_PASSWORD = '28P01'

/** Connection URLs of the product's database (as its owner) and of the database `postgres` (as superuser). */
export function connectionUrls(port: number, { admin, app }: Secrets): { url: string; adminUrl: string } {
  return {
    url: `postgresql://${ROLE}:${app}@127.0.0.1:${port}/${DATABASE}`,
    adminUrl: `postgresql://postgres:${admin}@127.0.0.1:${port}/postgres`,
  }
}

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // Without a listener, a connection that breaks between two queries would end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Returns the server's version, for example '18.4', or undefined if it does not respond. Waits while it recovers. */
export async function queryServerVersion(adminUrl: string): Promise<string | undefined> {
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS
  for (;;) {
    try {
      const result = await withClient(adminUrl, client =>
        client.query<{ server_version: string }>('show server_version'),
      )
      return result.rows[0]?.server_version
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === INVALID_PASSWORD)
        throw new Error('the embedded database rejects the passwords of its secrets.json')
      if (code !== CANNOT_CONNECT_NOW && code !== TOO_MANY_CONNECTIONS) return undefined
      if (Date.now() > deadline) return undefined
    }
    await sleep(100)
  }
}

/**
 * Creates the product's role and database if they are missing, also after a first start that was interrupted.
 * The role is not a superuser. It may create the role with fewer rights that serves requests.
 */
export async function createDatabase(adminUrl: string, { app }: Secrets): Promise<void> {
  await withClient(adminUrl, async client => {
    const password = client.escapeLiteral(app)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [ROLE])
    if (roles.rowCount === 0) await client.query(`create role ${ROLE} login createrole password ${password}`)
    const databases = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLE}`)
  })
}
