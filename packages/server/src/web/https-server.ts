/** Development: an HTTPS server beside the HTTP server, with its routes, its connection limits and its drain. */
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DEADLINES, guardConnection, refuseConnection } from './connection-guard.ts'
import { transportOptions } from './server.ts'

/** PEM texts. */
export interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

/** Interval of the search for idle connections while the server closes. */
const IDLE_CHECK_MS = 50

/** Must be called before `app` listens. The caller lets the server listen after that. `app.close()` closes it. */
export function createHttpsServer(app: FastifyInstance, { key, cert }: ServerCertificate): Server {
  const { requestTimeout, keepAliveTimeout, timeout } = app.server
  const server = createServer(
    { ...transportOptions(DEADLINES), requestTimeout, keepAliveTimeout, key, cert },
    (request, response) => app.routing(request, response),
  )
  server.timeout = timeout
  server.on('secureConnection', guardConnection(DEADLINES))
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // Without a handshake there is nobody who could read an answer.
    if (error.code?.startsWith('ERR_SSL_')) socket.destroy()
    else refuseConnection(error, socket)
  })
  // Fastify refuses new requests from here on, and keeps what they need until the hook is done.
  app.addHook('preClose', async () => {
    if (!server.listening) return
    const closed = new Promise(resolve => server.close(resolve))
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    await closed.finally(() => clearInterval(idle))
  })
  return server
}
