/** What stands, lies and hangs in the workshop. */
import {
  AMBER,
  atPoint,
  BLUE,
  block,
  box,
  disc,
  flat,
  GREEN,
  INK,
  type Item,
  item,
  line,
  METAL,
  MINT,
  move,
  NIGHT,
  n,
  onLeftFace,
  onRightFace,
  onTop,
  type Paint,
  PLYWOOD,
  type Point,
  RED,
  route,
  STEEL,
  shadow,
  shape,
  sign,
  swing,
} from './stage.ts'

/** What always hangs on the walls: window on the left, tools and, unless left out, an extinguisher on the right. */
export const walls = (t: number, { open = 0, tools = true, bottle = true } = {}): Item =>
  item(
    -2,
    -2,
    onRightFace(
      [0, 5.2, 2.15],
      box(0, 0, 104, 72, '#7cc4ea', 3, `stroke="${PLYWOOD[0]}" stroke-width="6"`) +
        shape('M0 72V48Q26 36 52 52T104 44V72Z', '#3f8f6b') +
        disc(80, 20, 10, '#fff2c4') +
        line('M52 0V72', PLYWOOD[0], 4) +
        (open ? shape(`M104 0L${n(104 - 30 * open)} 18V86L104 72Z`, '#bff0d6', 0.6) : ''),
    ) +
      (tools
        ? onLeftFace(
            [0.7, 0, 2.1],
            box(0, 0, 96, 58, PLYWOOD[1], 3, `stroke="${PLYWOOD[2]}" stroke-width="3"`) +
              line('M14 10V46M8 12h12', '#3a2a12', 5) +
              line('M34 10v16', '#3a2a12', 4) +
              line('M34 26v20', RED, 7) +
              line('M52 12a8 8 0 1 0 8 8M58 22L66 46', '#5d7a6d', 5) +
              line('M80 10L76 34M76 10L80 34M76 34l-4 10M80 34l4 10', '#3a2a12', 3),
          )
        : '') +
      (bottle ? extinguisherOnWall(2.75) : '') +
      (t < 0 ? '' : ''),
  )
const extinguisherOnWall = (x: number): string => onLeftFace([x, 0, 1.55], extinguisherShape(0.62))
export const extinguisherShape = (scale = 1, spray = 0, t = 0): string =>
  move(
    20,
    0,
    box(-20, -2, 40, 88, RED, 14) +
      box(-14, 4, 8, 76, '#ff9a90', 4, 'opacity=".6"') +
      box(-7, -16, 14, 16, '#27302c', 3) +
      line('M-4 -18L22 -24M-2 -14L18 -12', '#27302c', 5) +
      line('M8 -10Q36 0 30 44', '#27302c', 5) +
      box(-12, 34, 24, 20, INK, 3) +
      (spray
        ? [0, 1, 2, 3, 4, 5]
            .map(i => {
              const p = (t * 1.4 + i / 6) % 1
              return disc(
                36 + 120 * p * spray,
                46 - 10 * p + Math.sin(i * 2) * 16 * p,
                5 + 16 * p,
                INK,
                0.8 * (1 - p),
              )
            })
            .join('')
        : ''),
    scale,
  )
export const blanket = (x: number): Item =>
  item(
    -1,
    -1,
    onLeftFace(
      [x, 0, 1.9],
      box(0, 0, 46, 52, RED, 4) +
        shape('M23 10Q36 24 32 34Q28 42 23 42Q14 42 14 32Q15 24 23 10Z', INK) +
        line('M12 52v16M34 52v16', INK, 5),
    ),
  )
export const door = (x: number, open: number): Item =>
  item(
    x > 0 ? -0.5 : 0,
    -0.5,
    onLeftFace(
      [x, 0, 2.05],
      box(-6, -6, 84, 125, PLYWOOD[2], 2) +
        box(0, 0, 72, 119, open > 0.1 ? '#a8dcf2' : '#0a2a1f', 0) +
        shape(`M0 0L${n(72 * (1 - open * 0.72))} ${n(26 * open)}V${n(119 + 20 * open)}L0 119Z`, PLYWOOD[0]) +
        disc(60 * (1 - open * 0.72), 62 + 20 * open, 4, '#7d5a30'),
    ) +
      onLeftFace(
        [x + 0.25, 0, 2.48],
        box(0, 0, 42, 17, GREEN, 3) + line('M10 8h18m-6 -5l6 5l-6 5', NIGHT, 3),
      ),
  )
