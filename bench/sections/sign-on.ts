/** What single sign-on takes: a hand-over, a sign-out seen by another process, the way over sister hosts with dead ones among them. */
import { createServer } from 'node:net'
import { createTicket, endSessions, listLiveSessions, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { TOKEN_COOKIE, TOKEN_HEADER } from '@kerf/contract/headers'
import { createApp } from '../../packages/server/src/operations/app/apps.ts'
import { freePort } from '../../packages/server/src/platform/db/embedded/free-port.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'

const HAND_OVERS = 31
const SIGN_OUTS = 11
const APP = 'https://shop.example'
/** Milliseconds that a dead host may cost, and the rest of the way (P-23). */
const [DEAD_HOST, REST] = [3_000, 2_000]

const median = (taken: readonly number[]): number =>
  taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? Number.NaN

/** Takes connections and never answers. */
async function startSilence() {
  const server = createServer(socket => socket.on('error', () => {}))
  const port = await freePort(0)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

export const section: Section = {
  title: 'Single sign-on, one person at a time',
  async run({ installation, accounts }: Context) {
    const made = await installation()
    const { disposableTokens } = await accounts()
    const silence = await startSilence()
    const refusing = `http://127.0.0.1:${await freePort(0)}`
    const [here, there] = [await freePort(0), await freePort(0)]
    const sisters = [silence.url, `http://localhost:${there}`, refusing]
    const server = await startServer({ ...made.env, PASSPORT_HOSTS: sisters.join() }, here)
    const sister = await startServer({ ...made.env, PASSPORT_HOSTS: server.url }, there)
    const { clientId, clientSecret } = await createApp(made.db, {
      code: 'portal',
      name: 'Bench',
      origins: [APP],
      production: true,
      operator: 'bench',
    })
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const ask = async <T>(url: string, path: string, input: unknown, headers: Record<string, string>) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      })
      const { code, data } = (await response.json()) as { code: number; data: T }
      if (code !== 0) throw new Error(`${path} answers ${code}`)
      return data
    }
    const handOver = async (token: string): Promise<string> => {
      const wanted = { purpose: 'handover', target: APP }
      const headers = { [TOKEN_HEADER]: token }
      const { ticket } = await ask<{ ticket: string }>(server.url, createTicket.path, wanted, headers)
      const asApp = { authorization }
      return (await ask<{ session: string }>(server.url, redeemTicket.path, { ticket }, asApp)).session
    }

    const [first = '', ...others] = disposableTokens
    const handOvers: number[] = []
    for (let turn = 0; turn < HAND_OVERS; turn++) {
      const began = performance.now()
      await handOver(first)
      handOvers.push(performance.now() - began)
    }

    const walkBegan = performance.now()
    let at = `${server.url}/v1/cookie/add-cookies?target=${encodeURIComponent(APP)}`
    let hops = 0
    for (; !at.startsWith(APP); hops++) {
      if (hops > 10) throw new Error('the way does not end')
      const cookie = at.startsWith(server.url) ? `${TOKEN_COOKIE}=${first}` : ''
      const headers = { cookie, 'sec-fetch-dest': 'document' }
      const answer = await fetch(at, { redirect: 'manual', headers })
      at = answer.headers.get('location') ?? ''
      if (at === '') throw new Error(`the way ends on ${answer.status}`)
    }
    const walk = performance.now() - walkBegan

    const signOuts: number[] = []
    for (const token of others.slice(0, SIGN_OUTS)) {
      const session = await handOver(token)
      const began = performance.now()
      await ask(server.url, endSessions.path, { sessions: [session] }, { authorization })
      for (;;) {
        const given = { sessions: [session] }
        const { alive } = await ask<{ alive: string[] }>(sister.url, listLiveSessions.path, given, {
          authorization,
        })
        if (alive.length === 0) break
      }
      signOuts.push(performance.now() - began)
    }

    await Promise.all([server.stop(), sister.stop()])
    silence.stop()
    const dead = 2
    return [
      {
        name: 'a ticket made and redeemed, p50',
        value: median(handOvers),
        unit: 'ms',
        note: `${HAND_OVERS} tries`,
      },
      {
        name: 'signed out here until refused there, worst',
        value: Math.max(...signOuts),
        unit: 'ms',
        limit: atMost(1_000),
        note: `${signOuts.length} tries, two processes`,
      },
      {
        name: 'the way over the sister hosts',
        value: walk,
        unit: 'ms',
        limit: atMost(DEAD_HOST * dead + REST),
        note: `${sisters.length} hosts, ${dead} of them dead; ${hops} redirects`,
      },
    ]
  },
}
