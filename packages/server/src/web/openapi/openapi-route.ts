/** `GET /v1/openapi.json`: the OpenAPI document of this installation, public (S-128). */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type EncodedBody, encodeOnDemand, negotiateEncoding } from '../page-shell/encoded-body.ts'
import type { OpenApiOptions } from './openapi-document.ts'
import { OPENAPI_PATH } from './other-paths.ts'

interface Prepared {
  readonly server: string
  readonly body: EncodedBody
  readonly etag: string
}

/** `options` may change while the server runs: in development the origin follows the port. */
export function openApiRoute(http: FastifyInstance, options: () => OpenApiOptions): void {
  let prepared: Prepared | undefined
  const prepare = async (): Promise<Prepared> => {
    const current = options()
    if (prepared?.server === current.server) return prepared
    // Imported on request: describing every schema costs memory.
    const { openApiDocument } = await import('./openapi-document.ts')
    const text = JSON.stringify(openApiDocument(current))
    const hash = createHash('sha256').update(text).digest('base64url')
    // 330 kB: compressed once, a flood of requests costs neither time nor the network.
    const body = encodeOnDemand(text, () => true)
    prepared = { server: current.server, body, etag: `"${hash}"` }
    return prepared
  }
  http.get(OPENAPI_PATH, async (request, reply) => {
    const { body, etag } = await prepare()
    reply
      .headers({
        etag,
        'cache-control': 'public, max-age=300',
        vary: 'Accept-Encoding',
        // Tools read it from pages of any origin. It contains nothing of a person.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('application/json; charset=utf-8')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const { content, encoding } = negotiateEncoding(body, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(content)
  })
}
