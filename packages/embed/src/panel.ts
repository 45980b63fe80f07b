/** What is laid over a frame that shows nothing. Styles are set one by one: a host's policy may forbid style elements. */
import type { KerfFailure, KerfLanguage } from './types.ts'

type Words = Readonly<Record<KerfFailure | 'title' | 'retry' | 'browser' | 'code', string>>

const WORDS: Record<KerfLanguage, Words> = {
  en: {
    title: 'The sign-in page has not come up',
    offline: 'You are offline. Check the connection, then try again.',
    unreachable:
      'The account service cannot be reached from here. Check the connection, a proxy or a firewall.',
    refused: 'This app may not show the account page, or something on this computer blocks it.',
    blocked:
      'A part of the page was blocked. Switch off content blockers for this page, or open it in a browser.',
    slow: 'It is taking long. You can wait, try again, or open it in a browser.',
    version: 'This app is too old to show the page. Update it, or open the page in a browser.',
    retry: 'Try again',
    browser: 'Open in browser',
    code: 'Code for support',
  },
  zh: {
    title: '登录页面未能显示',
    offline: '当前处于离线状态，请检查网络后重试。',
    unreachable: '无法连接账号服务，请检查网络、代理或防火墙。',
    refused: '该应用无权显示账号页面，或被本机上的软件拦截。',
    blocked: '页面的一部分被拦截。请为此页面关闭内容拦截，或在浏览器中打开。',
    slow: '加载时间较长。您可以继续等待、重试，或在浏览器中打开。',
    version: '该应用版本过旧，无法显示此页面。请更新应用，或在浏览器中打开。',
    retry: '重试',
    browser: '在浏览器中打开',
    code: '客服代码',
  },
}

interface Deeds {
  retry(): void
  inBrowser(): void
}

/** Gives what takes it away. */
export function showPanel(
  frame: HTMLIFrameElement,
  language: KerfLanguage,
  reason: KerfFailure,
  code: string,
  { retry, inBrowser }: Deeds,
): () => void {
  const words = WORDS[language]
  const make = (tag: string, text: string, style: string) => {
    const made = document.createElement(tag)
    made.textContent = text
    made.style.cssText = style
    return made
  }
  const button = (text: string, deed: () => void, main: boolean) => {
    const made = make(
      'button',
      text,
      `font:inherit;min-height:44px;padding:0 1rem;border-radius:8px;cursor:pointer;border:1px solid #0b7446;${main ? 'background:#0b7446;color:#fff' : 'background:none;color:inherit'}`,
    )
    made.addEventListener('click', deed)
    return made
  }
  const panel = make(
    'div',
    '',
    'box-sizing:border-box;display:grid;gap:.75rem;align-content:center;justify-items:start;padding:1.5rem;' +
      'font:16px/1.5 system-ui,sans-serif;color-scheme:light dark;background:Canvas;color:CanvasText;border:1px solid #8886;border-radius:12px;min-height:260px',
  )
  panel.setAttribute('role', 'alert')
  panel.lang = language
  panel.dataset.kerf = reason
  const row = make('div', '', 'display:flex;flex-wrap:wrap;gap:.75rem')
  row.append(button(words.retry, retry, true), button(words.browser, inBrowser, false))
  panel.append(
    make('strong', words.title, 'font-size:1.125rem'),
    make('span', words[reason], ''),
    row,
    make('small', `${words.code}: ${code}`, ''),
  )
  const before = frame.style.display
  frame.style.display = 'none'
  frame.after(panel)
  return () => {
    panel.remove()
    frame.style.display = before
  }
}
