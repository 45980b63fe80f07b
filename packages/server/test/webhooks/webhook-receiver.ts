/** An app with a webhook of the form `events`: registered, with a real HTTP server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTicket, endSessions, listLiveSessions, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { expect, vi } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { setWebhook } from '../../src/operations/app/webhooks.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { credentials } from '../sign-on/register-app.ts'
import type { TestServer } from '../support/test-server.ts'

export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly uid: string
    readonly session?: string
    readonly changed?: string[]
    readonly benefit?: string
    readonly course?: string
  }
}

/** Networks of a development server. */
export const LOCAL = { production: false, webhookNetworks: [] }

export async function startReceiver(server: TestServer, code = 'creative') {
  const origin = `https://${crypto.randomUUID()}.example`
  const app = { code, name: 'X', origins: [origin], production: false, operator: 'lin' }
  const { clientId, clientSecret } = await runAsOperator(server, db => createApp(db, app))
  const received: ReceivedEvent[] = []
  const traceParents: string[] = []
  /** status of the answer to an event */
  let answer = (_event: ReceivedEvent): number => 204
  const http = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const event = { id: String(request.headers['webhook-id']), ...JSON.parse(body) }
    const { traceparent } = request.headers
    if (typeof traceparent === 'string') traceParents.push(traceparent)
    const status = answer(event)
    if (status < 300) received.push(event)
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/events`
  await runAsOperator(server, (db, keys) =>
    setWebhook(db, keys, {
      clientId,
      url,
      form: 'events',
      fromStart: false,
      networks: LOCAL,
      operator: 'lin',
    }),
  )
  const headers = credentials(clientId, clientSecret)
  for (const process of server.urls.keys())
    await vi.waitFor(
      async () => {
        const { code } = await server.call(listLiveSessions, { sessions: [] }, { headers, process })
        if (code !== 0) throw new Error('the app is not known yet')
      },
      { timeout: 30_000, interval: 20 },
    )
  return {
    clientId,
    /** events that were accepted, in the order of their arrival */
    received,
    /** headers `traceparent` of the requests */
    traceParents,
    /** types of the accepted events of an account, with what they name; without the first one, which tells that it is new to the app */
    of: (uid: string) =>
      received
        .filter(({ type, data }) => data.uid === uid && type !== 'account.created')
        .map(({ type, data }) =>
          [type, data.session ?? data.changed ?? data.benefit ?? data.course].flat().join(' ').trim(),
        ),
    setAnswer(next: typeof answer) {
      answer = next
    },
    /** Signs the person of the token in to the app. Returns the name of the session. */
    async redeem(token: string): Promise<string> {
      const { data } = await server.call(
        createTicket,
        { purpose: 'handover', target: `${origin}/` },
        { token },
      )
      const redeemed = await server.call(redeemTicket, { ticket: data.ticket }, { headers })
      expect(redeemed.code).toBe(0)
      return redeemed.data.session
    },
    /** The person signs out at the app. */
    async endSession(session: string): Promise<void> {
      const { data } = await server.call(endSessions, { sessions: [session] }, { headers })
      expect(data).toEqual({ ended: 1 })
    },
    close: () =>
      new Promise(resolve => {
        http.closeAllConnections()
        http.close(resolve)
      }),
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
