/** `/metrics` for Prometheus. Needs METRICS_TOKEN as a bearer token; if none is configured, a direct request from this machine. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sha256 } from '../keys/secrets.ts'

export function metricsRoute(
  app: FastifyInstance,
  token: string | undefined,
  render: () => Promise<string>,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!isAuthorized(request, token)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await render())
  })
}

function isAuthorized(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const peer = request.socket.remoteAddress ?? ''
    const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
    return direct && /^(?:::1|(?:::ffff:)?127\.)/.test(peer)
  }
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(sha256(given), sha256(token))
}
