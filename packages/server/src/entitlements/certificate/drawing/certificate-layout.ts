/** Lays out a certificate as shapes on an A4 page in landscape format, in points. The PDF and the SVG render the same shapes. */
import QRCode from 'qrcode'
import { measureText } from './fonts.ts'

export const PAGE = { width: 842, height: 595 } as const

/** A text in the requested language and in the other one. */
type BothLanguages = readonly [string, string]

export interface CertificateContent {
  readonly brand: BothLanguages
  readonly title: BothLanguages
  /** line above the name; `finished` is the line below it */
  readonly awarded: BothLanguages
  readonly finished: BothLanguages
  readonly course: BothLanguages
  readonly date: { readonly label: BothLanguages; readonly value: string }
  readonly number: { readonly label: BothLanguages; readonly value: string }
  readonly check: BothLanguages
  readonly bearer: string
  /** URL of the page that checks the certificate */
  readonly checkUrl: string
  readonly badge: 'laser' | 'printer'
}

export type Shape =
  | { readonly kind: 'line'; readonly d: string; readonly color: string; readonly width: number }
  | { readonly kind: 'fill'; readonly d: string; readonly color: string }
  | {
      readonly kind: 'text'
      readonly x: number
      /** baseline */
      readonly y: number
      readonly size: number
      readonly text: string
      readonly align: 'middle' | 'start'
      readonly color: string
    }

const TEXT_COLOR = '#14221d'
const SECONDARY_COLOR = '#55695f'
const GREEN = '#0b7a4b'
const EDGE_COLOR = '#b9c9c1'
const CENTER_X = PAGE.width / 2
const NAME_SIZE_MAX = 40
const NAME_SIZE_MIN = 12
const NAME_WIDTH_MAX = 600

const line = (d: string, color: string, width: number): Shape => ({ kind: 'line', d, color, width })
const centeredText = (y: number, size: number, value: string, color = TEXT_COLOR): Shape => ({
  kind: 'text',
  x: CENTER_X,
  y,
  size,
  text: value,
  align: 'middle',
  color,
})

/** A rectangular frame of finger joints, as a laser-cut box has them. */
function fingerJointFrame(inset: number, finger: number, depth: number): string {
  const right = PAGE.width - inset
  const bottom = PAGE.height - inset
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

/** Path of a QR code. Neighboring modules of a row form one rectangle. */
function qrCodePath(url: string, x: number, y: number, side: number): string {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
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

/** Path of a circle. */
const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** A seal in the shape of a saw blade, with a drawing of the course's machine inside. */
function sealShapes(x: number, y: number, badge: CertificateContent['badge']): Shape[] {
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
    line(circle(x, y, 44), GREEN, 0.8),
    line(inside, GREEN, 1.6),
  ]
}

/** The largest size that fits. A name that does not fit at the smallest size is truncated. */
function nameShape(name: string): Shape {
  const width = measureText(name, NAME_SIZE_MAX)
  const size = Math.max(
    NAME_SIZE_MIN,
    Math.min(NAME_SIZE_MAX, (NAME_SIZE_MAX * NAME_WIDTH_MAX) / Math.max(1, width)),
  )
  let shown = name
  while (shown.length > 1 && measureText(shown, size) > NAME_WIDTH_MAX + 1)
    shown = `${[...shown].slice(0, -2).join('')}…`
  return centeredText(304, size, shown)
}

export function layOutCertificate(content: CertificateContent): Shape[] {
  const [first, second] = [0, 1] as const
  const labeledValue = (x: number, y: number, label: BothLanguages, value: string): Shape[] => [
    {
      kind: 'text',
      x,
      y,
      size: 9.5,
      text: `${label[first]} · ${label[second]}`,
      align: 'start',
      color: SECONDARY_COLOR,
    },
    { kind: 'text', x, y: y + 18, size: 14, text: value, align: 'start', color: TEXT_COLOR },
  ]
  const qr = { x: PAGE.width - 70 - 92, y: PAGE.height - 66 - 92, side: 92 }
  return [
    line(fingerJointFrame(26, 24, 8), EDGE_COLOR, 1),
    line(fingerJointFrame(44, 1e9, 0), GREEN, 0.6),
    ...sealShapes(CENTER_X, 112, content.badge),
    centeredText(206, 30, content.title[first]),
    centeredText(229, 14, content.title[second], SECONDARY_COLOR),
    centeredText(258, 11, `${content.awarded[first]} · ${content.awarded[second]}`, SECONDARY_COLOR),
    nameShape(content.bearer),
    line(`M${CENTER_X - 190} 322H${CENTER_X + 190}`, EDGE_COLOR, 1),
    centeredText(348, 11, `${content.finished[first]} · ${content.finished[second]}`, SECONDARY_COLOR),
    centeredText(380, 22, content.course[first]),
    centeredText(402, 13, content.course[second], SECONDARY_COLOR),
    ...labeledValue(70, 466, content.date.label, content.date.value),
    ...labeledValue(70, 508, content.number.label, content.number.value),
    centeredText(
      528,
      11,
      content.brand[first] === content.brand[second] ? content.brand[first] : content.brand.join(' · '),
      SECONDARY_COLOR,
    ),
    { kind: 'fill', d: qrCodePath(content.checkUrl, qr.x, qr.y, qr.side), color: TEXT_COLOR },
    {
      kind: 'text',
      x: qr.x + qr.side / 2,
      y: qr.y - 20,
      size: 9.5,
      text: content.check[first],
      align: 'middle',
      color: SECONDARY_COLOR,
    },
    {
      kind: 'text',
      x: qr.x + qr.side / 2,
      y: qr.y - 8,
      size: 8,
      text: content.check[second],
      align: 'middle',
      color: SECONDARY_COLOR,
    },
  ]
}
