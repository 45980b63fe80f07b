/** Login dialog over the host's page. Styles are set on each element, because a host's CSP may forbid style elements. */
import type { KerfOptions } from './types.ts'

const WORDS = { en: { title: 'Log in', close: 'Close' }, zh: { title: '登录', close: '关闭' } }

/**
 * Opens an empty dialog. It needs a close button: Escape does not work while the focus is inside the frame, and on a phone
 * the dialog fills the screen.
 */
export function openDialog(
  { language = 'en', theme = 'system' }: KerfOptions,
  closed: () => void,
): HTMLDialogElement {
  const words = WORDS[language]
  const dialog = document.createElement('dialog')
  dialog.lang = language
  dialog.setAttribute('aria-label', words.title)
  dialog.style.cssText =
    'display:flex;flex-direction:column;width:min(30rem,100vw);height:min(49rem,100dvh);max-width:none;max-height:none;' +
    `padding:0;border:0;border-radius:12px;background:Canvas;color-scheme:${theme === 'system' ? 'light dark' : theme}`
  const button = document.createElement('button')
  button.textContent = '✕'
  button.setAttribute('aria-label', words.close)
  button.style.cssText =
    'flex:none;align-self:flex-end;width:44px;height:44px;padding:0;border:0;background:none;color:inherit;font:18px system-ui,sans-serif;cursor:pointer'
  button.addEventListener('click', closed)
  dialog.addEventListener('close', closed)
  dialog.append(button)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}
