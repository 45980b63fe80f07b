/** Passport hosts on different domains with one database, and a browser that stores their cookies separately. */
import { findFreePort } from '../../src/platform/embedded-postgres/free-port.ts'
import { newIpAddress } from '../support/api-call.ts'
import { type TestServer, useTestServer } from '../support/test-server.ts'

export interface PassportHosts {
  /** server of the first host; its sibling hosts are the second one and one that never answers */
  readonly server: TestServer
  /** origins */
  readonly one: string
  readonly two: string
  readonly dead: string
}

export async function usePassportHosts(): Promise<PassportHosts> {
  const [a, b, c] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [one, two] = [`http://passport.one.localhost:${a}`, `http://passport.two.localhost:${b}`]
  const dead = `http://passport.dead.localhost:${c}`
  const server = await useTestServer({
    env: {
      PORT: String(a),
      PUBLIC_URL: one,
      COOKIE_DOMAIN: 'one.localhost',
      PASSPORT_HOSTS: [one, dead, two].join(),
      DEV_ORIGINS: 'http://shop.localhost:3000',
    },
  })
  await server.spawn({
    PORT: String(b),
    PUBLIC_URL: two,
    COOKIE_DOMAIN: 'two.localhost',
    PASSPORT_HOSTS: one,
    LOG_LEVEL: 'warn',
  })
  return { server, one, two, dead }
}

export interface HostVisit {
  readonly status: number
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly code: number | undefined
  readonly headers: Headers
}

/** Stores one token per host. Host names below localhost resolve to 127.0.0.1. */
export function createHostBrowser() {
  const ip = newIpAddress()
  const tokens = new Map<string, string>()
  const visit = async (
    address: string,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-dest': 'document' },
    method = 'GET',
  ): Promise<HostVisit> => {
    const { origin, port, pathname, search } = new URL(address)
    const token = tokens.get(origin)
    const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': ip,
        ...(token !== undefined && { cookie: `utoken=${token}` }),
        ...headers,
      },
    })
    const cookies = response.headers.getSetCookie()
    for (const line of cookies) {
      const value = /^utoken=([^;]*)/.exec(line)?.[1]
      if (value === '') tokens.delete(origin)
      else if (value !== undefined) tokens.set(origin, value)
    }
    const text = await response.text()
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
    return {
      status: response.status,
      location: response.headers.get('location'),
      cookies,
      code: (body as { code?: number } | undefined)?.code,
      headers: response.headers,
    }
  }
  /** Follows redirects between the hosts until one leads to another origin. Returns every URL. */
  const walk = async (address: string, hosts: readonly string[]): Promise<string[]> => {
    const visited = [address]
    for (let hop = 0; hop < 10; hop++) {
      const { location } = await visit(visited.at(-1) ?? '')
      if (location === null) throw new Error(`no redirect after ${visited.join(' → ')}`)
      visited.push(location)
      if (!hosts.includes(new URL(location).origin) || !location.includes('/v1/cookie/')) return visited
    }
    throw new Error(`too many redirects: ${visited.join(' → ')}`)
  }
  return { ip, tokens, visit, walk }
}