export const detector = (t: number, alarm = false): Item =>
  item(
    -1,
    -1,
    onLeftFace(
      [4.2, 0, 2.45],
      box(0, 0, 44, 15, INK, 6) +
        disc(34, 8, 4, alarm && swing(t, 0.5) > 0.5 ? RED : GREEN) +
        (alarm ? line('M-8 -2q-9 9 0 20M52 -2q9 9 0 20M-16 -6q-14 14 0 28M60 -6q14 14 0 28', RED, 3.5) : ''),
    ),
  )
export const lampOnWall = (x: number, t: number, on = true): Item =>
  item(
    -1,
    -1,
    onLeftFace(
      [x, 0, 2.4],
      disc(0, 0, 26, RED, on ? 0.35 * swing(t, 1) : 0) +
        disc(0, 0, 11, on ? RED : '#5a2a26') +
        box(-11, 9, 22, 6, STEEL[0], 2),
    ),
  )
/** A round duct from a machine to the left wall, with a fan there. */
export function duct(from: Point, t: number, { on = true, y = 1.4, sealed = true } = {}): Item {
  const wall: Point = [0.08, y, 2.15]
  const up: Point = [from[0], from[1], 2.15]
  const corner: Point = [from[0], y, 2.15]
  return item(
    from[0] - 1.2,
    from[1] - 1.2,
    route([from, up, corner, wall], '#1e382f', 27) +
      route([from, up, corner, wall], '#a9c9b8', 22) +
      `<g stroke-dasharray="3 8">${route([from, up, corner, wall], '#7da592', 20).replace('stroke-linecap="round"', '')}</g>` +
      (sealed ? '' : atPoint(up, line('M-12 -4L0 6L8 -6L14 6', NIGHT, 4))) +
      fanOnWall(y, 2.15, t, on),
  )
}
export const fanOnWall = (y: number, z: number, t: number, on = true): string =>
  onRightFace([0.02, y, z], fan(t, on, 30))
export const fan = (t: number, on = true, r = 34): string => {
  const blades = [0, 120, 240]
    .map(a =>
      move(
        0,
        0,
        `<path d="M0 0Q${n(r * 0.5)} ${n(-r * 0.2)} ${n(r * 0.42)} ${n(-r * 0.8)}Q${n(-r * 0.1)} ${n(-r * 0.7)} 0 0Z" fill="${on ? GREEN : '#4a6b5d'}"/>`,
        1,
        a + (on ? t * 400 : 14),
      ),
    )
    .join('')
  return disc(0, 0, r + 5, METAL[0]) + disc(0, 0, r, NIGHT) + blades + disc(0, 0, r * 0.18, METAL[0])
}
/** Filter with three layers; `full`: how loaded it is. */
export const filterBox = (x: number, y: number, full = 0.2): Item =>
  item(
    x + 0.6,
    y + 0.6,
    shadow(x, y, 1.2, 1.2) +
      block(x, y, 0, 1.2, 1.2, 1.7, METAL) +
      onLeftFace(
        [x + 0.12, y + 1.2, 1.6],
        [0, 1, 2]
          .map(
            i =>
              box(0, i * 30, 54, 24, NIGHT, 3) +
              box(3, i * 30 + 3, 48, 18, [INK, MINT, '#3a4a43'][i] ?? INK, 2) +
              box(
                3,
                i * 30 + 3,
                48 * Math.max(0, Math.min(1, full * 1.6 - i * 0.3)),
                18,
                '#6b5a44',
                2,
                'opacity=".85"',
              ),
          )
          .join(''),
      ),
  )
/** A sheet with a texture and, if it has one, its symbol. */
export const sheet = (x: number, y: number, z: number, paint: Paint, text = '', w = 1.3, d = 0.9): Item =>
  item(
    x + w / 2 + 0.3,
    y + d / 2 + 0.3,
    block(x, y, z, w, d, 0.08, paint) +
      (text ? onTop([x + w / 2, y + d / 2, z + 0.08], sign(0, 9, text, 24, '#10241c')) : ''),
  )
