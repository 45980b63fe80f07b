/** Connection URLs of another user, and whether the database accepts them. */
import pg from 'pg'
import { CONNECT_TIMEOUT_MS } from '../../db/database-timeouts.ts'

/** SQLSTATE class of "invalid authorization specification": an unknown user, a wrong password, no line in pg_hba.conf. */
const REFUSED_LOGIN = /^28/

/** Whether a URL names a user. */
export function hasUser(url: string): boolean {
  const { username, searchParams } = new URL(url)
  return username !== '' || searchParams.has('user')
}

export function withoutUser(url: string): string {
  const address = new URL(url)
  address.username = ''
  address.password = ''
  for (const name of ['user', 'password']) address.searchParams.delete(name)
  return address.href
}

/** The URL with another user. As parameters, since the URL of a Unix socket has no place for a user before its host. */
export function withLogin(url: string, user: string, password: string): string {
  const address = new URL(withoutUser(url))
  address.searchParams.set('user', user)
  address.searchParams.set('password', password)
  return address.href
}

/** The URL with the user and the password of another one. */
export function withLoginOf(url: string, other: string): string {
  const { username, password, searchParams } = new URL(other)
  return withLogin(
    url,
    searchParams.get('user') ?? decodeURIComponent(username),
    searchParams.get('password') ?? decodeURIComponent(password),
  )
}

export interface ProbedLogin {
  /** who the statements run as; undefined if the login was refused */
  readonly role?: string
  /** why it was refused */
  readonly refusal?: string
}

/** Throws if the database does not answer. */
export async function probeLogin(url: string): Promise<ProbedLogin> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ role: string }>('select session_user::text as role')
    return { role: rows[0]?.role ?? '' }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!REFUSED_LOGIN.test(code ?? '')) throw error
    return { refusal: message }
  } finally {
    await client.end().catch(() => undefined)
  }
}
