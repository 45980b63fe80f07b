/** Steps that take the place of what a page shows. The page stays mounted below and keeps what was typed. */

/** Hides what stands beside `element`. Returns a function that shows it again. */
export function hideBeside(element: Element): () => void {
  const hidden = Array.from(element.parentElement?.children ?? []).filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other !== element && !other.hidden,
  )
  for (const other of hidden) other.hidden = true
  return () => {
    for (const other of hidden) other.hidden = false
  }
}

/** Shows `element` in place of the main content. Returns a function that removes it and returns the focus. */
export function replaceMain(element: Element): () => void {
  const focused = document.activeElement
  const main = document.querySelector('main') ?? document.body
  main.append(element)
  const show = hideBeside(element)
  scrollTo(0, 0)
  return () => {
    element.remove()
    show()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
