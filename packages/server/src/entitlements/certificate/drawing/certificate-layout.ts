/** The certificate as marks on a sheet of A4, landscape, in points: what the file and the drawing to engrave are both made of. */
import QRCode from 'qrcode'
import { widthOf } from './fonts.ts'

export const SHEET = { width: 842, height: 595 } as const

/** Words in both languages, the one that was asked for first. */
type Words = readonly [string, string]

export interface Facts {
  readonly brand: Words
  readonly title: Words
  /** before and after the name */
  readonly awarded: Words
  readonly finished: Words
  readonly course: Words
  readonly date: { readonly words: Words; readonly value: string }
  readonly number: { readonly words: Words; readonly value: string }
  readonly check: Words
  readonly bearer: string
  /** of the page that checks it */
  readonly address: string
  readonly badge: 'laser' | 'printer'
}

export type Mark =
  | { readonly kind: 'line'; readonly d: string; readonly colour: string; readonly width: number }
  | { readonly kind: 'fill'; readonly d: string; readonly colour: string }
  | {
      readonly kind: 'text'
      readonly x: number
      /** of the line the letters stand on */
      readonly y: number
      readonly size: number
      readonly text: string
      readonly align: 'middle' | 'start'
      readonly colour: string
    }

const INK = '#14221d'
const SOFT = '#55695f'
const GREEN = '#0b7a4b'
const KERF = '#b9c9c1'
const MIDDLE = SHEET.width / 2
const NAME_MAX = 40
const NAME_MIN = 12
const NAME_WIDTH = 600

const line = (d: string, colour: string, width: number): Mark => ({ kind: 'line', d, colour, width })
const text = (y: number, size: number, words: string, colour = INK): Mark => ({
  kind: 'text',
  x: MIDDLE,
  y,
  size,
  text: words,
  align: 'middle',
  colour,
})

/** The edge as finger joints, the way a box is cut. */
function edge(inset: number, finger: number, depth: number): string {
  const right = SHEET.width - inset
  const bottom = SHEET.height - inset
  const side = (length: number): { count: number; step: number } => {
    const count = Math.floor(length / finger / 2) * 2 + 1
    return { count, step: length / count }
  }
  const across = side(right - inset)
  const down = side(bottom - inset)
  const points: [number, number][] = []
  for (let i = 0; i < across.count; i++) {
    const y = i % 2 === 0 ? inset : inset + depth
    points.push([inset + i * across.step, y], [inset + (i + 1) * across.step, y])
  }
  for (let i = 0; i < down.count; i++) {
    const x = i % 2 === 0 ? right : right - depth
    points.push([x, inset + i * down.step], [x, inset + (i + 1) * down.step])
  }
  for (let i = across.count - 1; i >= 0; i--) {
    const y = i % 2 === 0 ? bottom : bottom - depth
    points.push([inset + (i + 1) * across.step, y], [inset + i * across.step, y])
  }
  for (let i = down.count - 1; i >= 0; i--) {
    const x = i % 2 === 0 ? inset : inset + depth
    points.push([x, inset + (i + 1) * down.step], [x, inset + i * down.step])
  }
  const round = (value: number): number => Math.round(value * 100) / 100
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

/** Squares of the code, one row of neighbours as one piece. */
function codeOf(address: string, x: number, y: number, side: number): string {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  const step = side / modules.size
  let d = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      let end = column
      while (end + 1 < modules.size && modules.get(row, end + 1)) end++
      const left = (x + column * step).toFixed(2)
      const width = ((end - column + 1) * step).toFixed(2)
      d += `M${left} ${(y + row * step).toFixed(2)}h${width}v${step.toFixed(2)}h-${width}Z`
      column = end
    }
  }
  return d
}

