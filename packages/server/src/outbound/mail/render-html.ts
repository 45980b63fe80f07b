import type { Brand } from '@kerf/brands/brand'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { escapeHtml, oneLine } from './one-line.ts'
import type { Block, MailTemplate } from './templates/mail-template.ts'

/** Content id of the brand's mark. */
export const MARK_CID = 'mark'

const FONT = {
  en: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  zh: "-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans SC','Helvetica Neue',Arial,sans-serif",
} as const satisfies Record<Language, string>
const MONO = "ui-monospace,'SF Mono',Consolas,'Liberation Mono',monospace"

/** The portal's colors (packages/portal/src/ui/tokens.css). */
const LIGHT = {
  ground: '#f5f4f0',
  sheet: '#ffffff',
  sunken: '#f3f1ed',
  line: '#e2dfd8',
  ink: '#1c1a17',
  soft: '#56514a',
}
const DARK = {
  ground: '#131210',
  sheet: '#1c1a18',
  sunken: '#262320',
  line: '#35312c',
  ink: '#f3f0eb',
  soft: '#bfb9af',
}

const html = (value: string): string => escapeHtml(oneLine(value))

/** The two halves are separated by a margin, not by a space, so that the code is copied as one number. */
function renderCode(code: string): string {
  const half = Math.ceil(code.length / 2)
  return `<p class="code" style="margin:24px 0;padding:20px 12px;border-radius:12px;background:${LIGHT.sunken};color:${LIGHT.ink};font:600 32px/1.2 ${MONO};letter-spacing:.12em;text-align:center;white-space:nowrap"><span>${html(code.slice(0, half))}</span><span style="margin-left:.4em">${html(code.slice(half))}</span></p>`
}

function renderBlock(block: Block, brand: Brand): string {
  const { accent, onAccent } = brand.colors.light
  switch (block.kind) {
    case 'text':
      return block.quiet
        ? `<p class="quiet" style="margin:0 0 16px;color:${LIGHT.soft};font-size:14px">${html(block.text)}</p>`
        : `<p style="margin:0 0 16px">${html(block.text)}</p>`
    case 'code':
      return renderCode(block.code)
    case 'details':
      return `<dl class="details" style="margin:0 0 20px;padding:16px 18px 8px;border-radius:12px;background:${LIGHT.sunken}">${block.details
        .map(
          ([label, value]) =>
            `<dt class="quiet" style="color:${LIGHT.soft};font-size:13px">${html(label)}</dt><dd style="margin:0 0 10px;overflow-wrap:anywhere">${html(value)}</dd>`,
        )
        .join('')}</dl>`
    case 'button':
      return `<p style="margin:24px 0 12px"><a class="button" href="${escapeHtml(block.href)}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${html(block.label)}</a></p>`
    case 'link':
      return `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(block.href)}" style="color:${accent}">${html(block.label)}</a></p>`
  }
}

/** The mark is decorative: the name is beside it. */
const renderHeader = (brand: Brand, lang: Language): string =>
  `<p style="margin:0 0 24px;font-size:17px;line-height:40px"><img src="cid:${MARK_CID}" width="40" height="40" alt="" style="display:inline-block;width:40px;height:40px;margin-right:12px;border:0;border-radius:9px;vertical-align:middle"><span class="brand" style="color:${LIGHT.ink};font-weight:600;vertical-align:middle">${html(brand.name[lang])}</span></p>`

const renderFooter = (brand: Brand, lang: Language): string => {
  const options = { locale: lang }
  return `${html(m.mail_footer_automatic({}, options))}<br>${html(m.mail_footer_help({}, options))} <a class="link" href="${escapeHtml(brand.helpUrl)}" style="color:${LIGHT.soft}">${html(brand.helpUrl.replace(/^https:\/\/|\/$/g, ''))}</a><br>${html(brand.legalName)}`
}

/** Outlook's apps replace `prefers-color-scheme` by an attribute on every element. */
const darkRules = (brand: Brand, prefix = ''): string => {
  const { dark } = brand.colors
  return [
    ['.page', `background:${DARK.ground}!important;color:${DARK.ink}!important`],
    ['.sheet', `background:${DARK.sheet}!important;border-color:${DARK.line}!important`],
    ['.brand', `color:${DARK.ink}!important`],
    ['.quiet', `color:${DARK.soft}!important`],
    ['.code,.details', `background:${DARK.sunken}!important;color:${DARK.ink}!important`],
    ['.button', `background:${dark.accent}!important;color:${dark.onAccent}!important`],
    ['.link', `color:${dark.accent}!important`],
  ]
    .map(([selector = '', rules]) => `${selector.replace(/(^|,)/g, `$1${prefix}`)}{${rules}}`)
    .join('\n')
}

/**
 * One column without tables or external resources. The light theme is inline, because some mail clients remove the style
 * sheet; the dark theme is in the style sheet.
 */
export function renderHtml(template: MailTemplate, brand: Brand, lang: Language): string {
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${html(template.subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.sheet{padding:24px 20px!important}.code{font-size:28px!important}.button{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){
${darkRules(brand)}
}
${darkRules(brand, '[data-ogsc] ')}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.ground};color:${LIGHT.ink}">
<div class="page" role="article" style="padding:32px 12px;background:${LIGHT.ground};color:${LIGHT.ink};font:16px/1.55 ${FONT[lang]}">
<div class="sheet" style="max-width:480px;margin:0 auto;padding:32px 36px;border:1px solid ${LIGHT.line};border-radius:16px;background:${LIGHT.sheet}">
${renderHeader(brand, lang)}
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${html(template.heading)}</h1>
${template.blocks.map(block => renderBlock(block, brand)).join('\n')}
</div>
<p class="quiet" style="max-width:480px;margin:20px auto 0;color:${LIGHT.soft};font-size:13px;line-height:1.6;text-align:center;overflow-wrap:anywhere">${renderFooter(brand, lang)}</p>
</div>
</body>
</html>
`
}
