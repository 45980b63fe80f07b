/** HTML of the demo host: controls, the app with the embedded portal, and the app's own state. */
import type { Language } from '@kerf/contract/language'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import { DEMO_PERSONAL } from '../seed/accounts.ts'
import { otherLanguageLink } from '../style/development-language.ts'
import { CONTROLS, HEADER, MARK, PALETTE } from '../style/development-style.ts'
import { HOST_TEXTS } from './host-texts.ts'

export interface HostPageOptions {
  readonly language: Language
  readonly portals: readonly string[]
  readonly apps: readonly string[]
  readonly languages: readonly string[]
  readonly machine:
    | { readonly port: number; readonly state: string; readonly states: readonly string[] }
    | undefined
}

const FACES = ['desktop', 'mobile', 'browser']
const PAGES = [
  'login',
  'register',
  'profile',
  'profile/security',
  'profile/training',
  'profile-business/settings',
  '/selftest',
]

const STYLE = `${PALETTE}${CONTROLS}${HEADER}
main{display:grid;grid-template-columns:17rem minmax(0,1fr) 20rem;gap:1rem;padding:1rem;align-items:start}
@media(max-width:68rem){main{grid-template-columns:minmax(0,1fr)}}
section,aside{min-width:0}.side{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}select,label input{width:100%}label{display:grid;gap:.25rem;margin:0 0 .5rem;font-size:.8125rem;color:var(--soft)}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
.stage{display:grid;justify-items:center;min-height:48rem;padding:1.5rem;border-radius:16px;background:radial-gradient(var(--strong) 1px,transparent 1px) 0 0/20px 20px,var(--sunken)}
.device{display:grid;grid-template-rows:auto 1fr;width:100%;overflow:hidden;border:1px solid var(--strong);border-radius:12px;background:var(--card);box-shadow:0 18px 40px rgb(0 0 0/.16)}
.bar{display:flex;align-items:center;gap:.5rem;min-height:2.5rem;padding:0 1rem;border-bottom:1px solid var(--line);background:var(--sunken);color:var(--soft);font-size:.8125rem}
.bar::before{content:"";width:3.75rem;height:.75rem;background:radial-gradient(circle,var(--strong) 0 5px,transparent 5.5px) 0 0/1.25rem .75rem}
#place,#place iframe{min-height:42rem}
.stage[data-face=mobile] .device{width:25rem;max-width:100%;border:10px solid var(--ink);border-radius:40px}
.stage[data-face=mobile] .bar{justify-content:center}.stage[data-face=mobile] .bar::before{width:5rem;height:.375rem;border-radius:3px;background:var(--strong)}
#place .empty{display:grid;gap:1rem;align-content:center;justify-items:center;min-height:42rem;padding:2rem;text-align:center}
.board:empty,.board:has(pre:empty){display:none}.got:has(.board:empty,.board pre:empty){display:none}
.got{padding:.75rem 0;border-top:1px solid var(--line)}.board img{display:block;max-width:100%;max-height:9rem}
.side ol.try{margin:0;padding-left:1.25rem;color:var(--soft)}.try b{color:var(--ink)}
ol#log{margin:0;padding:0;max-height:28rem;overflow:auto;list-style:none}
#log:empty::after{content:attr(data-empty);color:var(--soft)}
#log li{position:relative;padding:.375rem 0 .375rem 1.25rem;border-left:2px solid var(--line);margin-left:.375rem;overflow-wrap:anywhere}
#log li::before{position:absolute;top:.8rem;left:-.4375rem;width:.75rem;height:.75rem;border-radius:50%;background:var(--accent);content:""}
#log li[data-event=call]::before{background:#2b5c8a}#log li[data-event=failed]::before{background:#b3261e}
#log b{font-weight:600}#log time{color:var(--soft);font-size:.75rem}#log code{display:block;color:var(--soft);font-size:.75rem}pre{margin:0;font-size:11px;overflow:auto;max-height:8rem}`

/** Names of the values of a control in the language of the page. */
type Names = Readonly<Record<string, string>>

const options = (values: readonly string[], chosen?: string, names: Names = {}) =>
  values
    .map(one => {
      const value = escapeHtml(one)
      return `<option value="${value}"${one === chosen ? ' selected' : ''}>${escapeHtml(names[one] ?? one)}</option>`
    })
    .join('')

const select = (name: string, label: string, values: readonly string[], chosen?: string, names?: Names) =>
  `<label>${label}<select name="${name}">${options(values, chosen, names)}</select></label>`

const button = (action: string, label: string, main = false) =>
  `<button type="button" data-action="${action}"${main ? ' class="main"' : ''}>${label}</button>`

/** Something that the app received from the portal; hidden while there is none. */
const received = (title: string, content: string) => `<div class="got"><h2>${title}</h2>${content}</div>`

export const hostPage = ({ language, portals, apps, languages, machine }: HostPageOptions): string => {
  const t = HOST_TEXTS[language]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${t.title}</title><style>${STYLE}</style></head>
<body data-texts="${escapeHtml(JSON.stringify(t.script))}"><header>${MARK}<div><h1>${t.title}</h1><p>${t.lead}</p></div>${otherLanguageLink(language)}</header>
<main>
<section aria-label="${t.controls}" class="side">
<div class="card">
${select('face', t.face, FACES, undefined, t.faces)}
${select('page', t.page, PAGES)}
${select('app', t.app, apps, 'creative')}
${select('language', t.language, languages, language, t.languages)}
${select('portal', t.portal, portals)}
<div class="row">${button('open', t.open, true)}${button('login', t.window)}${button('dialog', t.dialog)}</div>
</div>
<div class="card">
<h2>${t.tells}</h2>
<div class="row">${button('reload', t.reload)}${button('light', t.light)}${button('dark', t.dark)}${button('en', 'English')}${button('zh', '中文')}
${button('allowed', t.allowed)}${button('blocked', t.blocked)}${button('session', t.session)}${button('logout', t.logOut)}</div>
</div>
<div class="card">
<h2>${t.behaves}</h2>
${select('answers', t.calls, ['answered', 'refused', 'failed', 'silent', 'nonsense', 'unsupported'], undefined, t.answers)}
${machine ? select('device', t.machine(machine.port), machine.states, machine.state, t.states) : `<p>${t.noMachine}</p>`}
<details><summary>${t.more}</summary>
<label>${t.version}<input name="version" value="2.1.0"></label>
${select('native', t.webView, ['webkit', 'android'])}</details>
</div>
</section>
<section class="stage" aria-label="${t.app}"><div class="device"><div class="bar" id="bar"></div><div id="place"></div></div></section>
<aside aria-label="${t.state}" class="side">
<div class="card"><h2>${t.tryIt}</h2><ol class="try">${t
    .steps(DEMO_PERSONAL)
    .map(step => `<li>${step}</li>`)
    .join('')}</ol></div>
<div class="card"><h2>${t.account}</h2><div class="board" id="account">${t.script.loggedOut}</div>
${received(t.canvas, '<div class="board" id="canvas"></div>')}
${received(t.album, '<div class="board" id="album"></div>')}
${received(t.files, '<div class="board" id="files"></div>')}
${received(t.machineFile, '<div class="board"><pre id="gcode"></pre></div>')}
${received(t.storage, '<div class="board"><pre id="storage"></pre></div>')}</div>
<div class="card"><h2>${t.log}</h2><ol id="log" aria-live="polite" data-empty="${t.nothing}"></ol></div>
</aside></main>
<script type="module" src="/dev/host/demo-host.js"></script></body></html>
`
}
