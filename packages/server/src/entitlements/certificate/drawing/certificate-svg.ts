/** Renders a certificate as an SVG of outlines only, so that engraving software needs no font. */
import { PAGE, type Shape } from './certificate-layout.ts'
import { loadFont, measureText, splitIntoRuns } from './fonts.ts'

const round = (value: number): string => String(Math.round(value * 1000) / 1000)

function outlineText({ text, x, y, size, align, color }: Extract<Shape, { kind: 'text' }>): string {
  let left = align === 'middle' ? x - measureText(text, size) / 2 : x
  let paths = ''
  for (const run of splitIntoRuns(text)) {
    const font = loadFont(run.font)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)
    for (const [i, glyph] of glyphs.entries()) {
      const position = positions[i]
      if (!position) continue
      const d = glyph.path.toSVG()
      if (d !== '') {
        const translateX = round(left + position.xOffset * scale)
        const translateY = round(y - position.yOffset * scale)
        paths += `<path transform="translate(${translateX} ${translateY}) scale(${round(scale)} ${round(-scale)})" d="${d}"/>`
      }
      left += position.xAdvance * scale
    }
  }
  return `<g fill="${color}">${paths}</g>`
}

export function renderSvg(shapes: readonly Shape[]): string {
  const elements = shapes.map(shape => {
    if (shape.kind === 'text') return outlineText(shape)
    if (shape.kind === 'fill') return `<path d="${shape.d}" fill="${shape.color}"/>`
    return `<path d="${shape.d}" fill="none" stroke="${shape.color}" stroke-width="${shape.width}" stroke-linejoin="round" stroke-linecap="round"/>`
  })
  const { width, height } = PAGE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="297mm" height="210mm">${elements.join('')}</svg>`
}
