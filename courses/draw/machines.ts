/** Our machines and what belongs to them. */
import { beam, sparks } from './effects.ts'
import { plate } from './people.ts'
import {
  AMBER,
  atPoint,
  BEAM,
  block,
  box,
  disc,
  face,
  flat,
  GREEN,
  type Item,
  item,
  line,
  METAL,
  move,
  NIGHT,
  n,
  onLeftFace,
  onTop,
  type Paint,
  PLYWOOD,
  type Point,
  RED,
  route,
  STEEL,
  shadow,
  sign,
  swing,
} from './stage.ts'

export interface Cutter {
  readonly open?: number
  /** place of the head, both from 0 to 1 */
  readonly head?: number
  readonly on?: boolean
  readonly class?: string
  readonly sheet?: Paint | undefined
  readonly pressed?: number
  readonly crack?: number
  readonly crumbs?: number
  readonly lamp?: string
}
export const CUTTER = { w: 2.9, d: 1.8, top: 1.75 }
/** A point on the material in the cutter at (x, y). */
export const inBed = (x: number, y: number, head = 0.5): Point => [x + 0.45 + 2 * head, y + 0.9, CUTTER.top]

/** Laser cutter on its stand, with lid, gantry, class plate, key switch and emergency stop. */
export function cutter(x: number, y: number, t: number, state: Cutter = {}): Item {
  const { open = 0, head = 0.5, on = true, sheet = PLYWOOD, pressed = 0, crumbs = 0 } = state
  const { w, d, top } = CUTTER
  const at = inBed(x, y, head)
  const angle = (open * 75 * Math.PI) / 180
  const edge: [number, number] = [y + d * Math.cos(angle), top + 0.06 + d * Math.sin(angle)]
  const lid: Point[] = [
    [x, y, top + 0.06],
    [x + w, y, top + 0.06],
    [x + w, ...edge],
    [x, ...edge],
  ]
  const inner = (i: number): Point[] => [
    [x + 0.25, y + 0.2 * Math.cos(angle), top + 0.06 + 0.2 * Math.sin(angle)],
    [x + w - 0.25, y + 0.2 * Math.cos(angle), top + 0.06 + 0.2 * Math.sin(angle)],
    [x + w - 0.25, y + (d - i) * Math.cos(angle), top + 0.06 + (d - i) * Math.sin(angle)],
    [x + 0.25, y + (d - i) * Math.cos(angle), top + 0.06 + (d - i) * Math.sin(angle)],
  ]
  const lidSvg =
    face(
      lid,
      open > 0.05 ? '#bff0d622' : '#bff0d62e',
      `stroke="${METAL[0]}" stroke-width="5" stroke-linejoin="round"`,
    ) +
    face(inner(0.25), '#3ddc9722', `stroke="${METAL[2]}" stroke-width="2"`) +
    (state.crack
      ? onTop(
          [x + 1.1, y + 0.3, top + 0.08],
          line(`M0 0L22 26L12 44L40 ${n(44 + 30 * state.crack)}M22 26L48 20M12 44L-14 52`, '#fff', 3),
        )
      : '')
  return item(
    x + w / 2,
    y + d / 2,
    shadow(x, y, w, d) +
      block(x + 0.15, y + 0.15, 0, w - 0.3, d - 0.3, 0.95, STEEL) +
      onLeftFace(
        [x + 0.3, y + d - 0.15, 0.8],
        box(0, 0, 66, 32, '#22403500', 4, `stroke="${STEEL[0]}" stroke-width="2"`) +
          box(76, 0, 64, 32, '#22403500', 4, `stroke="${STEEL[0]}" stroke-width="2"`),
      ) +
      block(x, y, 0.95, w, d, top - 0.95, METAL) +
      flat(x + 0.2, y + 0.2, top, w - 0.4, d - 0.4, NIGHT) +
      (sheet
        ? flat(x + 0.35, y + 0.4, top, w - 0.7, d - 0.75, sheet[0]) +
          route(
            [
              [x + 0.7, y + 0.9, top],
              [at[0], y + 0.9, top],
            ],
            '#6d4a22',
            2.5,
          )
        : '') +
      Array.from({ length: Math.round(crumbs * 14) }, (_, i) =>
        atPoint(
          [x + 0.4 + ((i * 37) % 20) / 10, y + 0.4 + ((i * 23) % 10) / 10, top],
          line('M-6 0l10 4', PLYWOOD[1], 5),
        ),
      ).join('') +
      (on ? atPoint(at, sparks(t, 20, BEAM, 7)) + beam([at[0], at[1], top + 0.3], at) : '') +
      block(at[0] - 0.06, y + 0.25, top + 0.25, 0.14, d - 0.5, 0.1, STEEL) +
      block(at[0] - 0.16, y + 0.75, top + 0.16, 0.32, 0.32, 0.32, ['#f7c86b', '#d99a2b', '#a8741b']) +
      lidSvg +
      onLeftFace(
        [x + 0.2, y + d, top - 0.12],
        (state.class
          ? move(26, 21, plate(state.class, state.class === '1' ? GREEN : RED), 0.42)
          : box(6, 6, 40, 26, NIGHT, 4) + line('M12 22l8 -8l8 6l10 -6', GREEN, 3)) +
          disc(84, 20, 11, '#2d4d41') +
          line('M84 12V28', '#f7c86b', 4) +
          box(112, 6, 30, 30, AMBER, 5) +
          disc(127, 21 + pressed * 2, 11 - pressed * 2, RED) +
          disc(125, 18 + pressed * 2, 4, '#ff9a90'),
      ) +
      onLeftFace([x + 0.1, y + d, 1.03], box(0, 0, 160, 4, state.lamp ?? (on ? BEAM : '#4a6b5d'), 2)),
  )
}

