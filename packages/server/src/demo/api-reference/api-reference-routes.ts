/**
 * `/docs`: the API reference, Scalar over the OpenAPI document. Registered in development only (S-128). Scalar's own page has
 * an inline script, which the content security policy forbids: the page and the script that starts Scalar are ours.
 */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import Fastify, { type FastifyInstance } from 'fastify'
import { OPENAPI_PATH } from '../../web/openapi/other-paths.ts'
import { DEMO_PERSONAL } from '../seed/accounts.ts'
import { MARK, PALETTE } from '../style/development-style.ts'

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

const STYLE = `${PALETTE}
#start *{box-sizing:border-box}#start :is(h1,h2,p){margin:0}#start p{color:var(--soft)}#start h1{font-size:1.375rem}#start h2{margin-bottom:.5rem;font-size:1rem}
#start{max-width:80rem;margin:0 auto;padding:2rem 1.5rem 1rem}
#start header{display:flex;align-items:center;gap:.75rem}
#steps{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1rem;margin:1.5rem 0 0;padding:0;list-style:none;counter-reset:step}
#steps li{counter-increment:step}#steps h2::before{content:counter(step) ". ";color:var(--accent)}
#steps pre{margin:.75rem 0 0;padding:.75rem;border-radius:8px;background:var(--sunken);font-size:.8125rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}`

/** Three steps to a first call, which work as they stand on a fresh `npm start`. */
const startSteps = (
  origin: string,
): string => `<div id="start"><header>${MARK}<div><h1>Kerf Passport for developers</h1>
<p>Three steps to a first call. Below them: every call, with its fields and errors.</p></div></header>
<ol id="steps">
<li class="card"><h2>Ask</h2><p>A call that needs no account. Each answer is JSON; <code>code</code> 0 is success.</p>
<pre>curl ${origin}/v1/region/country</pre></li>
<li class="card"><h2>Log in</h2><p>As the demo account. <code>data.utoken</code> of the answer is the session.</p>
<pre>curl ${origin}/v1/login -H 'content-type: application/json' -d '${JSON.stringify({ ...DEMO_PERSONAL, agreement: true })}'</pre></li>
<li class="card"><h2>Use the session</h2><p>In the header <code>utoken</code>. An app of your own gets a session by a ticket or by OpenID Connect: <code>docs/apps.md</code>.</p>
<pre>curl ${origin}/v1/user/basic -H 'utoken: UTOKEN'</pre></li>
</ol></div>`

const page = (origin: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Kerf Passport: API reference</title>
<style>${STYLE}</style>
</head>
<body>
${startSteps(origin)}
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

export async function apiReferenceRoutes(
  app: FastifyInstance,
  { portal }: { readonly portal: () => URL },
): Promise<void> {
  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page(portal().origin)),
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
