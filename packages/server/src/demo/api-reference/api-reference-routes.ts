/**
 * `/docs`: the API reference, Scalar over the OpenAPI document. Registered in development only (S-128). Scalar's own page has
 * an inline script, which the content security policy forbids: the page and the script that starts Scalar are ours.
 */
import { LANGUAGES, type Language } from '@kerf/contract/language'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import Fastify, { type FastifyInstance } from 'fastify'
import { EXAMPLE_OPTIONS, openApiDocument } from '../../web/openapi/openapi-document.ts'
import { OPENAPI_PATH } from '../../web/openapi/other-paths.ts'
import { DEMO_PERSONAL } from '../seed/accounts.ts'
import { otherLanguageLink, pageLanguage } from '../style/development-language.ts'
import { MARK, PALETTE } from '../style/development-style.ts'
import { inChinese } from './chinese.ts'

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
#start header{display:flex;align-items:center;gap:.75rem}#start header svg{flex:none}#start header>a{margin-left:auto;min-height:44px;align-content:center}#start a{color:var(--accent)}
#steps{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1rem;row-gap:0;margin:1.5rem 0 0;padding:0;list-style:none;counter-reset:step}
#steps li{display:grid;grid-template-rows:subgrid;grid-template-columns:minmax(0,1fr);grid-row:span 3;gap:0;margin-bottom:1rem;counter-increment:step}#steps h2::before{content:counter(step) ". ";color:var(--accent)}
#steps pre{margin:.75rem 0 0;padding:.75rem;border-radius:8px;background:var(--sunken);font-size:.75rem;line-height:1.6;overflow-x:auto;user-select:all}`

const TEXTS = {
  en: {
    title: 'Kerf Passport for developers',
    lead: 'Three steps to a first call. Below them: every call, with its fields and errors.',
    ask: ['Ask', 'A call that needs no account. Each answer is JSON; <code>code</code> 0 is success.'],
    logIn: ['Log in', 'As the demo account. <code>data.utoken</code> of the answer is the session.'],
    use: [
      'Use the session',
      'In the header <code>utoken</code>. An app of your own gets a session by a ticket or by OpenID Connect: <code>docs/apps.md</code>.',
    ],
    document: 'OpenAPI document',
  },
  zh: {
    title: '刻缝通行证开发者文档',
    lead: '三步完成首次调用。下方是全部接口及其字段和错误码，接口的详细说明为英文。',
    ask: ['发起请求', '无需账号的接口。响应均为 JSON，<code>code</code> 为 0 表示成功。'],
    logIn: ['登录', '使用演示账号。响应中的 <code>data.utoken</code> 即会话令牌。'],
    use: [
      '使用会话',
      '在请求头 <code>utoken</code> 中携带令牌。您自己的应用可通过票据或 OpenID Connect 获得会话，见 <code>docs/apps.md</code>。',
    ],
    document: 'OpenAPI 文档',
  },
} as const

/** JSON in lines that fit a narrow card. */
const indented = (value: object): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

/** Three steps to a first call, which work as they stand on a fresh `npm start`. */
const startSteps = (origin: string, language: Language): string => {
  const { title, lead, ask, logIn, use } = TEXTS[language]
  const step = ([name, text]: readonly [string, string], command: string) =>
    `<li class="card"><h2>${name}</h2><p>${text}</p>\n<pre tabindex="0">${command}</pre></li>`
  return `<div id="start"><header>${MARK}<div><h1>${title}</h1>
<p>${lead}</p></div>${otherLanguageLink(language)}</header>
<ol id="steps">
${step(ask, `curl ${origin}/v1/region/country`)}
${step(
  logIn,
  `curl ${origin}/v1/login \\
  -H 'content-type: application/json' \\
  -d '${indented({ ...DEMO_PERSONAL, agreement: true })}'`,
)}
${step(
  use,
  `curl ${origin}/v1/user/basic \\
  -H 'utoken: UTOKEN'`,
)}
</ol></div>`
}

/** The document that the page shows. The public one is English. */
const DOCUMENTS = { en: OPENAPI_PATH, zh: '/docs/openapi.zh.json' } as const

const page = (origin: string, language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${TEXTS[language].title}</title>
<style>${STYLE}</style>
</head>
<body>
${startSteps(origin, language)}
<div id="reference"></div>
<noscript><a href="${DOCUMENTS[language]}">${TEXTS[language].document}</a></noscript>
<script src="/docs/scalar.js" defer></script>
<script src="/docs/start.${language}.js" defer></script>
</body>
</html>
`

/** The reference in the colors of `PALETTE`. */
const SCALAR_COLORS =
  '.light-mode{--scalar-color-accent:#0b7446;--scalar-sidebar-background-1:#f0f4ee;--scalar-border-color:#e2dfd8}.dark-mode{--scalar-color-accent:#4fd095;--scalar-background-1:#1f231e;--scalar-background-2:#292d28;--scalar-background-3:#35312c;--scalar-sidebar-background-1:#141a16;--scalar-border-color:#35312c}'

/** Nothing is loaded from another host. */
const startScript = (language: Language) => `Scalar.createApiReference('#reference', {
  url: '${DOCUMENTS[language]}',
  localization: { locale: '${language === 'zh' ? 'zh-CN' : 'en'}' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  operationTitleSource: 'summary',
  customCss: '${SCALAR_COLORS}',
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
  app.get('/docs', async (request, reply) =>
    reply
      .headers({ 'content-security-policy': POLICY, vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(page(portal().origin, pageLanguage(request))),
  )
  for (const language of LANGUAGES)
    app.get(`/docs/start.${language}.js`, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(startScript(language)),
    )
  app.get(DOCUMENTS.zh, async () =>
    inChinese(openApiDocument({ ...EXAMPLE_OPTIONS, server: portal().origin })),
  )
  app.get('/docs/scalar.js', async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .type('text/javascript; charset=utf-8')
      .send(await loadScalar()),
  )
}
