/** Built without markup and without a style element, which the page's policy would refuse. */
import * as m from '@kerf/locales/messages'
import type { Reason } from './find-reason.ts'

const TEXTS: Readonly<Record<Reason, () => string>> = {
  offline: m.watch_offline,
  unreachable: m.watch_unreachable,
  blocked: m.watch_blocked,
  version: m.watch_version,
  slow: m.watch_slow,
}

interface Deeds {
  retry(): void
  inBrowser(): void
}

const make = (tag: string, text: string, style: Partial<CSSStyleDeclaration> = {}): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  Object.assign(made.style, style)
  return made
}

const BUTTON: Partial<CSSStyleDeclaration> = {
  minHeight: '44px',
  padding: '0 1rem',
  border: '1px solid currentColor',
  borderRadius: '8px',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
}

const button = (text: string, deed: () => void): HTMLElement => {
  const made = make('button', text, BUTTON)
  made.addEventListener('click', deed)
  return made
}

/** Above what there is of the page; in its place where there is nothing. Gives what takes it away. */
export function showPanel(reason: Reason, code: string, { retry, inBrowser }: Deeds): () => void {
  const isBlank = !document.getElementById('root')?.firstElementChild
  const panel = make('section', '', {
    boxSizing: 'border-box',
    display: 'grid',
    gap: '0.75rem',
    alignContent: 'center',
    justifyItems: 'start',
    maxWidth: '40rem',
    margin: '0 auto',
    padding: '1.5rem',
    font: '16px/1.5 system-ui, sans-serif',
    ...(isBlank ? { minHeight: '100vh' } : {}),
  })
  panel.setAttribute('role', 'alert')
  panel.dataset.watch = reason
  const row = make('div', '', { display: 'flex', flexWrap: 'wrap', gap: '0.75rem' })
  row.append(button(m.watch_retry(), retry), button(m.watch_browser(), inBrowser))
  panel.append(
    make('strong', m.watch_title(), { fontSize: '1.25rem' }),
    make('span', TEXTS[reason]()),
    row,
    make('small', m.watch_code({ code })),
  )
  // A failure can come before there is a body.
  const put = () => document.body.prepend(panel)
  if (document.body) put()
  else addEventListener('DOMContentLoaded', put)
  return () => {
    removeEventListener('DOMContentLoaded', put)
    panel.remove()
  }
}
