/** The pages of the development mailbox: rendered here, no script. */

import type { StoredMail } from './mailbox-transport.ts'
import { escapeHtml } from './one-line.ts'

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d9dedb,#333a36);--soft:light-dark(#59615d,#a2aca7);--accent:light-dark(#0b7446,#4fd095)}
body{max-width:960px;margin:0 auto;padding:24px 16px;background:light-dark(#f4f6f5,#0f1211);color:light-dark(#101412,#e8ecea);font:16px/1.5 system-ui,sans-serif}
h1{font-size:22px}a{color:var(--accent)}form{display:flex;gap:8px;margin:0 0 20px}
input,button{padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}input{flex:1}
ul{margin:0;padding:0;list-style:none}li{padding:12px 0;border-top:1px solid var(--line)}
.soft{color:var(--soft);font-size:14px;overflow-wrap:anywhere}code{font-size:20px;letter-spacing:.08em}
pre{padding:16px;border:1px solid var(--line);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;height:620px;border:1px solid var(--line);border-radius:8px}`

const page = (title: string, body: string, refresh?: number): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">\n`}<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`

const moment = (at: number): string =>
  new Date(at * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
const codeOf = ({ code }: StoredMail): string =>
  code === undefined ? '' : ` · <code>${escapeHtml(code)}</code>`

/** The list looks again by itself every 5 s. */
export function listPage(mails: readonly StoredMail[], to: string): string {
  const items = mails.map(
    mail => `<li><a href="/dev/mail?id=${mail.id}">${escapeHtml(mail.subject)}</a>${codeOf(mail)}
<div class="soft">to ${escapeHtml(mail.to)} · ${moment(mail.at)}</div></li>`,
  )
  const body = `<h1>Mailbox</h1>
<p class="soft">Mails of this development server, newest first. Nothing is sent while MAIL_URL is not set. <a href="/dev/mail.json">JSON</a></p>
<form action="/dev/mail"><input name="to" type="search" aria-label="Receiver" placeholder="Only to this address" value="${escapeHtml(to)}"><button>Show</button></form>
${items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>No mail yet.</p>'}`
  return page('Mailbox', body, 5)
}

/** Both parts of a mail. The HTML part is shown in a frame without rights, as a mail program would. */
export const mailPage = (mail: StoredMail): string =>
  page(
    mail.subject,
    `<p><a href="/dev/mail">Mailbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="soft">to ${escapeHtml(mail.to)} · ${moment(mail.at)}${codeOf(mail)}</p>
<iframe title="HTML part" sandbox="allow-popups" srcdoc="${escapeHtml(mail.html)}"></iframe>
<h2>Text part</h2>
<pre>${escapeHtml(mail.text)}</pre>`,
  )