export const standing = (x: number, y: number, z: number, paint: Paint, text: string): Item =>
  item(
    x + 0.5,
    y + 0.5,
    block(x, y, z, 1, 0.1, 1, paint) +
      onLeftFace([x + 0.5, y + 0.1, z + 0.5], sign(0, 8, text, text.length > 4 ? 15 : 20, '#10241c')),
  )
export const PLASTIC: Paint = ['#f1f4f2', '#cdd8d2', '#a7b6ae']
export const ACRYLIC: Paint = ['#9fdcf5cc', '#5fb4dbcc', '#3f8fb8cc']
export const FELT: Paint = ['#e98f86', '#c9655c', '#a34b43']
export const CORK: Paint = ['#d6a36a', '#b07f48', '#8a5f31']
export const bin = (x: number, y: number): Item =>
  item(
    x + 0.4,
    y + 0.4,
    shadow(x, y, 0.8, 0.8) +
      block(x, y, 0, 0.8, 0.8, 0.9, STEEL) +
      flat(x + 0.1, y + 0.1, 0.9, 0.6, 0.6, NIGHT),
  )
export const crate = (x: number, y: number, z = 0, paint: Paint = PLYWOOD, s = 0.8): Item =>
  item(x + s / 2, y + s / 2, (z ? '' : shadow(x, y, s, s)) + block(x, y, z, s, s, s * 0.8, paint))
export const can = (point: Point, color = RED): Item =>
  item(
    point[0] + 0.3,
    point[1] + 0.3,
    atPoint(
      point,
      box(-11, -44, 22, 46, color, 5) +
        box(-6, -53, 12, 10, INK, 3) +
        shape('M0 -32Q9 -22 6 -16Q3 -10 0 -10Q-6 -10 -6 -17Q-5 -22 0 -32Z', INK),
    ),
  )
export const bottle = (point: Point, color = BLUE, text = ''): Item =>
  item(
    point[0] + 0.3,
    point[1] + 0.3,
    atPoint(
      point,
      shape('M-6 -62H6V-46Q17 -42 17 -30V2H-17V-30Q-17 -42 -6 -46Z', color) +
        box(-8, -68, 16, 9, INK, 2) +
        box(-13, -28, 26, 22, INK, 2) +
        (text ? sign(0, -12, text, 11, NIGHT) : ''),
    ),
  )
export const gasBottle = (x: number, y: number): Item =>
  item(
    x,
    y,
    atPoint(
      [x, y, 0],
      `<ellipse rx="26" ry="12" fill="#06231a" opacity=".5"/>` +
        box(-19, -120, 38, 120, '#5f86a0', 18) +
        box(-13, -112, 8, 100, '#9fc0d4', 4) +
        box(-6, -136, 12, 20, '#d99a2b', 3) +
        line('M6 -130h14', '#d99a2b', 5),
    ),
  )
export const curtain = (t: number): Item =>
  item(
    -0.8,
    -0.8,
    onRightFace(
      [0, 2.6, 2.3],
      [0, 1, 2, 3]
        .map(i =>
          shape(`M${i * 18} 0h18q${n(4 * Math.sin(t + i))} 50 0 100h-18Z`, i % 2 ? '#d8776f' : '#c2605a'),
        )
        .join('') + line('M-4 0H78', PLYWOOD[0], 5),
    ),
  )
/** Outlet on the right wall with a plug; `out`: how far it is pulled. */
export const outlet = (x: number, out = 0, to?: Point): Item =>
  item(
    -0.7,
    -0.7,
    onLeftFace([x, 0, 0.95], box(0, 0, 36, 40, INK, 6) + disc(12, 20, 4, NIGHT) + disc(24, 20, 4, NIGHT)) +
      (to
        ? route(
            [
              [x + 0.3, 0.1 + out * 0.8, 0.6 - out * 0.35],
              [x + 0.2, 0.7 + out * 0.5, 0.05],
              [to[0], to[1], 0.05],
              to,
            ],
            NIGHT,
            6,
          )
        : '') +
      atPoint(
        [x + 0.3, 0.1 + out * 0.8, 0.65 - out * 0.4],
        box(-13, -11, 26, 22, '#27302c', 5) + (out > 0.1 ? line('M8 -14l8 -6M12 -6l8 -6', '#d9e3dd', 4) : ''),
      ),
  )
