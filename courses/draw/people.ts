/** People of the workshop, and close-ups of hands, eyes and what protects them. */
import {
  AMBER,
  box,
  disc,
  GREEN,
  group,
  INK,
  type Item,
  item,
  line,
  move,
  NIGHT,
  n,
  type Point,
  project,
  RED,
  shape,
  sign,
} from './stage.ts'

export interface Pose {
  /** 1: looks to the right of the screen; -1: to the left */
  readonly side?: 1 | -1
  readonly shirt?: string
  readonly skin?: string
  readonly hair?: string
  readonly longHair?: boolean
  readonly reach?: Point | undefined
  readonly reach2?: Point | undefined
  readonly goggles?: string
  readonly mask?: boolean
  readonly helmet?: number
  readonly gloves?: string
  readonly apron?: string
  readonly lean?: number
  readonly scale?: number
  /** phase of a walk; undefined: stands */
  readonly walk?: number | undefined
  readonly hurt?: boolean
}
export const SKIN = '#e8b48a'

export function person(x: number, y: number, pose: Pose = {}): Item {
  const { side = 1, shirt = '#e9a23b', skin = SKIN, hair = '#3b2417', scale = 1.06, lean = 0, walk } = pose
  const [fx, fy] = project([x, y, 0])
  const step = walk === undefined ? 0 : Math.sin(walk * 2 * Math.PI) * 12
  const trousers = '#27465c'
  const arm = (from: number, target: Point | undefined, rest: readonly [number, number]): string => {
    let [hx, hy] = rest
    if (target) {
      const [tx, ty] = project(target)
      hx = (tx - fx) / scale
      hy = (ty - fy) / scale
      const length = Math.hypot(hx - from, hy + 106)
      if (length > 62) {
        hx = from + ((hx - from) * 62) / length
        hy = -106 + ((hy + 106) * 62) / length
      }
    }
    const ex = (from + hx) / 2 + (hx < from ? -5 : 5)
    const ey = (-106 + hy) / 2 + 9
    return (
      line(`M${from} -106Q${n(ex)} ${n(ey)} ${n(hx)} ${n(hy)}`, shirt, 12) +
      line(
        `M${n(ex + (hx - ex) * 0.45)} ${n(ey + (hy - ey) * 0.45)}L${n(hx)} ${n(hy)}`,
        pose.gloves ?? skin,
        9,
      ) +
      disc(hx, hy, 7, pose.gloves ?? skin)
    )
  }
  const s = side
  const head =
    (pose.longHair
      ? shape(`M${-17 * s} -140Q${-26 * s} -112 ${-20 * s} -98Q${-8 * s} -100 ${-6 * s} -122Z`, hair)
      : '') +
    line('M0 -120V-112', skin, 11) +
    disc(0, -137, 17, skin) +
    shape(
      `M${-17 * s} -132Q${-22 * s} -158 0 -158Q${18 * s} -158 ${17 * s} -141Q${4 * s} -143 ${-4 * s} -149Q${-8 * s} -138 ${-12 * s} -130Z`,
      hair,
    ) +
    disc(6 * s, -137, 2.2, NIGHT) +
    disc(13 * s, -137, 2, NIGHT) +
    (pose.hurt
      ? line(`M${3 * s} -143l${6 * s} 2M${4 * s} -127q${5 * s} -4 ${9 * s} 0`, NIGHT, 2)
      : line(`M${4 * s} -129q${5 * s} 4 ${9 * s} 0`, '#8a4a2b', 2)) +
    (pose.goggles
      ? line(`M${-16 * s} -140L${2 * s} -138`, NIGHT, 3) +
        box(s > 0 ? 0 : -19, -144, 19, 13, pose.goggles, 5, `stroke="${NIGHT}" stroke-width="2"`)
      : '') +
    (pose.mask
      ? shape(
          `M${-2 * s} -132L${18 * s} -132Q${18 * s} -119 ${8 * s} -118Q${-2 * s} -119 ${-2 * s} -132Z`,
          INK,
        ) + disc(9 * s, -124, 4, GREEN)
      : '') +
    (pose.helmet === undefined
      ? ''
      : group(
          shape(
            `M${-19 * s} -150Q0 -170 ${20 * s} -150L${21 * s} -124Q${12 * s} -112 ${-4 * s} -114Q${-18 * s} -122 ${-19 * s} -150Z`,
            '#24443a',
          ) + box(s > 0 ? 2 : -18, -144, 16, 10, '#5fe0a8', 2),
          `rotate(${n(-62 * s * (1 - pose.helmet))} ${-14 * s} -146)`,
        ))
  const body =
    line(`M-8 -66L${n(-9 + step)} -6`, trousers, 15) +
    line(`M8 -66L${n(9 - step)} -6`, trousers, 15) +
    line(`M${n(-9 + step)} -3h${7 * s}M${n(9 - step)} -3h${7 * s}`, '#2b1d14', 11) +
    arm(-17 * s, pose.reach2, [-24 * s, -60]) +
    shape('M-20 -104Q-20 -116 -8 -117H8Q20 -116 20 -104L17 -58H-17Z', shirt) +
    (pose.apron
      ? shape('M-12 -100H12L16 -40H-16Z', pose.apron) +
        line('M-12 -100L-7 -116M12 -100L7 -116', pose.apron, 4)
      : '') +
    head +
    arm(17 * s, pose.reach, [24 * s, -60])
  return item(
    x,
    y,
    `<ellipse cx="${n(fx)}" cy="${n(fy)}" rx="32" ry="15" fill="#06231a" opacity=".5"/>${group(body, `translate(${n(fx)} ${n(fy)}) scale(${scale}) rotate(${n(lean)})`)}`,
  )
}