export interface Printer {
  readonly built?: number
  readonly running?: boolean
  readonly hot?: boolean
  readonly door?: number | undefined
  readonly display?: string
  readonly spool?: boolean
}
export const table = (x: number, y: number, w = 2.9, d = 1.7, h = 1.1): Item =>
  item(
    x + w / 2 - 0.4,
    y + d / 2 - 0.4,
    shadow(x, y, w, d) +
      [
        [0.1, 0.1],
        [w - 0.25, 0.1],
        [0.1, d - 0.25],
        [w - 0.25, d - 0.25],
      ]
        .map(([a = 0, b = 0]) => block(x + a, y + b, 0, 0.15, 0.15, h))
        .join('') +
      block(x, y, h, w, d, 0.12) +
      route(
        [
          [x + 0.3, y + 0.4, h + 0.12],
          [x + w - 0.5, y + 0.5, h + 0.12],
        ],
        '#cdb27e',
        1.5,
      ) +
      route(
        [
          [x + 0.6, y + d - 0.4, h + 0.12],
          [x + w - 0.3, y + d - 0.5, h + 0.12],
        ],
        '#cdb27e',
        1.5,
      ),
  )
export const TABLE_TOP = 1.22
/** Place of the nozzle of the printer at (x, y) on a table. */
export const nozzleAt = (x: number, y: number, t: number, built = 0.5, running = true): Point => [
  x + (running ? 0.4 + 0.75 * swing(t, 1.7) : 1.25),
  y + 0.75,
  TABLE_TOP + 0.3 + 0.75 * built,
]

