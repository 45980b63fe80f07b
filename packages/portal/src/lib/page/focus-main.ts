/** Moves the focus to the main content of the page, which is no stop of the Tab key. */

export const MAIN_ID = 'main'

/** The next Tab reaches the first control of the main content. */
export function focusMain(): void {
  focusOnce(document.getElementById(MAIN_ID))
}

/**
 * Moves the focus to the heading of the page if the navigation removed the focused element. Otherwise keyboard and screen reader
 * would start at the top again, without a word that the page is another one.
 */
export function focusHeadingIfLost(): void {
  const { activeElement } = document
  const isLost = activeElement === null || activeElement === document.body
  // A frame without the focus must not take it from its host.
  if (!isLost || !document.hasFocus()) return
  const main = document.getElementById(MAIN_ID)
  focusOnce(main?.querySelector('h1') ?? main)
}

/** Focusable only while it has the focus, so that a click on a text inside does not focus it. */
export function focusOnce(element: HTMLElement | null): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
}