/** A circle of `r` around a point, as a path. */
const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** A saw blade of a seal with what the course is about inside. */
function seal(x: number, y: number, badge: Facts['badge']): Mark[] {
  const teeth = 36
  const points = Array.from({ length: teeth * 2 }, (_, i) => {
    const angle = (Math.PI * i) / teeth
    const r = i % 2 === 0 ? 54 : 49
    return `${(x + r * Math.sin(angle)).toFixed(2)} ${(y - r * Math.cos(angle)).toFixed(2)}`
  })
  const inside =
    badge === 'laser'
      ? `M${x - 9} ${y - 34}h18v14l-6 9h-6l-6-9ZM${x} ${y - 11}V${y + 22}M${x - 30} ${y + 24}H${x - 6}M${x + 6} ${y + 24}H${x + 30}M${x - 14} ${y + 10}l8 8M${x + 14} ${y + 10}l-8 8`
      : `M${x - 26} ${y + 26}V${y - 30}H${x + 26}V${y + 26}M${x - 32} ${y + 30}H${x + 32}M${x - 26} ${y - 14}H${x + 26}M${x - 6} ${y - 18}h12v10l-4 6h-4l-4-6ZM${x - 14} ${y + 22}h28M${x - 12} ${y + 15}h24M${x - 10} ${y + 8}h20`
  return [
    line(`M${points.join('L')}Z`, GREEN, 1.4),
    line(ring(x, y, 44), GREEN, 0.8),
    line(inside, GREEN, 1.6),
  ]
}

/** As large as fits; what does not fit at the smallest size is cut short. */
function nameMark(name: string): Mark {
  const width = widthOf(name, NAME_MAX)
  const size = Math.max(NAME_MIN, Math.min(NAME_MAX, (NAME_MAX * NAME_WIDTH) / Math.max(1, width)))
  let shown = name
  while (shown.length > 1 && widthOf(shown, size) > NAME_WIDTH + 1)
    shown = `${[...shown].slice(0, -2).join('')}…`
  return text(304, size, shown)
}

export function marksOf(facts: Facts): Mark[] {
  const [here, there] = [0, 1] as const
  const label = (x: number, y: number, words: Words, value: string): Mark[] => [
    { kind: 'text', x, y, size: 9.5, text: `${words[here]} · ${words[there]}`, align: 'start', colour: SOFT },
    { kind: 'text', x, y: y + 18, size: 14, text: value, align: 'start', colour: INK },
  ]
  const qr = { x: SHEET.width - 70 - 92, y: SHEET.height - 66 - 92, side: 92 }
  return [
    line(edge(26, 24, 8), KERF, 1),
    line(edge(44, 1e9, 0), GREEN, 0.6),
    ...seal(MIDDLE, 112, facts.badge),
    text(206, 30, facts.title[here]),
    text(229, 14, facts.title[there], SOFT),
    text(258, 11, `${facts.awarded[here]} · ${facts.awarded[there]}`, SOFT),
    nameMark(facts.bearer),
    line(`M${MIDDLE - 190} 322H${MIDDLE + 190}`, KERF, 1),
    text(348, 11, `${facts.finished[here]} · ${facts.finished[there]}`, SOFT),
    text(380, 22, facts.course[here]),
    text(402, 13, facts.course[there], SOFT),
    ...label(70, 466, facts.date.words, facts.date.value),
    ...label(70, 508, facts.number.words, facts.number.value),
    text(
      528,
      11,
      facts.brand[here] === facts.brand[there] ? facts.brand[here] : facts.brand.join(' · '),
      SOFT,
    ),
    { kind: 'fill', d: codeOf(facts.address, qr.x, qr.y, qr.side), colour: INK },
    {
      kind: 'text',
      x: qr.x + qr.side / 2,
      y: qr.y - 20,
      size: 9.5,
      text: facts.check[here],
      align: 'middle',
      colour: SOFT,
    },
    {
      kind: 'text',
      x: qr.x + qr.side / 2,
      y: qr.y - 8,
      size: 8,
      text: facts.check[there],
      align: 'middle',
      colour: SOFT,
    },
  ]
}
