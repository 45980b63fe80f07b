/** `/dev/machine`: the simulated laser cutter with its display, keys and labels. */
import { readFile } from 'node:fs/promises'
import type { Language } from '@kerf/contract/language'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { qrCodePath } from '../../platform/qr-code/qr-code-path.ts'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import { otherLanguageLink, pageLanguage } from '../style/development-language.ts'
import { CONTROLS, HEADER, MARK, PALETTE } from '../style/development-style.ts'
import { type ClaimableMachine, PORTAL_ENDPOINTS } from './claimable-machine.ts'
import { MACHINE_TEXTS } from './machine-texts.ts'
import { OFFLINE_ACTS } from './offline-machine.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const STYLE = `${PALETTE}${CONTROLS}${HEADER}
:root{--body:light-dark(#d7c3a2,#6b5b43);--side:light-dark(#bfa67f,#514431)}
header,main{max-width:60rem;margin:0 auto;padding-inline:1rem}
main{display:grid;grid-template-columns:minmax(0,34rem) minmax(0,22rem);gap:1.5rem;justify-content:space-between;padding-block:1.5rem 3rem;align-items:start}
main>div{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
@media(max-width:60rem){header,main{max-width:36rem}main{grid-template-columns:minmax(0,1fr)}}
.machine{padding:1.25rem;border-radius:16px;background:var(--body);border-bottom:14px solid var(--side)}
.lid{height:9rem;margin-bottom:1.25rem;border-radius:10px;background:light-dark(#2b3a36,#10201b);position:relative;overflow:hidden}
.lid::after{content:"";position:absolute;inset:auto 12% 26% 12%;height:3px;background:#ff6a3d;box-shadow:0 0 14px 2px #ff6a3d}
.panel{display:grid;grid-template-columns:minmax(0,1fr) 11rem;gap:1rem}@media(max-width:34rem){.panel{grid-template-columns:minmax(0,1fr)}}
output{display:grid;align-content:center;min-height:9rem;padding:.75rem 1rem;border-radius:8px;background:#0c1512;color:#9ff0c4;font:600 1rem/1.4 ui-monospace,monospace;white-space:pre-line;overflow-wrap:anywhere}
output b{display:block;font-size:1.75rem;letter-spacing:.06em}
.keys{display:grid;grid-template-columns:repeat(3,1fr);gap:.375rem}.keys button{padding:0}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1rem}
output svg{width:9rem;margin:.5rem 0;padding:.5rem;border-radius:6px;background:#fff}output a{color:inherit;min-height:24px}
textarea{width:100%;padding:.5rem .75rem;border:1px solid var(--strong);border-radius:8px;background:var(--card);color:var(--ink);font:600 .8125rem/1.4 ui-monospace,monospace}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:1.25rem 0 0;padding-top:1rem;border-top:1px solid var(--line);font-variant-numeric:tabular-nums}dt{color:var(--soft)}dd{margin:0}
label{display:block;margin-bottom:.25rem;color:var(--soft);font-size:.8125rem}.actions+label{margin-top:1rem}
input[type=file]{width:100%;min-height:0;padding:0;border:0;color:var(--soft);font-size:.8125rem}input::file-selector-button{min-height:44px;margin-right:.75rem;padding:0 1rem;border:1px solid var(--strong);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;cursor:pointer}
code{display:block;font:600 1rem/1.6 ui-monospace,monospace;overflow-wrap:anywhere}details{margin-block:.5rem -.5rem;border-top:1px solid var(--line)}details code{padding-bottom:.75rem}ol{display:grid;gap:.375rem;margin:0;padding-left:1.25rem;color:var(--soft)}`

const PortalCall = v.object({
  endpoint: v.picklist(PORTAL_ENDPOINTS),
  parameters: v.record(v.string(), v.string()),
})

const PassCall = v.object({ text: v.pipe(v.string(), v.maxLength(1_000)) })
const OfflineCall = v.object({ act: v.picklist(OFFLINE_ACTS) })

const QR_SIDE = 100
const QR_TEXT_MAX = 300

const key = (name: string, label = name) => `<button type="button" data-key="${name}">${label}</button>`

function page(language: Language, sn: string, card: string): string {
  const t = MACHINE_TEXTS[language]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${t.title}</title><style>${STYLE}</style></head>
<body data-texts="${escapeHtml(JSON.stringify(t.script))}"><header>${MARK}<div><h1>${t.title}</h1><p>${t.lead}</p></div>${otherLanguageLink(language)}</header>
<main>
<div>
<div class="machine"><div class="lid"></div>
<div class="panel"><output id="display" aria-live="polite">${t.script.six}</output>
<div class="keys" role="group" aria-label="${t.keys}">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => key(String(n))).join('')}${key('delete', '⌫').replace('>', ` aria-label="${t.delete}">`)}${key('0')}<button type="button" class="main" data-key="enter">OK</button></div></div>
<div class="actions"><button type="button" id="login">${t.login}</button><button type="button" id="logout" hidden>${t.logout}</button><button type="button" id="reset">${t.reset}</button></div></div>
<section class="card"><h2>${t.try}</h2><ol>${t.steps.map(step => `<li>${step}</li>`).join('')}</ol></section>
</div>
<div>
<section class="card"><h2>${t.label}</h2><p>${t.kind}</p><code id="sn">${escapeHtml(sn)}</code>
<details><summary>${t.card}</summary><code id="card">${escapeHtml(card.replace(/(.{4})(?=.)/g, '$1 '))}</code></details></section>
<section class="card" id="offline"><h2>${t.offline}</h2>
<label for="pass">${t.pass}</label><textarea id="pass" rows="4" spellcheck="false" autocomplete="off"></textarea>
<div class="actions"><button type="button" id="present">${t.present}</button><button type="button" id="scan" hidden>${t.scan}</button></div>
<label for="file">${t.file}</label><input type="file" id="file" accept="text/plain">
<dl><dt>${t.clock}</dt><dd id="clock"></dd><dt>${t.known}</dt><dd id="known"></dd><dt>${t.ownership}</dt><dd id="ownership"></dd><dt>${t.rights}</dt><dd id="rights"></dd><dt>${t.removed}</dt><dd id="removed"></dd></dl>
<div class="actions"><button type="button" data-act="clock-forward">${t.forward}</button><button type="button" data-act="clock-back">${t.back}</button><button type="button" data-act="clock-none">${t.noClock}</button><button type="button" data-act="run">${t.run}</button><button type="button" data-act="power-off">${t.off}</button></div></section>
</div>
</main><script type="module" src="/dev/machine/demo-machine.js"></script></body></html>
`
}

export async function machinePageRoutes(
  app: FastifyInstance,
  { machine, portal }: { readonly machine: ClaimableMachine; readonly portal: () => URL },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/dev/machine', async (request, reply) => {
    const { sn, card } = machine.labels()
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY)
    return page(pageLanguage(request), sn, card)
  })
  app.get('/dev/machine/demo-machine.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8')
    return readFile(new URL('browser/demo-machine.js', import.meta.url), 'utf8')
  })
  app.put<{ Params: { digits: string } }>('/dev/machine/digits/:digits', async ({ params }, reply) =>
    /^\d{6}$/.test(params.digits) ? { code: machine.showCode(params.digits) } : reply.callNotFound(),
  )
  app.put('/dev/machine/pass', async request =>
    machine.presentPass(v.parse(PassCall, request.body).text, pageLanguage(request)),
  )
  app.put('/dev/machine/offline', async ({ body }) => machine.actOffline(v.parse(OfflineCall, body).act))
  app.get('/dev/machine/offline', async () => machine.showOffline())
  app.put('/dev/machine/portal', async ({ body }) => {
    const { endpoint, parameters } = v.parse(PortalCall, body)
    return machine.callPortal(portal(), endpoint, parameters)
  })
  app.get<{ Querystring: { text?: string } }>('/dev/machine/qr-code', async ({ query }) => ({
    path: qrCodePath((query.text ?? '').slice(0, QR_TEXT_MAX), 0, 0, QR_SIDE),
    side: QR_SIDE,
  }))
  app.put('/dev/machine/reset', async () => ({ resetNumber: machine.factoryReset() }))
}
