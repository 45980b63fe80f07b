/** HTML pages of the demo provider, without scripts, in English and Chinese. */
import { createHash } from 'node:crypto'
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import { escapeHtml } from '../../web/page-shell/escape.ts'
import { PALETTE } from '../style/development-style.ts'
import { EMAIL_CHOICES } from './demo-people.ts'

const STYLE = `${PALETTE}
*{box-sizing:border-box}
body{display:grid;min-height:100vh;margin:0;padding:24px 16px;place-content:center;font:16px/1.5 system-ui,sans-serif}
main{width:min(420px,calc(100vw - 32px));padding:32px;border:1px solid var(--line);border-radius:14px;background:var(--card)}
h1{margin:0 0 4px;font-size:22px;line-height:1.3}p{margin:0 0 20px;color:var(--soft);font-size:14px}
label,legend{display:block;margin:0 0 6px;padding:0;font-size:14px}fieldset{margin:0 0 16px;padding:0;border:0}
input:not([type=radio]){width:100%;margin:0 0 16px;padding:11px 12px;border:1px solid var(--strong);border-radius:8px;background:transparent;color:inherit;font:inherit}
label.choice{display:flex;gap:8px;align-items:center;min-height:32px;margin:0}input[type=radio]{width:18px;height:18px;margin:0;accent-color:var(--accent)}
button{width:100%;padding:12px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button+button{margin-top:8px;border-color:var(--strong);background:transparent;color:inherit;font-weight:400}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const TEXTS = {
  en: {
    title: 'Demo identity provider',
    about: 'Part of this development server. Enter a name: the same name is always the same person.',
    name: 'Name',
    emailChoice: 'Email address',
    verified: 'Verified',
    unverified: 'Not verified',
    none: 'None',
    email: 'Address (if empty, derived from the name)',
    go: 'Continue',
    refuse: 'Decline',
    failed: 'The demo identity provider cannot continue',
  },
  zh: {
    title: '演示登录服务',
    about: '由本开发服务器提供。请输入姓名：同一姓名视为同一个人。',
    name: '姓名',
    emailChoice: '邮箱',
    verified: '已验证',
    unverified: '未验证',
    none: '无',
    email: '邮箱地址（留空则由姓名生成）',
    go: '继续',
    refuse: '拒绝',
    failed: '演示登录服务无法继续',
  },
} as const satisfies Record<Language, Record<string, string>>

export interface Page {
  readonly html: string
  readonly policy: string
}

/** `formAction`: sources of the CSP's form-action. Browsers apply it to redirects after the form was sent, too. */
function page(lang: Language, title: string, body: string, formAction: string): Page {
  return {
    html: `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`,
    policy: `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/** Language of the request's `ui_locales`, otherwise of the browser. */
export function languageOf(uiLocales: unknown, acceptLanguage: string | undefined): Language {
  return typeof uiLocales === 'string' && uiLocales !== ''
    ? toLanguage(uiLocales.split(' ')[0] ?? '')
    : browserLanguage(acceptLanguage ?? '')
}

/** `action`: path the form is sent to. `portals`: origins of the portal. */
export function interactionPage(lang: Language, action: string, portals: readonly string[]): Page {
  const text = TEXTS[lang]
  const choices = EMAIL_CHOICES.map(
    choice =>
      `<label class="choice"><input type="radio" name="choice" value="${choice}"${choice === 'verified' ? ' checked' : ''}>${text[choice]}</label>`,
  )
  return page(
    lang,
    text.title,
    `<h1>${text.title}</h1>
<p>${text.about}</p>
<form method="post" action="${escapeHtml(action)}">
<label for="name">${text.name}</label>
<input id="name" name="name" required maxlength="60" autocomplete="off" autofocus value="Ada">
<fieldset><legend>${text.emailChoice}</legend>
${choices.join('\n')}
</fieldset>
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="off">
<button name="action" value="continue">${text.go}</button>
<button name="action" value="refuse" formnovalidate>${text.refuse}</button>
</form>`,
    `'self' ${portals.join(' ')}`,
  )
}

export function errorPage(reason: string, lang: Language = 'en'): Page {
  const { title, failed } = TEXTS[lang]
  return page(lang, title, `<h1>${failed}</h1>\n<p>${escapeHtml(reason)}</p>`, "'none'")
}
