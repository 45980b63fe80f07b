/**
 * `/docs`: the API reference, Scalar over the OpenAPI document. Registered in development only (S-128). Scalar's own page has
 * an inline script, which the content security policy forbids: the page and the script that starts Scalar are ours.
 */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import Fastify, { type FastifyInstance } from 'fastify'
import { OPENAPI_PATH } from '../../web/openapi/other-paths.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Kerf Passport: API reference</title>
</head>
<body>
<div id="reference"></div>
<noscript><a href="${OPENAPI_PATH}">OpenAPI document</a></noscript>
<script src="/docs/scalar.js" defer></script>
<script src="/docs/start.js" defer></script>
</body>
</html>
`

/** Nothing is loaded from another host. */
const START_SCRIPT = `Scalar.createApiReference('#reference', {
  url: '${OPENAPI_PATH}',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  operationTitleSource: 'path',
  showDeveloperTools: 'never',
})
`

let scalar: Promise<string> | undefined

/** Scalar's browser bundle. The package holds it inside its Fastify plugin only, so it is read from a plugin that serves nobody. */
function loadScalar(): Promise<string> {
  scalar ??= (async () => {
    const { default: plugin } = await import('@scalar/fastify-api-reference')
    const source = Fastify()
    await source.register(plugin, { routePrefix: '/scalar', configuration: { content: {} } })
    const { statusCode, body } = await source.inject('/scalar/js/scalar.js')
    await source.close()
    if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference does not serve js/scalar.js')
    return body
  })()
  return scalar
}

export async function apiReferenceRoutes(app: FastifyInstance): Promise<void> {
  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  app.get('/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START_SCRIPT),
  )
  app.get('/docs/scalar.js', async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .type('text/javascript; charset=utf-8')
      .send(await loadScalar()),
  )
}
