/** Lays out a certificate as shapes on an A4 page in landscape format, in points. */
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import { qrCodePath } from '../../../platform/qr-code/qr-code-path.ts'
import type { BrandLogo } from './brand-logo.ts'
import { measureText, type TextStyle } from './fonts.ts'
import { fingerJointFrame, sealOf } from './ornaments.ts'
import type { Shape, Tag, TextShape } from './shapes.ts'

export const PAGE = { width: 842, height: 595 } as const

/** A text in the requested language and in the other one. */
type BothLanguages = readonly [string, string]

export interface CertificateContent {
  /** BCP 47 tags of the requested language and of the other one */
  readonly languages: BothLanguages
  readonly brand: BothLanguages
  /** undefined: the name of the brand is shown */
  readonly logo: BrandLogo | undefined
  /** color of frame and seal */
  readonly accent: string
  readonly title: BothLanguages
  /** line above the name; `finished` is the line below it */
  readonly awarded: BothLanguages
  readonly finished: BothLanguages
  readonly course: BothLanguages
  /** titles of the lessons, in the requested language */
  readonly lessons: readonly string[]
  readonly issuer: { readonly label: BothLanguages; readonly value: string }
  readonly date: { readonly label: BothLanguages; readonly value: string }
  readonly number: { readonly label: BothLanguages; readonly value: string }
  readonly check: BothLanguages
  /** describes the seal for screen readers */
  readonly sealAlt: string
  readonly bearer: string
  /** URL of the page that checks the certificate */
  readonly checkUrl: string
  readonly badge: CertificateCourse
}

const TEXT_COLOR = '#14221d'
const SECONDARY_COLOR = '#4d6057'
const EDGE_COLOR = '#b9c9c1'
const LEFT = 80
/** right end of the texts */
const RIGHT = 572
const SEAL_X = 684
const SMALL = 9.5

const text = (
  x: number,
  y: number,
  size: number,
  value: string,
  tag: Tag | undefined,
  { color = TEXT_COLOR, style = 'text', align = 'start' }: Partial<TextShape> = {},
): TextShape => ({ kind: 'text', x, y, size, text: value, align, color, style, ...(tag && { tag }) })

const line = (d: string, color: string, width: number, tag?: Tag): Shape => ({
  kind: 'line',
  d,
  color,
  width,
  ...(tag && { tag }),
})

/** The largest size that fits. A text that does not fit at the smallest size is truncated. */
function fit(value: string, style: TextStyle, [max, min]: readonly [number, number], widthMax: number) {
  const width = measureText(value, max, style)
  const size = Math.max(min, Math.min(max, (max * widthMax) / Math.max(1, width)))
  let shown = value
  while (shown.length > 1 && measureText(shown, size, style) > widthMax + 1)
    shown = `${[...shown].slice(0, -2).join('')}…`
  return { size, shown }
}

/** Joins the parts to lines of at most `widthMax`; what does not fit in `linesMax` lines is cut off. */
function wrap(parts: readonly string[], size: number, widthMax: number, linesMax: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    const longer = last === undefined ? part : `${last}  ·  ${part}`
    if (last !== undefined && measureText(longer, size) <= widthMax) lines[lines.length - 1] = longer
    else lines.push(fit(part, 'text', [size, size], widthMax).shown)
  }
  const [shown, rest] = [lines.slice(0, linesMax), lines.length > linesMax]
  return rest ? [...shown.slice(0, -1), `${shown.at(-1)}  ·  …`] : shown
}