/** Close-ups for insets, around their center. */
export const eye = (open = 1, { red = false, look = 0 } = {}): string => {
  const h = 52 * open
  return (
    box(-140, -140, 280, 280, SKIN, 0) +
    line('M-84 -52Q0 -92 84 -50', '#3b2417', 9) +
    shape(`M-80 0Q0 ${n(-h * 1.3)} 80 0Q0 ${n(h * 1.3)} -80 0Z`, red ? '#ffd9d2' : '#fffdf6') +
    (open > 0.3
      ? disc(look, 0, 25 * Math.min(1, open + 0.1), '#3d7a5c') +
        disc(look, 0, 11, NIGHT) +
        disc(look + 7, -7, 4, '#fff')
      : '') +
    line(`M-80 0Q0 ${n(-h * 1.3)} 80 0`, '#5d3a22', 6) +
    (red && open > 0.3 ? line('M-66 2q14 -6 22 0M66 2q-14 -8 -24 0M-52 12q10 -4 16 2', RED, 3) : '')
  )
}
export const gogglesFront = (lens = GREEN, text = ''): string =>
  line('M-66 -8H-104M66 -8H104', '#1c2f28', 14) +
  shape('M-72 -30H72Q80 30 40 34Q16 34 8 10H-8Q-16 34 -40 34Q-80 30 -72 -30Z', '#1c2f28') +
  shape('M-62 -22H-6V6Q-14 26 -40 26Q-66 24 -62 -22Z', lens, 0.9) +
  shape('M62 -22H6V6Q14 26 40 26Q66 24 62 -22Z', lens, 0.9) +
  line('M-50 -14L-34 -14M22 -14h16', '#fff', 4) +
  (text ? sign(0, 66, text, 26, INK) : '')
export const hand = (color = SKIN, cuff = '#e9a23b'): string =>
  box(-26, 44, 52, 60, cuff, 6) +
  shape(
    'M-30 52V6L-50 -18Q-54 -30 -42 -32L-24 -12V-52Q-22 -62 -14 -60L-8 -54V-66Q-4 -74 4 -72Q10 -70 10 -62V-50Q14 -66 22 -62Q28 -60 27 -50V-36Q34 -46 40 -40Q42 -36 41 -30V12Q38 38 26 52Z',
    color,
  ) +
  line('M-8 -50V-16M10 -50V-16M27 -36V-12', '#00000030', 2.5)
export const finger = (color = SKIN): string =>
  line('M-60 60L0 0', color, 30) + line('M4 -6l-8 -8', '#fff4e6', 8)
export const plate = (number: string, color: string): string =>
  box(-38, -46, 76, 92, NIGHT, 9) +
  box(-34, -42, 68, 84, color, 7) +
  move(0, -16, line('M-20 0H20M0 -14V14M-13 -10L13 10M13 -10L-13 10', NIGHT, 3)) +
  sign(0, 34, number, number.length > 1 ? 32 : 40, NIGHT)
export const cross = (x: number, y: number, size = 1): string =>
  move(x, y, box(-44, -44, 88, 88, INK, 14) + line('M-24 0H24M0 -24V24', RED, 18), size)
export const ring = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="10" fill="none" stroke="${AMBER}" stroke-width="5"/>`
