/** Marks as a drawing of outlines alone: a machine's software needs no font to engrave it. */

import { type Mark, SHEET } from './certificate-layout.ts'
import { fontOf, runsOf, widthOf } from './fonts.ts'

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

function outlines({ text, x, y, size, align, colour }: Extract<Mark, { kind: 'text' }>): string {
  let pen = align === 'middle' ? x - widthOf(text, size) / 2 : x
  let drawn = ''
  for (const run of runsOf(text)) {
    const font = fontOf(run.font)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)
    for (const [i, glyph] of glyphs.entries()) {
      const position = positions[i]
      if (!position) continue
      const d = glyph.path.toSVG()
      if (d !== '') {
        const left = short(pen + position.xOffset * scale)
        drawn += `<path transform="translate(${left} ${short(y - position.yOffset * scale)}) scale(${short(scale)} ${short(-scale)})" d="${d}"/>`
      }
      pen += position.xAdvance * scale
    }
  }
  return `<g fill="${colour}">${drawn}</g>`
}

export function paintSvg(marks: readonly Mark[]): string {
  const drawn = marks.map(mark => {
    if (mark.kind === 'text') return outlines(mark)
    if (mark.kind === 'fill') return `<path d="${mark.d}" fill="${mark.colour}"/>`
    return `<path d="${mark.d}" fill="none" stroke="${mark.colour}" stroke-width="${mark.width}" stroke-linejoin="round" stroke-linecap="round"/>`
  })
  const { width, height } = SHEET
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="297mm" height="210mm">${drawn.join('')}</svg>`
}