export const strip = (x: number, y: number): string =>
  block(x, y, 0, 0.95, 0.28, 0.12, PLASTIC) +
  [0.15, 0.42, 0.69].map(a => atPoint([x + a + 0.06, y + 0.14, 0.13], disc(0, 0, 4, NIGHT))).join('')
export const note = (point: Point): Item =>
  item(
    point[0] + 2,
    point[1] + 2,
    onLeftFace(
      point,
      box(0, 0, 50, 56, AMBER, 3, `stroke="${NIGHT}" stroke-width="3"`) +
        line('M25 10L43 42H7Z', NIGHT, 4) +
        sign(25, 40, '!', 20, NIGHT),
    ),
  )
export const puddle = (x: number, y: number, size = 1): Item =>
  item(
    x - 3,
    y - 3,
    atPoint(
      [x, y, 0],
      `<ellipse rx="${n(62 * size)}" ry="${n(28 * size)}" fill="${BLUE}" opacity=".6"/><ellipse cx="-14" cy="-5" rx="${n(22 * size)}" ry="${n(7 * size)}" fill="#fff" opacity=".4"/>`,
    ),
  )
export const bed = (x: number, y: number): Item =>
  item(
    x + 0.8,
    y + 0.8,
    shadow(x, y, 1.3, 2.3) +
      block(x, y, 0, 1.3, 2.3, 0.45) +
      block(x + 0.05, y + 0.05, 0.45, 1.2, 0.5, 0.15, PLASTIC) +
      block(x, y + 0.6, 0.45, 1.3, 1.7, 0.15, ['#7cc4ea', '#4f97bf', '#3a7799']),
  )
export const sink = (x: number, y: number, t: number, water = true): Item =>
  item(
    x + 0.5,
    y + 0.5,
    shadow(x, y, 1.3, 1) +
      block(x, y, 0, 1.3, 1, 1.1, PLASTIC) +
      flat(x + 0.15, y + 0.15, 1.11, 1, 0.7, BLUE) +
      route(
        [
          [x + 0.6, y, 1.1],
          [x + 0.6, y, 1.75],
          [x + 0.6, y + 0.45, 1.75],
        ],
        '#7da592',
        9,
      ) +
      (water
        ? route(
            [
              [x + 0.6, y + 0.45, 1.7],
              [x + 0.6, y + 0.45, 1.1],
            ],
            swing(t, 0.3) > 0.5 ? '#c9ebfa' : BLUE,
            6,
          )
        : ''),
  )
export const clock = (x: number, p: number): Item =>
  item(
    -1,
    -1,
    onLeftFace(
      [x, 0, 2.15],
      disc(0, 0, 32, PLYWOOD[0]) +
        disc(0, 0, 27, INK) +
        move(0, 0, line('M0 0V-21', NIGHT, 4), 1, 360 * p) +
        move(0, 0, line('M0 0V-13', RED, 5), 1, 30 * p + 60),
    ),
  )
export const phone = (point: Point, t: number): Item =>
  item(
    point[0] + 2,
    point[1] + 2,
    atPoint(
      point,
      box(-11, -20, 22, 38, NIGHT, 5, `stroke="${INK}" stroke-width="2"`) +
        box(-8, -15, 16, 27, swing(t, 0.6) > 0.5 ? GREEN : '#27a873', 2) +
        line('M-20 -24q-7 18 0 36M20 -24q7 18 0 36', MINT, 3),
      1,
      6 * Math.sin(t * 30),
    ),
  )
export const listBoard = (done: number, rows = 5): Item =>
  item(
    -0.9,
    -0.9,
    onLeftFace(
      [3.6, 0, 2.3],
      box(0, 0, 84, 100, PLYWOOD[0], 4, `stroke="${PLYWOOD[2]}" stroke-width="4"`) +
        Array.from({ length: rows }, (_, i) => {
          const y = 18 + i * (74 / (rows - 0.6))
          return (
            box(10, y - 8, 14, 14, INK, 3) +
            (done > i ? line(`M12 ${n(y - 1)}l4 5l8 -11`, '#1e8f5f', 4) : '') +
            line(`M34 ${n(y)}H72`, done > i ? '#7d5a30' : '#c9b48a', 4)
          )
        }).join(''),
    ),
  )
