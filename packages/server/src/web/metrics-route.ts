/**
 * `/metrics` for Prometheus. Needs METRICS_TOKEN as a bearer token. If none is configured, a direct request from this machine is
 * enough where the portal is served over http: https means a proxy in front, which may send nothing that tells its requests apart.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sha256 } from '../platform/keys/secrets.ts'
import { isForwarded } from './request/unlisted-proxy.ts'

export function metricsRoute(
  app: FastifyInstance,
  token: string | undefined,
  isBehindProxy: () => boolean,
  render: () => Promise<string>,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!isAuthorized(request, token, isBehindProxy)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await render())
  })
}

function isAuthorized(
  request: FastifyRequest,
  token: string | undefined,
  isBehindProxy: () => boolean,
): boolean {
  if (token === undefined) {
    const peer = request.socket.remoteAddress ?? ''
    return !isBehindProxy() && !isForwarded(request) && /^(?:::1|(?:::ffff:)?127\.)/.test(peer)
  }
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(sha256(given), sha256(token))
}
