/** HTML of the demo host: controls, the app with the embedded portal, and the app's own state. */
import { escapeHtml } from '../../web/page-shell/escape.ts'

export interface HostPageOptions {
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

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d9dedb,#333a36);--soft:light-dark(#59615d,#a2aca7);--accent:light-dark(#0b7446,#4fd095);--ground:light-dark(#f4f6f5,#0f1211);--card:light-dark(#fff,#191d1b)}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:light-dark(#101412,#e8ecea);font:15px/1.5 system-ui,sans-serif}
main{display:grid;grid-template-columns:17rem minmax(0,1fr) 20rem;gap:1rem;padding:1rem;min-height:100vh}
@media(max-width:68rem){main{grid-template-columns:minmax(0,1fr)}}
h1{margin:0 0 .5rem;font-size:1.125rem}h2{margin:1.25rem 0 .5rem;font-size:.875rem;color:var(--soft)}
section,aside{min-width:0}label{display:grid;gap:.25rem;margin:0 0 .5rem;font-size:.8125rem;color:var(--soft)}
select,button,input{min-height:44px;padding:0 .75rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:light-dark(#101412,#e8ecea);font:inherit}
button{cursor:pointer}button.main{background:var(--accent);border-color:var(--accent);color:light-dark(#fff,#06170e)}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
.stage{border:1px solid var(--line);border-radius:12px;background:var(--card);overflow:hidden;min-height:560px;display:grid;grid-template-rows:auto 1fr}
.bar{padding:.5rem 1rem;border-bottom:1px solid var(--line);color:var(--soft);font-size:.8125rem}
.stage[data-face=mobile]{max-width:26rem;margin-inline:auto}#place{min-height:620px}#place iframe{min-height:620px}
.board{border:1px dashed var(--line);border-radius:8px;min-height:6rem;padding:.5rem;background:var(--card)}
.board img{max-width:100%;max-height:9rem;display:block}
ol{list-style:none;margin:0;padding:0;max-height:22rem;overflow:auto;font:12px/1.5 ui-monospace,monospace}
li{padding:.25rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}pre{margin:0;font-size:11px;overflow:auto;max-height:8rem}`

const options = (values: readonly string[], chosen?: string) =>
  values.map(one => `<option${one === chosen ? ' selected' : ''}>${escapeHtml(one)}</option>`).join('')

const select = (name: string, label: string, values: readonly string[], chosen?: string) =>
  `<label>${label}<select name="${name}">${options(values, chosen)}</select></label>`

const button = (action: string, label: string, main = false) =>
  `<button type="button" data-action="${action}"${main ? ' class="main"' : ''}>${label}</button>`

export const hostPage = ({ portals, apps, languages, machine }: HostPageOptions): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Demo host</title><style>${STYLE}</style></head>
<body><main>
<section aria-label="Controls">
<h1>Demo host</h1>
${select('face', 'Face', FACES)}
${select('portal', 'Portal', portals)}
${select('app', 'App', apps, 'creative')}
${select('page', 'Page', PAGES)}
${select('language', 'Language', languages)}
<label>App version<input name="version" value="2.1.0"></label>
${select('answers', 'Native calls are', ['answered', 'refused', 'failed', 'silent', 'nonsense', 'unsupported'])}
${select('native', 'Web view of the phone', ['webkit', 'android'])}
<div class="row">${button('open', 'Open', true)}${button('login', 'Log in in a window')}${button('dialog', 'Log in in a dialog')}</div>
<h2>Portal settings</h2>
<div class="row">${button('reload', 'Reload')}${button('light', 'Light')}${button('dark', 'Dark')}${button('en', 'English')}${button('zh', '中文')}
${button('allowed', 'Cookies allowed')}${button('blocked', 'Cookies blocked')}${button('session', 'Get session')}${button('logout', 'Log out')}</div>
${machine ? `<h2>Machine on port ${machine.port}</h2>${select('device', 'State', machine.states, machine.state)}` : '<h2>No machine: the port is in use</h2>'}
</section>
<section class="stage" aria-label="App"><div class="bar" id="bar"></div><div id="place"></div></section>
<aside aria-label="State of the app">
<h2>Account</h2><div class="board" id="account">logged out</div>
<h2>Canvas</h2><div class="board" id="canvas"></div>
<h2>Album</h2><div class="board" id="album"></div>
<h2>Files</h2><div class="board" id="files"></div>
<h2>Machine</h2><div class="board"><pre id="gcode"></pre></div>
<h2>Storage</h2><div class="board"><pre id="storage"></pre></div>
<h2>Messages</h2><ol id="log" aria-live="polite"></ol>
</aside></main>
<script type="module" src="/dev/host/demo-host.js"></script></body></html>
`
