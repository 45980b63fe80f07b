/**
 * The readable page of an archive: plain HTML in the person's language with the brand's logo and colors. It opens offline and
 * loads nothing. Messages contain text of apps: every value is escaped, and the policy allows no script.
 */
import { readFileSync } from 'node:fs'
import type { LoadedBrand } from '@kerf/brands/registry'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { isTimeZone } from '../../platform/time-zone.ts'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import type { ExportedRow } from './export-store.ts'
import { columnLabel, type OverviewTable, tableTitle, valueName } from './overview-texts.ts'

export interface OverviewSection {
  readonly table: OverviewTable
  /** columns of the page; absent: the page names the file only */
  readonly shown: readonly string[] | undefined
  /** in the archive */
  readonly file: string
  /** the newest rows */
  readonly rows: readonly ExportedRow[]
  /** of all rows */
  readonly count: number
}

export interface Overview {
  readonly lang: Language
  readonly brand: LoadedBrand
  /** of the person; '' if it is not known: then times are in UTC */
  readonly timeZone: string
  readonly at: Date
  readonly sections: readonly OverviewSection[]
  readonly benefits: readonly { readonly id: string; readonly en: string; readonly zh: string }[]
}

const STYLE = `:root{color-scheme:light dark;--ground:light-dark(#f5f4f0,#131210);--surface:light-dark(#fff,#1c1a18);--line:light-dark(#e2dfd8,#35312c);--ink:light-dark(#1c1a17,#f3f0eb);--soft:light-dark(#56514a,#bfb9af)}
*{box-sizing:border-box}html{scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:60rem;margin:0 auto;padding:1.5rem clamp(1rem,4vw,2rem)}
.logo img{display:block;height:2.25rem}.dark{display:none!important}
@media(prefers-color-scheme:dark){.light{display:none!important}.dark{display:block!important}}
h1{margin:2rem 0 .5rem;font-size:1.75rem;line-height:1.25}h2{margin:0;font-size:1.125rem;line-height:1.3}
p{margin:.25rem 0 0}.soft{color:var(--soft);font-size:.875rem}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.25rem 0 0;padding:0;list-style:none}
nav a{display:block;padding:.375rem .75rem;border:1px solid var(--line);border-radius:99px;background:var(--surface);color:inherit;font-size:.875rem;text-decoration:none}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
section{margin:0 0 1.25rem;padding:1.25rem;border:1px solid var(--line);border-radius:.875rem;background:var(--surface)}
.head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:.25rem 1rem;margin-bottom:.75rem}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.375rem 1.5rem;margin:0}dt{color:var(--soft)}dd{margin:0}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
td{max-width:24rem;overflow-wrap:break-word}
th{color:var(--soft);font-weight:600;white-space:nowrap}tr:last-child td{border-bottom:0}td.time{white-space:nowrap;font-variant-numeric:tabular-nums}
ul.plain{margin:.5rem 0 0;padding-inline-start:1.25rem}
@media(max-width:34rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.625rem}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{display:block;padding:.625rem 0;border-bottom:1px solid var(--line)}tr:last-child{border:0}
td,td.time{display:grid;grid-template-columns:7rem minmax(0,1fr);max-width:none;padding:.125rem 0;border:0;white-space:normal}td::before{content:attr(data-label);color:var(--soft)}}
@media print{body{background:none}section{break-inside:avoid-page;border-color:#ccc}nav{display:none}}`

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export function renderOverview({
  lang,
  brand: { brand, files },
  timeZone,
  at,
  sections,
  benefits,
}: Overview): string {
  const locale = { locale: lang }
  const time = createTimeFormat(lang, timeZone)
  const text = escapeHtml
  const { light, dark } = brand.colors
  const zh = lang === 'zh'
  const logo = (file: string, className: string): string => {
    const data = readFileSync(file).toString('base64')
    return `<img class="${className}" alt="${text(brand.name[lang])}" src="data:image/svg+xml;base64,${data}">`
  }
  const nameOf = new Map(benefits.map(benefit => [benefit.id, benefit[lang]]))
  const value = (column: string, cell: unknown): string => {
    if (column === 'benefit_id') return text(nameOf.get(String(cell)) ?? String(cell))
    if (column === 'country' && cell) return text(countryName(String(cell), lang))
    if (column === 'texts') return renderTexts(cell, lang)
    if (column === 'lang')
      return text(new Intl.DisplayNames(lang, { type: 'language' }).of(String(cell)) ?? String(cell))
    if (typeof cell === 'string' && cell) return text(valueName(column, cell, lang))
    return cell instanceof Date ? text(time.format(cell)) : renderValue(cell, lang)
  }
  const filled = sections.filter(({ shown, count }) => shown && count > 0)
  const rest = sections.filter(section => !filled.includes(section))
  const title = m.export_title({ brand: brand.name[lang] }, locale)
  return `<!doctype html>
<html lang="${zh ? 'zh-Hans' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
<style>:root{--accent:light-dark(${light.accent},${dark.accent})}${STYLE}</style></head>
<body>
<header><div class="logo">${logo(zh ? files.logoZh : files.logo, 'light')}${logo(zh ? files.logoZhDark : files.logoDark, 'dark')}</div>
<h1>${text(title)}</h1>
<p>${text(m.export_lead({}, locale))}</p>
<p class="soft">${text(m.export_created({ at: time.format(at), zone: time.zone }, locale))}</p>
<nav aria-label="${text(m.export_contents({}, locale))}"><ul>${filled
    .map(({ table }) => `<li><a href="#${table}">${text(tableTitle(table, lang))}</a></li>`)
    .join('')}</ul></nav></header>
<main>
${filled.map(section => renderSection(section, lang, value)).join('\n')}
<section><h2>${text(m.export_rest_title({}, locale))}</h2>
<p class="soft">${text(m.export_rest_text({}, locale))}</p>
<ul class="plain">${rest
    .map(
      ({ table, file, count }) =>
        `<li>${text(tableTitle(table, lang))}: ${text(count === 0 ? m.export_none({}, locale) : m.export_rows({ count }, locale))} <a href="${file}">${file}</a></li>`,
    )
    .join('')}</ul></section>
<section><h2>${text(m.export_withheld_title({}, locale))}</h2>
<ul class="plain">${[m.export_withheld_secret, m.export_withheld_staff, m.export_withheld_temporary]
    .map(reason => `<li>${text(reason({}, locale))}</li>`)
    .join('')}</ul>
<p class="soft"><a href="manifest.json">manifest.json</a></p></section>
</main>
<footer class="soft">${text(brand.legalName)} · <a href="${text(brand.helpUrl)}" rel="noreferrer">${text(m.export_help({}, locale))}</a></footer>
</body></html>
`
}

