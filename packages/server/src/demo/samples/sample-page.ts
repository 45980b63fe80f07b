/** HTML, script and style of the sample app's only page, in English and Chinese. */
import { PALETTE } from '../style/development-style.ts'

export type Language = 'en' | 'zh'

export interface Person {
  readonly uid: string
  readonly nickname: string
  readonly email: string
}

/** Appearance of a sample app, taken from its brand. */
export interface Look {
  readonly code: string
  readonly name: Readonly<Record<Language, string>>
  readonly tagline: Readonly<Record<Language, string>>
  readonly mark: string
  /** CSS with the brand's colors */
  readonly style: string
  /** the other sample app */
  readonly other: { readonly name: Readonly<Record<Language, string>>; readonly address: string }
}

export interface SamplePageData {
  readonly lang: Language
  readonly look: Look
  readonly portal: URL
  /** how the person was logged in */
  readonly method: 'ticket' | 'cookie' | 'openid' | undefined
  readonly person: Person | undefined
  readonly failed: boolean
}

const TEXTS = {
  en: {
    sample: 'A sample app',
    hello: 'Hello,',
    nobody: 'You are not logged in.',
    invite:
      'One account works in every app. Log in once at the portal, and the other app recognizes you too.',
    logIn: 'Log in with Kerf Passport',
    cookie: 'Logged in by the cookie that this app shares with the portal: both are below the same domain.',
    ticket:
      'Logged in by a one-time ticket from the portal: this app is on another site and never receives its cookie.',
    openid:
      'Logged in by OpenID Connect: this app is on another site and never receives the cookie of the portal.',
    account: 'Your account',
    logOut: 'Log out everywhere',
    out: 'Ends this login in both apps and at the portal, within a second.',
    next: 'Now try',
    failed: 'That did not work, or it took too long. Please log in again.',
    language: '中文',
  },
  zh: {
    sample: '示例应用',
    hello: '您好，',
    nobody: '您尚未登录。',
    invite: '一个账号通行所有应用。在门户登录一次，另一个应用也会认识您。',
    logIn: '使用刻缝通行证登录',
    cookie: '通过与门户共享的 Cookie 识别：两者同属一个上级域名。',
    ticket: '通过门户签发的一次性票据识别：本应用位于另一站点，从未见过门户的 Cookie。',
    openid: '通过 OpenID Connect 登录：本应用位于另一站点，不会收到门户的 Cookie。',
    account: '账号中心',
    logOut: '退出所有应用',
    out: '一秒之内，同时退出两个应用和门户。',
    next: '接着试试',
    failed: '未能完成登录或已超时，请重新登录。',
    language: 'English',
  },
} as const satisfies Record<Language, Record<string, string>>

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

export function samplePage({ lang, look, portal, method, person, failed }: SamplePageData): string {
  const text = TEXTS[lang]
  const name = escapeHtml(look.name[lang])
  const other = `<p class="next">${text.next} <a href="${escapeHtml(look.other.address)}">${escapeHtml(look.other.name[lang])}</a></p>`
  return `<!doctype html>
<html lang="${lang}" data-uid="${escapeHtml(person?.uid ?? '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/sample.css">
<script src="/sample.js" defer></script>
</head>
<body>
<header>
<img src="/mark.svg" alt="" width="32" height="32">
<strong>${name}</strong>
<a href="/language?to=${lang === 'en' ? 'zh' : 'en'}" lang="${lang === 'en' ? 'zh' : 'en'}">${text.language}</a>
</header>
<main>
<p class="sample">${text.sample}</p>
<h1>${escapeHtml(look.tagline[lang])}</h1>
${failed && !person ? `<p class="failed" role="alert">${text.failed}</p>` : ''}
<section>
${person && method ? personSection(person, method, lang, portal, look.code) : `<p class="who">${text.nobody}</p><p>${text.invite}</p><a class="button" href="/login">${text.logIn}</a>`}
</section>
${other}
</main>
</body>
</html>
`
}

function personSection(
  person: Person,
  method: NonNullable<SamplePageData['method']>,
  lang: Language,
  portal: URL,
  code: string,
): string {
  const text = TEXTS[lang]
  const account = new URL(`/${lang}/profile?p=${encodeURIComponent(code)}`, portal)
  return `<p class="who">${text.hello} <b>${escapeHtml(person.nickname || person.email)}</b></p>
${person.nickname ? `<p class="mail">${escapeHtml(person.email)}</p>` : ''}
<p>${text[method]}</p>
<form method="post" action="/logout"><button>${text.logOut}</button>
<a class="button quiet" href="${escapeHtml(account.href)}">${text.account}</a></form>
<p class="small">${text.out}</p>`
}

/**
 * Reloads an open page when the person logs in or out somewhere else. Not while its own logout is on the way: a reload would
 * replace the redirect to the portal.
 */
export const SCRIPT = `const shownUid = document.documentElement.dataset.uid
let isLeaving = false
async function reloadIfChanged() {
  if (document.visibilityState !== 'visible') return
  try {
    const response = await fetch('/me')
    if (response.ok && (await response.json()).uid !== shownUid && !isLeaving) location.replace('/')
  } catch {}
}
document.addEventListener('submit', () => { isLeaving = true })
setInterval(reloadIfChanged, 700)
document.addEventListener('visibilitychange', reloadIfChanged)
`

export const STYLE = `${PALETTE}
*{box-sizing:border-box}
html{text-size-adjust:none}
body{min-height:100vh;margin:0;background:var(--ground) radial-gradient(var(--tint) 1px,transparent 1px) 0 0/24px 24px;color:var(--ink);font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
header{display:flex;gap:12px;align-items:center;max-width:720px;margin:0 auto;padding:24px 20px}
header a{margin-inline-start:auto}
main{max-width:720px;margin:0 auto;padding:32px 20px 64px}
h1{max-width:18ch;margin:0 0 32px;font-size:clamp(30px,7vw,52px);line-height:1.12;letter-spacing:-.02em;text-wrap:balance}
:lang(zh) h1{max-width:none;letter-spacing:0;word-break:keep-all;overflow-wrap:anywhere}
p{margin:0 0 16px;max-width:56ch}
.sample{margin:0 0 8px;color:var(--accent);font-size:14px;font-weight:600}
section{padding:28px;border:1px solid var(--line);border-radius:14px;background:var(--card)}
.who{margin:0 0 4px;font-size:20px;overflow-wrap:anywhere}.mail,.small{color:var(--soft);font-size:14px;overflow-wrap:anywhere}
.small{margin:14px 0 0}.next{margin:24px 0 0}
form{display:flex;flex-wrap:wrap;gap:12px;margin-top:20px}
a{display:inline-block;min-height:24px;color:var(--accent);text-underline-offset:3px}
header a,.next a{padding:10px 4px}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:0 22px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--accent-hover)}
.quiet{border-color:var(--strong);background:transparent;color:inherit;font-weight:400}.quiet:hover{background:var(--tint)}
.failed{padding:12px 16px;border-inline-start:3px solid light-dark(#b3261e,#ff9489);background:light-dark(#fcebe9,#3a1916)}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
@media (max-width:480px){section{padding:22px 18px}form>*{width:100%}}
`
