/** The panel of the watchdog. Styles are set on each element: a Content-Security-Policy may forbid style elements. */

export interface FailurePanelTexts {
  readonly title: string
  readonly reason: string
  readonly retry: string
  readonly browser: string
  /** With the support code. */
  readonly code: string
}

export interface FailurePanelActions {
  retry(): void
  openInBrowser(): void
}

const PANEL =
  'box-sizing:border-box;display:grid;gap:.75rem;align-content:center;justify-items:start;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;'
const BUTTON =
  'font:inherit;min-height:44px;padding:0 1rem;border-radius:8px;cursor:pointer;border:1px solid;background:none;color:inherit;'

function createElement(tag: string, text: string, style = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  element.style.cssText = style
  return element
}

function createButton(text: string, action: () => void, style = ''): HTMLElement {
  const button = createElement('button', text, BUTTON + style)
  button.addEventListener('click', action)
  return button
}

/** `style` and `retryStyle` are CSS declarations that are added to those of the panel and of its first button. */
export function createFailurePanel(
  { title, reason, retry, browser, code }: FailurePanelTexts,
  actions: FailurePanelActions,
  style: string,
  retryStyle?: string,
): HTMLElement {
  const panel = createElement('div', '', PANEL + style)
  panel.setAttribute('role', 'alert')
  const buttons = createElement('div', '', 'display:flex;flex-wrap:wrap;gap:.75rem')
  buttons.append(createButton(retry, actions.retry, retryStyle), createButton(browser, actions.openInBrowser))
  panel.append(
    createElement('strong', title),
    createElement('span', reason),
    buttons,
    createElement('small', code),
  )
  return panel
}
