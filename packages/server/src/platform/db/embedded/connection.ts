import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Secrets } from './secrets.ts'

const role = 'kerf'
const database = 'kerf'
const connectMs = 5000
const patienceMs = 30_000
const startingUp = '57P03'
const tooManyConnections = '53300'
const wrongPassword = '28P01'

/** Addresses of the product's own database (as its owner) and of `postgres` (as superuser). */
export function addresses(port: number, { admin, app }: Secrets): { url: string; adminUrl: string } {
  return {
    url: `postgresql://${role}:${app}@127.0.0.1:${port}/${database}`,
    adminUrl: `postgresql://postgres:${admin}@127.0.0.1:${port}/postgres`,
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  // Without a listener, a database that dies between two calls would end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The server's version, such as '18.4', or undefined when it does not answer; one that recovers is awaited. */
export async function askVersion(adminUrl: string): Promise<string | undefined> {
  const limit = Date.now() + patienceMs
  for (;;) {
    try {
      const answer = await withClient(adminUrl, client =>
        client.query<{ server_version: string }>('show server_version'),
      )
      return answer.rows[0]?.server_version
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === wrongPassword)
        throw new Error('the embedded database has other passwords than its secrets.json')
      if (code !== startingUp && code !== tooManyConnections) return undefined
      if (Date.now() > limit) return undefined
    }
    await sleep(100)
  }
}

/**
 * Makes the product's role and database where they are missing; an interrupted first start is completed.
 * The role is no superuser, but may make the narrower role that requests are served with.
 */
export async function makeDatabase(adminUrl: string, { app }: Secrets): Promise<void> {
  await withClient(adminUrl, async client => {
    const password = client.escapeLiteral(app)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (roles.rowCount === 0) await client.query(`create role ${role} login createrole password ${password}`)
    const databases = await client.query('select 1 from pg_database where datname = $1', [database])
    if (databases.rowCount === 0) await client.query(`create database ${database} owner ${role}`)
  })
}
