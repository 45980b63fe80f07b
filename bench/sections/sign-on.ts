/** Single sign-on: a handover by ticket, a sign-out that another process sees, and the redirects over sibling hosts of which two are down. */
import { createServer } from 'node:net'
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { createTicket, endSessions, listLiveSessions, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { createApp } from '../../packages/server/src/operations/app/apps.ts'
import { findFreePort } from '../../packages/server/src/platform/embedded-postgres/free-port.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { median } from '../harness/side-by-side.ts'

const HANDOVERS = 31
const SIGN_OUTS = 11
const APP = 'https://shop.example'
/** Time limits for each host that is down, and for the rest of the redirects (P-23). */
const DEAD_HOST_MS = 3_000
const REDIRECTS_MS = 2_000

/** Starts a server that accepts connections and never responds. */
async function startSilentServer() {
  const server = createServer(socket => socket.on('error', () => {}))
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

export const section: Section = {
  title: 'Single sign-on, one person at a time',
  async run({ installation, accounts }: Context) {
    const created = await installation()
    const { disposableTokens } = await accounts()
    const silent = await startSilentServer()
    const refusing = `http://127.0.0.1:${await findFreePort()}`
    const serverPort = await findFreePort()
    const siblingPort = await findFreePort()
    const siblings = [silent.url, `http://localhost:${siblingPort}`, refusing]
    // Before the servers, which read the apps at their start.
    const { clientId, clientSecret } = await createApp(created.db, {
      code: 'portal',
      name: 'Bench',
      origins: [APP],
      production: true,
      operator: 'bench',
    })
    const server = await startServer({ ...created.env, PASSPORT_HOSTS: siblings.join() }, serverPort)
    const sibling = await startServer({ ...created.env, PASSPORT_HOSTS: server.url }, siblingPort)
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const callApi = async <T>(url: string, path: string, input: unknown, headers: Record<string, string>) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      })
      const { code, data } = (await response.json()) as { code: number; data: T }
      if (code !== 0) throw new Error(`${path} responded with code ${code}`)
      return data
    }
    const handOver = async (token: string): Promise<string> => {
      const request = { purpose: 'handover', target: APP }
      const headers = { [TOKEN_HEADER]: token }
      const { ticket } = await callApi<{ ticket: string }>(server.url, createTicket.path, request, headers)
      const { session } = await callApi<{ session: string }>(
        server.url,
        redeemTicket.path,
        { ticket },
        { authorization },
      )
      return session
    }

    const [first = '', ...others] = disposableTokens
    const handoverTimes: number[] = []
    for (let index = 0; index < HANDOVERS; index++) {
      const start = performance.now()
      await handOver(first)
      handoverTimes.push(performance.now() - start)
    }

    const redirectsStart = performance.now()
    let address = `${server.url}/v1/cookie/add-cookies?target=${encodeURIComponent(APP)}`
    let hops = 0
    for (; !address.startsWith(APP); hops++) {
      if (hops > 10) throw new Error('too many redirects')
      const cookie = address.startsWith(server.url) ? `${TOKEN_COOKIE}=${first}` : ''
      const headers = { cookie, 'sec-fetch-dest': 'document' }
      const response = await fetch(address, { redirect: 'manual', headers })
      address = response.headers.get('location') ?? ''
      if (address === '') throw new Error(`the redirects end with status ${response.status}`)
    }
    const redirectsMs = performance.now() - redirectsStart

    const signOutTimes: number[] = []
    for (const token of others.slice(0, SIGN_OUTS)) {
      const session = await handOver(token)
      const start = performance.now()
      await callApi(server.url, endSessions.path, { sessions: [session] }, { authorization })
      for (;;) {
        const { alive } = await callApi<{ alive: string[] }>(
          sibling.url,
          listLiveSessions.path,
          { sessions: [session] },
          { authorization },
        )
        if (alive.length === 0) break
      }
      signOutTimes.push(performance.now() - start)
    }

    await Promise.all([server.stop(), sibling.stop()])
    silent.stop()
    const dead = 2
    return [
      {
        name: 'ticket created and redeemed, p50',
        value: median(handoverTimes),
        unit: 'ms',
        note: `${HANDOVERS} repetitions`,
      },
      {
        name: 'sign-out until another process rejects, max',
        value: Math.max(...signOutTimes),
        unit: 'ms',
        limit: atMost(1_000),
        note: `${signOutTimes.length} repetitions, two processes`,
      },
      {
        name: 'redirects over the sibling hosts',
        value: redirectsMs,
        unit: 'ms',
        limit: atMost(DEAD_HOST_MS * dead + REDIRECTS_MS),
        note: `${siblings.length} hosts, ${dead} of them down; ${hops} redirects`,
      },
    ]
  },
}
