/** Renders a certificate as an SVG of outlines only, so that engraving software needs no font. */
import { PAGE } from './certificate-layout.ts'
import { loadFont, splitIntoRuns } from './fonts.ts'
import { leftOf, type Shape, type TextShape } from './shapes.ts'

const round = (value: number): string => String(Math.round(value * 1000) / 1000)

function outlineText(shape: TextShape): string {
  const { text, y, size, color, style } = shape
  let left = leftOf(shape)
  let paths = ''
  for (const run of splitIntoRuns(text, style)) {
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

function outlineShape(shape: Shape): string {
  if (shape.kind === 'text') return outlineText(shape)
  const { d, color } = shape
  if (shape.kind === 'line')
    return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${shape.width}" stroke-linejoin="round" stroke-linecap="round"/>`
  const { place } = shape
  const transform = place
    ? ` transform="translate(${round(place.x)} ${round(place.y)}) scale(${round(place.scale)})"`
    : ''
  return `<path d="${d}" fill="${color}"${transform}/>`
}

export function renderSvg(shapes: readonly Shape[]): string {
  const { width, height } = PAGE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="297mm" height="210mm">${shapes.map(outlineShape).join('')}</svg>`
}
