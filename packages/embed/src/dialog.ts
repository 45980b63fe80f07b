/** What is laid over the host's page for the login. Styles are set one by one: a host's policy may forbid style elements. */
import type { KerfLanguage } from './types.ts'

const WORDS = { en: { title: 'Log in', close: 'Close' }, zh: { title: '登录', close: '关闭' } }

/** Opens it empty. Escape does not leave the frame in it, and on a phone there is nothing beside it: hence the button. */
export function openDialog(language: KerfLanguage, closed: () => void): HTMLDialogElement {
  const words = WORDS[language]
  const dialog = document.createElement('dialog')
  dialog.lang = language
  dialog.setAttribute('aria-label', words.title)
  dialog.style.cssText =
    'width:min(30rem,100vw);height:min(46rem,100dvh);max-width:none;max-height:none;padding:0;border:0;border-radius:12px;overflow:hidden'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '✕'
  button.setAttribute('aria-label', words.close)
  button.style.cssText =
    'position:absolute;top:8px;right:8px;z-index:1;width:44px;height:44px;padding:0;border:0;border-radius:50%;' +
    'font:18px/1 system-ui,sans-serif;cursor:pointer;color-scheme:light dark;background:Canvas'
  button.addEventListener('click', closed)
  dialog.addEventListener('close', closed)
  dialog.addEventListener('click', event => event.target === dialog && closed())
  dialog.append(button)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}