function renderSection(
  { table, shown = [], file, rows, count }: OverviewSection,
  lang: Language,
  value: (column: string, cell: unknown) => string,
): string {
  const locale = { locale: lang }
  const isTime = (column: string): boolean => rows.some(row => row[column] instanceof Date)
  const body =
    table === 'account'
      ? `<dl>${shown
          .map(
            column =>
              `<dt>${escapeHtml(columnLabel(column, lang))}</dt><dd>${value(column, rows[0]?.[column])}</dd>`,
          )
          .join('')}</dl>`
      : `<div class="scroll"><table><thead><tr>${shown
          .map(column => `<th scope="col">${escapeHtml(columnLabel(column, lang))}</th>`)
          .join('')}</tr></thead><tbody>${rows
          .map(
            row =>
              `<tr>${shown.map(column => `<td${isTime(column) ? ' class="time"' : ''} data-label="${escapeHtml(columnLabel(column, lang))}">${value(column, row[column])}</td>`).join('')}</tr>`,
          )
          .join('')}</tbody></table></div>`
  const amount =
    count > rows.length
      ? m.export_newest({ shown: rows.length, count }, locale)
      : m.export_rows({ count }, locale)
  return `<section id="${table}"><div class="head"><h2>${escapeHtml(tableTitle(table, lang))}</h2>
<span class="soft">${table === 'account' ? '' : `${escapeHtml(amount)} · `}<a href="${file}">JSON</a></span></div>
${body}</section>`
}

/** Times as the portal shows them, and the name of their time zone. */
function createTimeFormat(lang: Language, wanted: string) {
  const language = lang === 'zh' ? 'zh-CN' : 'en-GB'
  const timeZone = isTimeZone(wanted) ? wanted : 'UTC'
  const { format } = new Intl.DateTimeFormat(language, {
    dateStyle: lang === 'zh' ? 'long' : 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
  // The generic name: the rows are of summer and winter.
  const zone = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  return { format, zone: zone ?? timeZone }
}

function renderValue(cell: unknown, lang: Language): string {
  if (cell === null || cell === undefined || cell === '') return '–'
  if (typeof cell === 'boolean')
    return escapeHtml(cell ? m.export_yes({}, { locale: lang }) : m.export_no({}, { locale: lang }))
  return escapeHtml(typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
}

/** Title and body of a message in the person's language. */
function renderTexts(cell: unknown, lang: Language): string {
  const texts = (cell as Partial<Record<Language, { title?: string; body?: string }>> | null)?.[lang]
  return texts
    ? `<strong>${escapeHtml(texts.title ?? '')}</strong><br>${escapeHtml(texts.body ?? '')}`
    : renderValue(cell, lang)
}

function countryName(code: string, lang: Language): string {
  try {
    return new Intl.DisplayNames(lang, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
