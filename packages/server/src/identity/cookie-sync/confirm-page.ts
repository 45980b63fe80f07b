/**
 * Page that asks before a token of the address signs this browser in: a stranger's link would otherwise sign a visitor in to
 * the stranger's account (login CSRF, S-043). Plain HTML: it works without script.
 */
import { createHash } from 'node:crypto'
import type { Brand } from '@kerf/brands/brand'
import { setCookies } from '@kerf/contract/endpoints/cookie-sync'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import type { LoadedBrandFiles } from '../../web/page-shell/brand-files.ts'
import { createBrandStyle } from '../../web/page-shell/brand-style.ts'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import { commonHeaders } from '../../web/page-shell/page-headers.ts'

export interface ConfirmPageInput {
  readonly lang: Language
  readonly theme: string | undefined
  readonly https: boolean
  readonly account: { readonly name: string; readonly identifier: string }
  readonly token: string
  readonly domain: string
  /** query of the form's address, with the options of the cookie */
  readonly cookieQuery: Readonly<Record<string, string>>
  /** accepted URL of the next hop */
  readonly next: string | undefined
}

export interface ConfirmPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

const STYLE = `:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}body{margin:0;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f4f6f5,#0f1211);color:light-dark(#101412,#e8ecea)}
main{max-width:26rem;margin:8vh auto 0;padding:1.5rem;border:1px solid light-dark(#d9dedb,#333a36);border-radius:12px;background:light-dark(#fff,#171b19)}
.logo{height:2rem;margin:0 0 1.5rem;background:var(--brand-logo) left center/contain no-repeat}
h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}p{margin:0 0 1rem}
.account{padding:.75rem 1rem;border-radius:8px;background:light-dark(#f4f6f5,#0f1211);overflow-wrap:anywhere}.account b{display:block}
button,a{display:block;width:100%;min-height:44px;padding:.5rem 1rem;border:0;border-radius:8px;font:inherit;text-align:center;overflow-wrap:anywhere}
button{background:var(--brand-accent);color:var(--brand-on-accent);font-weight:600;cursor:pointer}button:hover{background:var(--brand-accent-hover)}
a{margin-top:.5rem;color:inherit}:focus-visible{outline:3px solid var(--brand-accent);outline-offset:2px}
@media(forced-colors:active){button{border:1px solid}}`

const hashSource = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

export function createConfirmPage(brand: Brand, files: LoadedBrandFiles) {
  const brandStyle = createBrandStyle(brand, files)
  const policy = [
    "default-src 'none'",
    `style-src '${brandStyle.hash}' ${hashSource(STYLE)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  return function confirmPage({
    lang,
    theme,
    https,
    account,
    token,
    domain,
    cookieQuery,
    next,
  }: ConfirmPageInput): ConfirmPage {
    const locale = { locale: lang }
    const text = (value: string): string => escapeHtml(value)
    const hidden = (name: string, value: string): string =>
      `<input type="hidden" name="${name}" value="${text(value)}">`
    const title = m.confirm_account_title({}, locale)
    const html = `<!doctype html>
<html lang="${lang}"${theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${text(m.app_title({ page: title, brand: brand.name[lang] }, locale))}</title>
<link rel="icon" href="${text(files.mark.address)}"><style>${brandStyle.css}</style><style>${STYLE}</style></head>
<body><main>
<div class="logo" role="img" aria-label="${text(brand.name[lang])}"></div>
<h1>${text(title)}</h1>
<p>${text(m.confirm_account_lead({ brand: brand.name[lang] }, locale))}</p>
<p class="account">${account.name === '' ? '' : `<b><bdi>${text(account.name)}</bdi></b>`}<bdi>${text(account.identifier)}</bdi></p>
<form method="post" action="${text(`${setCookies.path}?${new URLSearchParams(cookieQuery)}`)}">
${hidden('utoken', token)}${hidden('domain', domain)}${next === undefined ? '' : hidden('next', next)}
<button>${text(m.confirm_account_continue({ account: `\u2068${account.identifier}\u2069` }, locale))}</button>
</form>
<a href="/">${text(m.confirm_account_cancel({}, locale))}</a>
</main></body></html>`
    return {
      html,
      headers: {
        ...commonHeaders(https),
        'content-type': 'text/html; charset=utf-8',
        // Chromium applies `form-action` to every redirect that follows: those of the chain lead to other hosts.
        'content-security-policy': next === undefined ? `${policy}; form-action 'self'` : policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      },
    }
  }
}