export function layOutCertificate(content: CertificateContent): Shape[] {
  const { languages, accent, checkUrl } = content
  const paragraph = (index: 0 | 1): Tag => ({ type: 'P', language: languages[index] })
  const secondary = { color: SECONDARY_COLOR }
  /** Both languages in one line, each an element of its own language. */
  const bilingual = (x: number, y: number, size: number, both: BothLanguages): Shape[] => [
    text(x, y, size, both[0], paragraph(0), secondary),
    text(x + measureText(`${both[0]}  `, size), y, size, both[1], paragraph(1), secondary),
  ]
  const signed = (x: number, right: number, label: BothLanguages, value: TextShape): Shape[] => [
    value,
    line(`M${x} 492H${right}`, EDGE_COLOR, 0.8),
    ...bilingual(x, 507, SMALL, label),
  ]
  const title = fit(content.title[0], 'display', [38, 20], RIGHT - LEFT)
  const name = fit(content.bearer, 'display', [44, 14], RIGHT - LEFT)
  const course = fit(content.course[0], 'display', [25, 12], RIGHT - LEFT)
  const issuer = fit(content.issuer.value, 'display', [19, 9], 208)
  const seal = sealOf(SEAL_X, 178, content.badge)
  const sealTag: Tag = { type: 'Figure', alt: content.sealAlt }
  const qr = { x: SEAL_X - 48, y: 384, side: 96 }
  const link: Tag = {
    type: 'Link',
    language: languages[0],
    alt: `${content.check[0]}: ${checkUrl}`,
    url: checkUrl,
    area: [qr.x, qr.y, qr.side, qr.side],
  }
  return [
    line(fingerJointFrame(PAGE, { inset: 24, finger: 22, depth: 7 }), accent, 1.2),
    line(fingerJointFrame(PAGE, { inset: 40, finger: 1e9, depth: 0 }), EDGE_COLOR, 0.6),
    ...logoShapes(content),
    text(LEFT, 168, title.size, title.shown, { type: 'H1', language: languages[0] }, { style: 'display' }),
    text(LEFT, 191, 13, content.title[1], paragraph(1), secondary),
    ...bilingual(LEFT, 236, 11, content.awarded),
    text(LEFT, 284, name.size, name.shown, { type: 'P' }, { style: 'display', color: accent }),
    line(`M${LEFT} 305H${RIGHT}`, EDGE_COLOR, 0.8),
    ...bilingual(LEFT, 328, 11, content.finished),
    text(LEFT, 362, course.size, course.shown, paragraph(0), { style: 'display' }),
    text(LEFT, 381, 12, content.course[1], paragraph(1), secondary),
    ...wrap(content.lessons, SMALL, RIGHT - LEFT, 2).map((row, i) =>
      text(LEFT, 404 + i * 15, SMALL, row, paragraph(0), secondary),
    ),
    ...signed(
      LEFT,
      LEFT + 210,
      content.issuer.label,
      text(LEFT, 483, issuer.size, issuer.shown, { type: 'P' }, { style: 'display' }),
    ),
    ...signed(
      LEFT + 230,
      LEFT + 318,
      content.date.label,
      text(LEFT + 230, 483, 12, content.date.value, { type: 'P' }),
    ),
    ...signed(
      LEFT + 338,
      RIGHT,
      content.number.label,
      text(LEFT + 338, 483, 11.5, content.number.value, { type: 'P' }),
    ),
    line(seal.fine, accent, 0.35, sealTag),
    line(seal.rings, accent, 0.9, sealTag),
    line(seal.machine, accent, 2.2, sealTag),
    { kind: 'fill', d: qrCodePath(checkUrl, qr.x, qr.y, qr.side), color: TEXT_COLOR, tag: link },
    text(SEAL_X, 507 - 9, SMALL, content.check[0], paragraph(0), { ...secondary, align: 'middle' }),
    text(SEAL_X, 507 + 4, SMALL, content.check[1], paragraph(1), { ...secondary, align: 'middle' }),
  ]
}

function logoShapes({ logo, brand, languages }: CertificateContent): Shape[] {
  const name = brand[0] === brand[1] ? brand[0] : brand.join(' · ')
  if (!logo) return [text(LEFT, 96, 18, name, { type: 'P', language: languages[0] }, { style: 'display' })]
  const scale = 36 / logo.height
  const tag: Tag = { type: 'Figure', alt: name }
  return logo.paths.map(({ d, color, x, y, scale: own }) => ({
    kind: 'fill',
    d,
    color,
    place: { x: LEFT - 2 + x * scale, y: 66 + y * scale, scale: own * scale },
    tag,
  }))
}
