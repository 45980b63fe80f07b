/** Finds content that does not fit: horizontal scrolling, clipped text, content outside the page. */
import type { Page } from '@playwright/test'

/** One line for each finding. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const findings: string[] = []
    const pageWidth = document.documentElement.clientWidth
    const { scrollWidth } = document.documentElement
    if (scrollWidth > pageWidth)
      findings.push(`the page scrolls horizontally: ${scrollWidth} in ${pageWidth}`)

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
      // The own text only: visually hidden text inside the element has a box of its own.
      const range = document.createRange()
      range.selectNode(text)
      const quoted = `"${text.textContent?.trim().slice(0, 40)}"`
      const { left, right, bottom } = range.getBoundingClientRect()
      if (!scrolls(element) && (left < -1 || right > pageWidth + 1))
        findings.push(`${quoted} leaves the page`)
      let lowest = bottom
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(box)
        const bounds = box.getBoundingClientRect()
        const isEdge = /hidden|clip/.test(overflowX) || box.matches('button, [role=tab]')
        if (isEdge && (right > bounds.right + 1 || left < bounds.left - 1))
          findings.push(`${quoted} is cut off`)
        // Previews of long texts are shortened on purpose.
        if (webkitLineClamp !== 'none') lowest = Math.min(lowest, bounds.bottom)
        if (/hidden|clip/.test(overflowY) && lowest > bounds.bottom + 1)
          findings.push(`${quoted} is cut off below`)
        if (/auto|scroll/.test(overflowX + overflowY)) break
      }
    }
    return findings
  })

/** Doubles the size of the text, as a setting of the browser does. */
export const useLargeText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/** Spaces the text as a style sheet of the reader may (WCAG 2.2, 1.4.12). */
export const useTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // The page's policy blocks an added <style>, but not this.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }
    `)
    document.adoptedStyleSheets.push(sheet)
  })

export const clearTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
