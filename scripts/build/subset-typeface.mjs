// Writes the portal's typeface: a subset of Hanken Grotesk, its style sheet with fallbacks of the same metrics, and its license.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createFontStack } from '@capsizecss/core'
import { fromBuffer } from '@capsizecss/unpack'
import subsetFont from 'subset-font'

const PACKAGE = new URL('../../node_modules/@fontsource-variable/hanken-grotesk/', import.meta.url)
const OUTPUT = new URL('../../packages/portal/src/ui/typeface/', import.meta.url)
const FAMILY = 'Hanken Grotesk'
const WEIGHTS = { min: 400, max: 650, default: 400 }
const MAX_BYTES = 30_000

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
const LATIN_1 = 'U+20-FF'
const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™←↑→↓−≤≥`

/**
 * Metrics of fonts that systems bring, read with `@capsizecss/unpack`: from Arimo, which has those of Arial, from Roboto, and from DejaVu
 * Sans, the default of many Linux systems.
 */
const FALLBACKS = [
  {
    familyName: 'Arial',
    capHeight: 1409,
    ascent: 1854,
    descent: -434,
    lineGap: 67,
    unitsPerEm: 2048,
    xHeight: 1082,
    xWidthAvg: 913,
  },
  {
    familyName: 'Roboto',
    capHeight: 1456,
    ascent: 1900,
    descent: -500,
    lineGap: 0,
    unitsPerEm: 2048,
    xHeight: 1082,
    xWidthAvg: 911,
  },
  {
    familyName: 'DejaVu Sans',
    capHeight: 1493,
    ascent: 1901,
    descent: -483,
    lineGap: 0,
    unitsPerEm: 2048,
    xHeight: 1120,
    xWidthAvg: 1041,
  },
]
/** Names under which systems have a font with the metrics of the fallback. */
const LOCAL_NAMES = {
  Arial: ['Arial', 'Liberation Sans', 'Arimo'],
  Roboto: ['Roboto'],
  'DejaVu Sans': ['DejaVu Sans'],
}

const font = await subsetFont(
  readFileSync(new URL('files/hanken-grotesk-latin-wght-normal.woff2', PACKAGE)),
  CHARACTERS,
  { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } },
)
if (font.length > MAX_BYTES) throw new Error(`the subset has ${font.length} bytes`)
const { fontFaces } = createFontStack([await fromBuffer(font), ...FALLBACKS], {
  fontFaceFormat: 'styleObject',
})

const face = (name, lines) =>
  `@font-face {\n  font-family: "${name}";\n${lines.map(line => `  ${line};\n`).join('')}}\n`
const source = [
  `font-weight: ${WEIGHTS.min} ${WEIGHTS.max}`,
  'font-display: swap',
  'src: url("./hanken-grotesk.woff2") format("woff2")',
]
const fallbacks = fontFaces.map(({ '@font-face': metrics }, index) => {
  const { familyName } = FALLBACKS[index]
  const local = LOCAL_NAMES[familyName].map(name => `local("${name}")`).join(', ')
  const name = `${FAMILY} ${familyName}`
  return {
    name,
    css: face(name, [
      `src: ${local}`,
      `unicode-range: ${LATIN_1}`,
      `ascent-override: ${metrics.ascentOverride}`,
      `descent-override: ${metrics.descentOverride}`,
      'line-gap-override: 0%',
      `size-adjust: ${metrics.sizeAdjust}`,
    ]),
  }
})
const stack = (family, rest) =>
  `    ${[family, ...fallbacks.map(({ name }) => name)].map(name => `"${name}"`).join(', ')},\n    ${rest};`
const CHINESE = '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC"'
const css = `/* Written by \`npm run typeface\`. The fallbacks have the metrics of the typeface, so that nothing moves when it arrives. */
${face(FAMILY, source)}
/* For Chinese, without quotation marks, dashes and ellipses: those of the Chinese font have the width of a character. The bullet masks passwords. */
${face(`${FAMILY} zh`, [...source, `unicode-range: ${LATIN_1}, U+2022`])}
${fallbacks.map(({ css }) => css).join('\n')}
:root {
  --font:
${stack(FAMILY, `system-ui, ${CHINESE}, sans-serif`)}
}

/* Chinese fonts come before that of the system, which may be Latin and would draw the quotation marks. */
:root:lang(zh) {
  --font:
${stack(`${FAMILY} zh`, `${CHINESE}, system-ui, sans-serif`)}
}
`
writeFileSync(new URL('hanken-grotesk.woff2', OUTPUT), font)
writeFileSync(new URL('typeface.css', OUTPUT), css)
copyFileSync(new URL('LICENSE', PACKAGE), new URL('LICENSE.txt', OUTPUT))
console.log(`${FAMILY}: ${font.length} bytes`)
