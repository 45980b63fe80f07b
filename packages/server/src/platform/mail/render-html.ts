import type { Brand } from '@kerf/brands/brand'
import type { Language } from '@kerf/contract/language'
import type { Block, MailTemplate } from './mail-template.ts'
import { escapeHtml, oneLine } from './one-line.ts'

const FONT = {
  en: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  zh: "-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans SC','Helvetica Neue',Arial,sans-serif",
} as const satisfies Record<Language, string>
const MONO = "ui-monospace,'SF Mono',Consolas,'Liberation Mono',monospace"

const html = (value: string): string => escapeHtml(oneLine(value))

/** The two halves are separated by a margin, not by a space, so that the code is copied as one number. */
function renderCode(code: string): string {
  const half = Math.ceil(code.length / 2)
  return `<p class="code" style="margin:24px 0;padding:18px 12px;border-radius:10px;background:#f1f3f2;color:#101412;font:600 32px/1.2 ${MONO};template-spacing:.12em;text-align:center;white-space:nowrap"><span>${html(code.slice(0, half))}</span><span style="margin-left:.4em">${html(code.slice(half))}</span></p>`
}

function renderBlock(block: Block, brand: Brand): string {
  const { accent, onAccent } = brand.colors.light
  switch (block.kind) {
    case 'text':
      return block.quiet
        ? `<p class="quiet" style="margin:0 0 16px;color:#59615d;font-size:14px">${html(block.text)}</p>`
        : `<p style="margin:0 0 16px">${html(block.text)}</p>`
    case 'code':
      return renderCode(block.code)
    case 'details':
      return `<dl class="details" style="margin:0 0 20px;padding:14px 16px;border-radius:10px;background:#f1f3f2">${block.details
        .map(
          ([label, value]) =>
            `<dt class="quiet" style="color:#59615d;font-size:13px">${html(label)}</dt><dd style="margin:0 0 8px;overflow-wrap:anywhere">${html(value)}</dd>`,
        )
        .join('')}</dl>`
    case 'button':
      return `<p style="margin:0 0 20px"><a class="button" href="${escapeHtml(block.href)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${html(block.label)}</a></p>`
  }
}

/**
 * One column without tables, pictures or external resources. The light theme is inline, because some mail clients remove the
 * style sheet; the dark theme is in the style sheet.
 */
export function renderHtml(template: MailTemplate, footer: string, brand: Brand, lang: Language): string {
  const { dark, light } = brand.colors
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
@media (max-width:480px){.sheet{padding:24px 18px!important}.code{font-size:28px!important}}
@media (prefers-color-scheme:dark){
.page{background:#0f1211!important;color:#e8ecea!important}
.sheet{background:#181c1a!important}
.brand{color:${dark.accent}!important}
.quiet{color:#a2aca7!important}
.code,.details{background:#242a27!important;color:#f4f7f5!important}
.button{background:${dark.accent}!important;color:${dark.onAccent}!important}
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f5;color:#101412">
<div class="page" role="article" style="padding:24px 12px;background:#f4f6f5;color:#101412;font:16px/1.55 ${FONT[lang]}">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px;border-radius:14px;background:#ffffff">
<p class="brand" style="margin:0 0 20px;padding:0;color:${light.accent};font-weight:700">${html(brand.name[lang])}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${html(template.heading)}</h1>
${template.blocks.map(block => renderBlock(block, brand)).join('\n')}
</div>
<p class="quiet" style="max-width:520px;margin:16px auto 0;color:#59615d;font-size:13px;text-align:center;overflow-wrap:anywhere">${html(footer)}</p>
</div>
</body>
</html>
`
}
