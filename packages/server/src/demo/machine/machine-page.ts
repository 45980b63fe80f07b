/** `/dev/machine`: the simulated laser cutter with its display, keys and labels. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { qrCodePath } from '../../platform/qr-code/qr-code-path.ts'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import { CONTROLS, MARK, PALETTE } from '../style/development-style.ts'
import { type ClaimableMachine, PORTAL_ENDPOINTS } from './claimable-machine.ts'
import { OFFLINE_ACTS } from './offline-machine.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const STYLE = `${PALETTE}${CONTROLS}
:root{--body:light-dark(#d7c3a2,#6b5b43);--side:light-dark(#bfa67f,#514431)}
main{display:grid;grid-template-columns:minmax(0,34rem) minmax(0,22rem);gap:2rem;justify-content:center;padding:2rem 1rem}
@media(max-width:60rem){main{grid-template-columns:minmax(0,34rem)}}
p{margin:0 0 1rem}
.machine{padding:1.25rem;border-radius:16px;background:var(--body);border-bottom:14px solid var(--side)}
.lid{height:9rem;margin-bottom:1.25rem;border-radius:10px;background:light-dark(#2b3a36,#10201b);position:relative;overflow:hidden}
.lid::after{content:"";position:absolute;inset:auto 12% 26% 12%;height:3px;background:#ff6a3d;box-shadow:0 0 14px 2px #ff6a3d}
.panel{display:grid;grid-template-columns:minmax(0,1fr) 11rem;gap:1rem}@media(max-width:34rem){.panel{grid-template-columns:minmax(0,1fr)}}
output{display:grid;align-content:center;min-height:9rem;padding:.75rem 1rem;border-radius:8px;background:#0c1512;color:#9ff0c4;font:600 1rem/1.4 ui-monospace,monospace;white-space:pre-line;overflow-wrap:anywhere}
output b{display:block;font-size:1.75rem;letter-spacing:.06em}
.keys{display:grid;grid-template-columns:repeat(3,1fr);gap:.375rem}
button{padding:0}.enter{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1rem}.actions button{padding:0 1rem}
output svg{width:9rem;margin:.5rem 0;padding:.5rem;border-radius:6px;background:#fff}output a{color:inherit;min-height:24px}
section{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card);margin-bottom:1rem}
textarea{width:100%;padding:.5rem .75rem;border:1px solid var(--strong);border-radius:8px;background:var(--card);color:var(--ink);font:600 .8125rem/1.4 ui-monospace,monospace}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:1rem 0 0;font-variant-numeric:tabular-nums}dt{color:var(--soft)}dd{margin:0}label{display:block;margin-bottom:.25rem}
input[type=file]{max-width:100%;padding:.5rem;border:0}
code{font:600 1rem/1.6 ui-monospace,monospace;overflow-wrap:anywhere}ol{margin:0;padding-left:1.25rem}`

const PortalCall = v.object({
  endpoint: v.picklist(PORTAL_ENDPOINTS),
  parameters: v.record(v.string(), v.string()),
})

const PassCall = v.object({ text: v.pipe(v.string(), v.maxLength(1_000)) })
const OfflineCall = v.object({ act: v.picklist(OFFLINE_ACTS) })

const QR_SIDE = 100
const QR_TEXT_MAX = 300

const key = (name: string, label = name) => `<button type="button" data-key="${name}">${label}</button>`

const page = (sn: string, card: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Demo machine</title><style>${STYLE}</style></head>
<body><main>
<div>
${MARK}<h1>Demo machine</h1>
<p>A laser cutter. It can be claimed, shared, handed over and reset; people log in at it or show a pass.</p>
<div class="machine"><div class="lid"></div>
<div class="panel"><output id="display" aria-live="polite">Type the six digits.</output>
<div class="keys" role="group" aria-label="Keys of the machine">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => key(String(n))).join('')}${key('delete', '⌫').replace('>', ' aria-label="Delete">')}${key('0')}<button type="button" class="enter" data-key="enter">OK</button></div></div>
<div class="actions"><button type="button" id="login">Log in by phone</button><button type="button" id="logout" hidden>End session</button><button type="button" id="reset">Factory reset</button></div></div>
</div>
<div>
<section><h2>Label on the machine</h2><p>Kerf laser</p><code id="sn">${escapeHtml(sn)}</code></section>
<section><details><summary>Card in the box, under a scratch field</summary><code id="card">${escapeHtml(card.replace(/(.{4})(?=.)/g, '$1 '))}</code></details></section>
<section id="offline"><h2>Start without a network</h2>
<label for="pass">Pass, as its QR code holds it</label><textarea id="pass" rows="4" spellcheck="false" autocomplete="off"></textarea>
<div class="actions"><button type="button" id="present">Show it to the machine</button><button type="button" id="scan" hidden>Scan with the camera</button></div>
<label for="file">Or the file of a pass</label><input type="file" id="file" accept="text/plain">
<dl><dt>Clock</dt><dd id="clock"></dd><dt>Known time</dt><dd id="known"></dd><dt>Ownership</dt><dd id="ownership"></dd><dt>Rights</dt><dd id="rights"></dd><dt>Removed</dt><dd id="removed"></dd></dl>
<div class="actions"><button type="button" data-act="clock-forward">Clock +1 day</button><button type="button" data-act="clock-back">Clock −1 day</button><button type="button" data-act="clock-none">No clock</button><button type="button" data-act="run">Run 8 hours</button><button type="button" data-act="power-off">Power off 8 hours</button></div></section>
<section><h2>Try it</h2><ol><li>Log in and open “Machines”.</li><li>Type the serial number. The portal shows six digits.</li><li>Type them here, then the ten digits there.</li><li>Invite a second account, remove it, transfer the machine.</li><li>“Log in by phone”: scan the code or open its link, allow it, and type the four digits here. The session stands under “Where you are logged in”.</li><li>Get a pass on the machine’s page in the portal, copy it and show it here. Remove the person, show a newer pass, and show the first one again.</li><li>Reset the machine and claim it from another account: that makes a request.</li></ol></section>
</div>
</main><script type="module" src="/dev/machine/demo-machine.js"></script></body></html>
`

export async function machinePageRoutes(
  app: FastifyInstance,
  { machine, portal }: { readonly machine: ClaimableMachine; readonly portal: () => URL },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/dev/machine', async (_request, reply) => {
    const { sn, card } = machine.labels()
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY)
    return page(sn, card)
  })
  app.get('/dev/machine/demo-machine.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8')
    return readFile(new URL('browser/demo-machine.js', import.meta.url), 'utf8')
  })
  app.put<{ Params: { digits: string } }>('/dev/machine/digits/:digits', async ({ params }, reply) =>
    /^\d{6}$/.test(params.digits) ? { code: machine.showCode(params.digits) } : reply.callNotFound(),
  )
  app.put('/dev/machine/pass', async ({ body }) => machine.presentPass(v.parse(PassCall, body).text))
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
