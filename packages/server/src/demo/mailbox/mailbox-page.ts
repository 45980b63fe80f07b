/** The pages of the development mailbox: rendered here, no script. */
import type { Language } from '@kerf/contract/language'
import type { StoredMail } from '../../outbound/mail/mailbox-transport.ts'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import { otherLanguageLink } from '../style/development-language.ts'
import { CONTROLS, HEADER, MARK, PALETTE } from '../style/development-style.ts'
import { MAILBOX_TEXTS } from './mailbox-texts.ts'

const STYLE = `${PALETTE}${CONTROLS}${HEADER}
header,main{max-width:60rem;margin:0 auto;padding-inline:1rem}main{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;padding-block:1.5rem 3rem}
header h1{overflow-wrap:anywhere}form{display:flex;gap:.5rem}form input{flex:1;min-width:0}
ul{margin:0;padding:0;list-style:none}.card:has(li){padding-block:0}li{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:center;gap:0 1rem;padding-block:.75rem}li+li{border-top:1px solid var(--line)}
li a{font-weight:600;overflow-wrap:anywhere}li p,.facts{font-size:.8125rem;overflow-wrap:anywhere}
code{padding:.125rem .5rem;border-radius:6px;background:var(--sunken);font:600 1rem/1.5 ui-monospace,monospace;letter-spacing:.08em}li code{grid-row:1/3;grid-column:2}
.none{padding-block:3rem;text-align:center}.none p{max-width:30rem;margin:0 auto}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:38rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}`

interface Page {
  readonly language: Language
  readonly title: string
  readonly lead: string
  readonly content: string
  /** query of the page, besides its language */
  readonly query?: Readonly<Record<string, string>>
  /** seconds after which it looks again */
  readonly refresh?: number
}

const page = ({ language, title, lead, content, query, refresh }: Page): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">\n`}<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>${MARK}<div><h1>${escapeHtml(title)}</h1><p>${lead}</p></div>${otherLanguageLink(language, query)}</header>
<main>
${content}
</main>
</body>
</html>
`

const moment = (at: number): string =>
  new Date(at * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
const codeOf = ({ code }: StoredMail): string =>
  code === undefined ? '' : `<code>${escapeHtml(code)}</code>`
const factsOf = ({ to, at }: StoredMail, language: Language): string =>
  `${escapeHtml(MAILBOX_TEXTS[language].to(to))} · ${moment(at)}`

const REFRESH_SECONDS = 5

/** The list looks again by itself. */
export function listPage(language: Language, mails: readonly StoredMail[], to: string): string {
  const t = MAILBOX_TEXTS[language]
  const items = mails.map(
    mail => `<li><a href="/dev/mail?id=${mail.id}&amp;l=${language}">${escapeHtml(mail.subject)}</a>${codeOf(mail)}
<p>${factsOf(mail, language)}</p></li>`,
  )
  return page({
    language,
    title: t.title,
    lead: `${t.lead} <a href="/dev/mail.json">${t.json}</a>`,
    query: to === '' ? {} : { to },
    refresh: REFRESH_SECONDS,
    content: `<form action="/dev/mail"><input type="hidden" name="l" value="${language}"><input name="to" type="search" aria-label="${t.receiver}" placeholder="${t.only}" value="${escapeHtml(to)}"><button>${t.show}</button></form>
${
  items.length > 0
    ? `<ul class="card">${items.join('\n')}</ul>`
    : `<div class="card none"><h2>${t.none}</h2><p>${t.noneText}</p></div>`
}`,
  })
}

/** Both parts of a mail. The HTML part is shown in a frame without rights, as a mail program would. */
export function mailPage(language: Language, mail: StoredMail): string {
  const t = MAILBOX_TEXTS[language]
  return page({
    language,
    title: mail.subject,
    lead: `<span class="facts">${factsOf(mail, language)}</span> ${codeOf(mail)}`,
    query: { id: mail.id },
    content: `<a href="/dev/mail?l=${language}">${t.title}</a>
<iframe title="${t.html}" sandbox="allow-popups" srcdoc="${escapeHtml(mail.html)}"></iframe>
<section class="card"><h2>${t.text}</h2>
<pre>${escapeHtml(mail.text)}</pre></section>`,
  })
}
