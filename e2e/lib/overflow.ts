/** Finds what does not fit: sideways scrolling, text cut off, things outside the page. */
import type { Page } from '@playwright/test'

/** One line for each fault. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const wide = document.documentElement.clientWidth
    const { scrollWidth } = document.documentElement
    if (scrollWidth > wide) faults.push(`the page scrolls sideways: ${scrollWidth} in ${wide}`)

    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const { visibility } = getComputedStyle(element)
      return width <= 1 || height <= 1 || visibility === 'hidden'
    }
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''

    for (const element of document.body.querySelectorAll('*')) {
      const text = [...element.childNodes].find(isText)
      if (!text || isHidden(element) || element.closest('svg, script')) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      const said = `"${text.textContent?.trim().slice(0, 40)}"`
      const { left, right } = range.getBoundingClientRect()
      if (!scrolls(element) && (left < -1 || right > wide + 1)) faults.push(`${said} leaves the page`)
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const bounds = box.getBoundingClientRect()
        const isEdge = /hidden|clip/.test(overflowX) || box.matches('button, [role=tab]')
        if (isEdge && (right > bounds.right + 1 || left < bounds.left - 1)) faults.push(`${said} is cut off`)
        if (/auto|scroll/.test(overflowX + overflowY)) break
      }
    }
    return faults
  })