/** Filament printer on a table. */
export function printer(x: number, y: number, t: number, state: Printer = {}): Item {
  const { built = 0.5, running = true, hot = false, spool = true } = state
  const z = TABLE_TOP
  const nozzle = nozzleAt(x, y, t, built, running)
  const gantry = nozzle[2] + 0.2
  const bedY = y + 0.3 + (running ? 0.08 * Math.sin(t * 4) : 0)
  const layers = Math.max(1, Math.round(built * 9))
  return item(
    x + 0.9,
    y + 0.9,
    block(x, y, z, 1.75, 1.5, 0.14, STEEL) +
      block(x, y + 0.62, z + 0.14, 0.14, 0.2, 1.55, METAL) +
      flat(
        x + 0.3,
        bedY,
        z + 0.2,
        1.15,
        1,
        hot ? '#ff8a6b' : '#1b332b',
        `stroke="${hot ? RED : STEEL[0]}" stroke-width="2"`,
      ) +
      Array.from({ length: layers }, (_, i) =>
        block(x + 0.62 + (i % 2) * 0.01, bedY + 0.28, z + 0.2 + i * 0.075, 0.5, 0.42, 0.07, [
          '#9af0c6',
          '#3ddc97',
          '#27a873',
        ]),
      ).join('') +
      block(x + 0.1, y + 0.66, gantry, 1.55, 0.1, 0.12, STEEL) +
      block(nozzle[0] - 0.15, y + 0.62, gantry - 0.12, 0.32, 0.3, 0.36, ['#f7c86b', '#d99a2b', '#a8741b']) +
      atPoint(
        [nozzle[0], y + 0.78, gantry - 0.14],
        line('M-7 -6L0 6L7 -6', '#c7d8cf', 5) + (hot || running ? disc(0, 8, 5, BEAM) : ''),
      ) +
      block(x + 1.61, y + 0.62, z + 0.14, 0.14, 0.2, 1.55, METAL) +
      block(x, y + 0.62, z + 1.65, 1.75, 0.2, 0.14, METAL) +
      (spool
        ? atPoint(
            [x + 0.5, y + 0.7, z + 2.1],
            `<ellipse rx="26" ry="28" fill="#a9c9b8"/><ellipse rx="20" ry="22" fill="${GREEN}"/><ellipse rx="7" ry="8" fill="${NIGHT}"/>`,
          ) +
          route(
            [
              [x + 0.75, y + 0.7, z + 2.15],
              [nozzle[0], y + 0.7, gantry + 0.25],
            ],
            GREEN,
            2.5,
          )
        : '') +
      onLeftFace(
        [x + 0.5, y + 1.5, z + 0.15],
        box(0, -26, 58, 26, NIGHT, 4, `stroke="${METAL[0]}" stroke-width="2.5"`) +
          (state.display
            ? sign(29, -7, state.display, 17, hot ? AMBER : GREEN)
            : line('M8 -10l10 -6l10 4l16 -6', GREEN, 3)),
      ) +
      (state.door === undefined ? '' : enclosure(x, y, state.door)),
  )
}
const enclosure = (x: number, y: number, open: number): string => {
  const z = TABLE_TOP
  const front: Point[] = [
    [x - 0.15, y + 1.65, z],
    [x - 0.15 + 2.05 * (1 - open) + 0.05, y + 1.65 + 1.2 * open, z],
    [x - 0.15 + 2.05 * (1 - open) + 0.05, y + 1.65 + 1.2 * open, z + 1.95],
    [x - 0.15, y + 1.65, z + 1.95],
  ]
  const glass = `stroke="${METAL[0]}" stroke-width="3.5" stroke-linejoin="round"`
  return (
    face(
      [
        [x + 1.9, y - 0.1, z],
        [x + 1.9, y + 1.65, z],
        [x + 1.9, y + 1.65, z + 1.95],
        [x + 1.9, y - 0.1, z + 1.95],
      ],
      '#bff0d626',
      glass,
    ) +
    face(
      [
        [x - 0.15, y - 0.1, z + 1.95],
        [x + 1.9, y - 0.1, z + 1.95],
        [x + 1.9, y + 1.65, z + 1.95],
        [x - 0.15, y + 1.65, z + 1.95],
      ],
      '#bff0d626',
      glass,
    ) +
    face(front, '#bff0d630', glass)
  )
}
/** Resin printer with its amber hood. */
export const resinPrinter = (x: number, y: number, t: number, { hood = 0, light = true } = {}): Item =>
  item(
    x + 0.7,
    y + 0.7,
    block(x, y, TABLE_TOP, 1.1, 1.1, 0.55, STEEL) +
      flat(x + 0.2, y + 0.2, TABLE_TOP + 0.56, 0.7, 0.7, light ? '#b28cff' : '#6a4b8a') +
      block(x + 0.3, y + 0.3, TABLE_TOP + 0.75 + 0.25 * swing(t, 4), 0.5, 0.5, 0.14, METAL) +
      block(x + 0.45, y, TABLE_TOP + 0.55, 0.2, 0.12, 1.2, METAL) +
      block(x + 0.02, y + 0.02, TABLE_TOP + 0.57 + hood, 1.06, 1.06, 1.2, [
        '#ffb53d99',
        '#e58b1e88',
        '#b9690f88',
      ]),
  )

/** The torch of a laser welder, its tip at the point; `turn` in degrees on the screen. */
export const torch = (point: Point, turn = 0): string =>
  atPoint(
    point,
    line('M0 0L20 -12', '#d99a2b', 8) +
      line('M20 -12L84 -44', '#a9c9b8', 17) +
      line('M24 -17L80 -46', '#e3efe7', 4) +
      line('M58 -30L70 0', '#2d4d41', 13) +
      line('M86 -46Q130 -64 150 0', NIGHT, 6),
    1,
    turn,
  )
/** The cabinet of the welder with its key switch, display and emergency stop. */
export const welder = (x: number, y: number, { key = 1, lamp = GREEN, pressed = 0 } = {}): Item =>
  item(
    x + 0.6,
    y + 0.7,
    shadow(x, y, 1.2, 1.4) +
      block(x + 0.05, y + 0.05, 0, 1.1, 1.3, 0.16, STEEL) +
      block(x, y, 0.15, 1.2, 1.4, 1.75, METAL) +
      onLeftFace(
        [x + 0.1, y + 1.4, 1.75],
        box(4, 4, 50, 28, NIGHT, 4) +
          line('M10 22l9 -8l9 5l16 -10', lamp, 3) +
          disc(16, 52, 10, '#2d4d41') +
          (key ? line(key > 0.5 ? 'M16 45V60' : 'M9 52H23', '#f7c86b', 5) : '') +
          box(34, 40, 24, 24, AMBER, 4) +
          disc(46, 52 + pressed * 2, 9, RED),
      ) +
      onLeftFace([x + 0.1, y + 1.4, 0.7], line('M6 0H54M6 10H54M6 20H54', METAL[2], 3)),
  )
export const workpieces = (x: number, y: number, z = TABLE_TOP): Item =>
  item(
    x + 0.8,
    y + 0.6,
    block(x, y, z, 0.8, 0.8, 0.12, ['#c9d6d0', '#8fa69b', '#6f877b']) +
      block(x + 0.83, y, z, 0.8, 0.8, 0.12, ['#c9d6d0', '#8fa69b', '#6f877b']),
  )
