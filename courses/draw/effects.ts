/** What happens in the workshop: light, fire, smoke, and the marks and insets in front of it. */
import {
  AMBER,
  atPoint,
  BEAM,
  box,
  disc,
  GREEN,
  group,
  INK,
  type Item,
  item,
  lap,
  line,
  MINT,
  move,
  NIGHT,
  n,
  type Point,
  project,
  RED,
  route,
  SMOKE,
  shape,
  sign,
  swing,
  AMBER as WARM,
} from './stage.ts'

export const beam = (from: Point, to: Point, color = BEAM): string =>
  `<g opacity=".35">${route([from, to], color, 12)}</g>${route([from, to], color, 4)}${route([from, to], '#fff', 1.5)}`
/** Sparks on the screen. */
export const sparks = (t: number, reach = 44, color = AMBER, count = 10): string =>
  Array.from({ length: count }, (_, i) => {
    const p = lap(t, 0.7, i / count)
    const angle = i * 2.4
    const x = Math.cos(angle) * reach * p
    const y = -Math.abs(Math.sin(angle)) * reach * p * 1.1 + 30 * p * p
    return line(`M${n(x)} ${n(y)}l${n(Math.cos(angle) * 6)} ${n(4 * p - 3)}`, color, 3.5 * (1 - p) + 0.8)
  }).join('') +
  disc(0, 0, 9 + 4 * swing(t, 0.2), color, 0.5) +
  disc(0, 0, 4, '#fff')
const flameShape = (t: number): string => {
  const w = 6 * Math.sin(t * 9)
  return (
    shape(
      `M0 6C-34 6 -36 -26 -18 -44C-18 -30 -8 -30 -8 -40C-8 -62 ${n(6 + w)} -72 ${n(10 + w)} -92C18 -66 36 -44 32 -18C28 0 16 6 0 6Z`,
      '#f2653a',
    ) +
    shape(
      `M0 4C-22 4 -22 -18 -8 -34C-4 -24 ${n(4 + w / 2)} -34 ${n(5 + w / 2)} -54C16 -36 24 -22 18 -8C14 2 8 4 0 4Z`,
      WARM,
    ) +
    shape('M0 2C-10 2 -10 -10 -2 -18C4 -12 10 -10 8 -4C6 1 4 2 0 2Z', '#fff2c4')
  )
}
export const flame = (point: Point, t: number, scale = 1): Item =>
  item(
    point[0] + 0.6,
    point[1] + 0.6,
    scale <= 0.02
      ? ''
      : atPoint(
          point,
          disc(0, -30, 78, '#ff7a2e', 0.18) +
            flameShape(t) +
            move(-22, 4, flameShape(t + 0.4), 0.55) +
            move(24, 5, flameShape(t + 0.9), 0.5),
          scale,
        ),
  )
/** Puffs that rise from one point to another. */
export const smoke = (from: Point, to: Point, t: number, color = SMOKE, count = 7, size = 1): Item => {
  const [x1, y1] = project(from)
  const [x2, y2] = project(to)
  return item(
    Math.max(from[0], to[0]) + 1,
    Math.max(from[1], to[1]) + 1,
    Array.from({ length: count }, (_, i) => {
      const p = lap(t, 3.2, i / count)
      return disc(
        x1 + (x2 - x1) * p + Math.sin(p * 6 + i) * 9 * p,
        y1 + (y2 - y1) * p,
        (7 + 20 * p) * size,
        color,
        0.62 * Math.sin(Math.PI * Math.min(1, p * 0.94 + 0.06)),
      )
    }).join(''),
  )
}
/** Small arrows along a way: air or water that flows. */
export const flow = (points: readonly Point[], t: number, color = MINT): string => {
  const [from, to] = [points[0] as Point, points.at(-1) as Point]
  const [x1, y1] = project(from)
  const [x2, y2] = project(to)
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  return Array.from({ length: 4 }, (_, i) => {
    const p = lap(t, 1.6, i / 4)
    return group(
      line('M-9 -8L3 0L-9 8', color, 4),
      `translate(${n(x1 + (x2 - x1) * p)} ${n(y1 + (y2 - y1) * p)}) rotate(${n(turn)})`,
      Math.sin(p * Math.PI),
    )
  }).join('')
}
export const flowItem = (from: Point, to: Point, t: number, color = MINT): Item =>
  item(9, 9, flow([from, to], t, color))

/** A tick or a cross that appears on the screen. */
export function mark(x: number, y: number, right: boolean, p = 1): string {
  if (p <= 0) return ''
  const drawn = right
    ? line('M-15 1L-4 12L16 -11', NIGHT, 8)
    : line('M-12 -12L12 12M12 -12L-12 12', '#fff', 8)
  return group(
    disc(0, 0, 34, right ? GREEN : RED) +
      `<circle r="34" fill="none" stroke="${NIGHT}" stroke-width="4"/>` +
      drawn,
    `translate(${x} ${y}) scale(${n(130 - 30 * p)}e-2)`,
    p,
  )
}
export const warning = (x: number, y: number, text = '!', scale = 1): string =>
  move(
    x,
    y,
    line('M0 -40L42 32H-42Z', NIGHT, 12, AMBER) +
      shape('M0 -40L42 32H-42Z', AMBER) +
      sign(0, 24, text, text.length > 1 ? 26 : 48, NIGHT),
    scale,
  )
/** A close-up of a point of the room, beside it. */
export function inset(
  x: number,
  y: number,
  r: number,
  from: Point,
  content: string,
  ground = '#123f2e',
  view: { look?: Point; scale?: number } = {},
): string {
  const [px, py] =
    view.look && view.scale
      ? (() => {
          const [lx, ly] = project(view.look)
          const [fx, fy] = project(from)
          return [480 + (fx - lx) * view.scale, 270 + (fy - ly) * view.scale]
        })()
      : project(from)
  const id = `c${Math.round(x)}-${Math.round(y)}`
  const a = Math.atan2(py - y, px - x)
  return (
    line(
      `M${n(x + Math.cos(a + 0.35) * r)} ${n(y + Math.sin(a + 0.35) * r)}L${n(px)} ${n(py)}L${n(x + Math.cos(a - 0.35) * r)} ${n(y + Math.sin(a - 0.35) * r)}`,
      MINT,
      2,
    ) +
    disc(px, py, 5, MINT) +
    `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#${id})">${disc(x, y, r, ground)}${move(x, y, content)}</g>` +
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${PLY_RING}" stroke-width="9"/><circle cx="${x}" cy="${y}" r="${r - 5}" fill="none" stroke="#7d5a30" stroke-width="1.5"/>`
  )
}
const PLY_RING = '#ecdcb9'
export const bubbleText = (x: number, y: number, text: string, color = INK): string =>
  box(x - 70, y - 30, 140, 52, '#ecdcb9', 12, 'stroke="#9c7544" stroke-width="4"') +
  sign(x, y + 8, text, 30, color === INK ? '#3a2a12' : color)
