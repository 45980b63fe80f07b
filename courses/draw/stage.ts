/**
 * The isometric workshop in which every lesson plays, as SVG on a canvas of 960 × 540 in the palette of the login's picture. The
 * pictures contain no words, so one video serves both languages. Floor coordinates: `x` to the right and down, `y` to the left and
 * down, `z` up; one unit is about 60 cm. `t` is a time in seconds.
 */
export const WIDTH = 960
export const HEIGHT = 540
const UNIT = 58
const ORIGIN_X = 480
const ORIGIN_Y = 148
const ROOM = 6.7
const WALL = 2.55

export const NIGHT = '#0a2a1f'
export const MINT = '#bff0d6'
export const GREEN = '#3ddc97'
export const AMBER = '#ffb53d'
export const RED = '#f2554a'
export const BEAM = '#ff7a59'
export const BLUE = '#7cc4ea'
export const SMOKE = '#b9c8c0'
export const INK = '#f3f7f2'

export type Point = readonly [x: number, y: number, z: number]
/** Something in the room: what is nearer to the viewer is drawn later. */
export interface Item {
  readonly depth: number
  readonly svg: string
}
export const item = (x: number, y: number, svg: string): Item => ({ depth: x + y, svg })

export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** 0 before `from`, 1 after `to`, a smooth step in between. */
export function ramp(t: number, from: number, to: number): number {
  const p = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return p * p * (3 - 2 * p)
}
/** Oscillates between 0 and 1. */
export const swing = (t: number, period: number, phase = 0): number =>
  0.5 - 0.5 * Math.cos((2 * Math.PI * t) / period + phase)
/** Repeatedly rises from 0 to 1. */
export const lap = (t: number, period: number, phase = 0): number => (t / period + phase) % 1

export const project = ([x, y, z]: Point): readonly [number, number] => [
  ORIGIN_X + (x - y) * UNIT * 0.866,
  ORIGIN_Y + (x + y) * UNIT * 0.5 - z * UNIT,
]
export const path = (points: readonly Point[]): string =>
  `M${points.map(point => project(point).map(n).join(' ')).join('L')}`
export const face = (points: readonly Point[], fill: string, more = ''): string =>
  `<path d="${path(points)}Z" fill="${fill}" ${more}/>`
export const line = (d: string, color: string, width = 4, fill = 'none'): string =>
  `<path d="${d}" fill="${fill}" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`
export const route = (points: readonly Point[], color: string, width = 4): string =>
  line(path(points), color, width)
export const shape = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity.toFixed(2)}"` : ''}/>`
export const disc = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${fill}"${opacity < 1 ? ` opacity="${Math.max(0, opacity).toFixed(2)}"` : ''}/>`
export const box = (x: number, y: number, w: number, h: number, fill: string, r = 4, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" rx="${r}" fill="${fill}" ${more}/>`
/** Text that is the same in every language: numbers, chemical symbols. */
export const sign = (x: number, y: number, text: string, size: number, fill: string): string =>
  `<text x="${n(x)}" y="${n(y)}" font-family="DejaVu Sans" font-weight="bold" font-size="${n(size)}" text-anchor="middle" fill="${fill}">${text}</text>`
export const group = (svg: string, transform: string, opacity = 1): string =>
  opacity <= 0
    ? ''
    : `<g transform="${transform}"${opacity < 1 ? ` opacity="${opacity.toFixed(2)}"` : ''}>${svg}</g>`
export const move = (x: number, y: number, svg: string, scale = 1, turn = 0): string =>
  group(svg, `translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(scale * 100)}e-2)`)
/** On the screen, at a point of the room. */
export const atPoint = (point: Point, svg: string, scale = 1, turn = 0): string => {
  const [x, y] = project(point)
  return move(x, y, svg, scale, turn)
}
/** On a face that looks to the lower left: the right wall, the left side of a block. Pixels from `point`. */
export const onLeftFace = (point: Point, svg: string): string =>
  group(svg, `matrix(.866 .5 0 1 ${project(point).map(n).join(' ')})`)
/** On a face that looks to the lower right: the left wall, the right side of a block. */
export const onRightFace = (point: Point, svg: string): string =>
  group(svg, `matrix(.866 -.5 0 1 ${project(point).map(n).join(' ')})`)
/** On the floor or the top of a block. */
export const onTop = (point: Point, svg: string): string =>
  group(svg, `matrix(.866 .5 -.866 .5 ${project(point).map(n).join(' ')})`)

/** Colors of the three visible faces: top, left, right. */
export type Paint = readonly [top: string, left: string, right: string]
export const PLYWOOD: Paint = ['#ecdcb9', '#c49c62', '#9c7544']
export const METAL: Paint = ['#e3efe7', '#a9c9b8', '#7da592']
export const STEEL: Paint = ['#4a6b5d', '#2d4d41', '#1e382f']

export const block = (
  x: number,
  y: number,
  z: number,
  w: number,
  d: number,
  h: number,
  paint: Paint = PLYWOOD,
): string =>
  face(
    [
      [x, y + d, z],
      [x + w, y + d, z],
      [x + w, y + d, z + h],
      [x, y + d, z + h],
    ],
    paint[1],
  ) +
  face(
    [
      [x + w, y, z],
      [x + w, y + d, z],
      [x + w, y + d, z + h],
      [x + w, y, z + h],
    ],
    paint[2],
  ) +
  face(
    [
      [x, y, z + h],
      [x + w, y, z + h],
      [x + w, y + d, z + h],
      [x, y + d, z + h],
    ],
    paint[0],
  )
export const flat = (
  x: number,
  y: number,
  z: number,
  w: number,
  d: number,
  fill: string,
  more = '',
): string =>
  face(
    [
      [x, y, z],
      [x + w, y, z],
      [x + w, y + d, z],
      [x, y + d, z],
    ],
    fill,
    more,
  )
export const shadow = (x: number, y: number, w: number, d: number): string =>
  flat(x - 0.1, y - 0.1, 0, w + 0.35, d + 0.35, '#06231a', 'opacity=".45"')

function emptyRoom(): string {
  const grid = Array.from({ length: 14 }, (_, i) => i * 0.5)
    .map(
      at =>
        path([
          [at, 0, 0],
          [at, ROOM, 0],
        ]) +
        path([
          [0, at, 0],
          [ROOM, at, 0],
        ]),
    )
    .join('')
  const planks = [0.85, 1.7]
    .map(z =>
      path([
        [0, ROOM, z],
        [0, 0, z],
        [ROOM, 0, z],
      ]),
    )
    .join('')
  return (
    box(0, 0, WIDTH, HEIGHT, '#0c3324', 0) +
    face(
      [
        [0, 0, 0],
        [ROOM, 0, 0],
        [ROOM, ROOM, 0],
        [0, ROOM, 0],
      ],
      '#1d5a43',
    ) +
    face(
      [
        [0, 0, 0],
        [ROOM, 0, 0],
        [ROOM, 0, WALL],
        [0, 0, WALL],
      ],
      '#17503a',
    ) +
    face(
      [
        [0, 0, 0],
        [0, ROOM, 0],
        [0, ROOM, WALL],
        [0, 0, WALL],
      ],
      '#124230',
    ) +
    `<path d="${grid}" stroke="#7fd9ae" stroke-opacity=".15" stroke-width="1.2" fill="none"/>` +
    `<path d="${planks}" stroke="#0c3324" stroke-opacity=".6" stroke-width="1.5" fill="none"/>` +
    route(
      [
        [0, ROOM, WALL],
        [0, 0, WALL],
        [ROOM, 0, WALL],
      ],
      PLYWOOD[1],
      5,
    ) +
    route(
      [
        [0, ROOM, 0],
        [0, 0, 0],
        [ROOM, 0, 0],
      ],
      PLYWOOD[2],
      4,
    )
  )
}
export const EMPTY_ROOM = emptyRoom()

/** The part of the room that a scene shows. */
export interface View {
  readonly look?: Point
  readonly scale?: number
  /** in front of everything, on the screen: insets, marks */
  readonly front?: string
}
/** Items of a scene in the workshop, sorted by their distance. */
export function workshop(
  items: readonly (Item | undefined | false)[],
  { look, scale = 1, front = '' }: View = {},
): string {
  const sorted = items.filter(one => one !== undefined && one !== false).toSorted((a, b) => a.depth - b.depth)
  const room = EMPTY_ROOM + sorted.map(({ svg }) => svg).join('')
  const [x, y] = look ? project(look) : [WIDTH / 2, HEIGHT / 2]
  const camera =
    look || scale !== 1
      ? group(room, `translate(${WIDTH / 2} ${HEIGHT / 2}) scale(${scale}) translate(${n(-x)} ${n(-y)})`)
      : room
  return box(0, 0, WIDTH, HEIGHT, '#0c3324', 0) + camera + front
}

/** A picture that is shown for some seconds, with its captions in both languages. `draw` gets the seconds since its start. */
export interface Scene {
  readonly seconds: number
  readonly en: string
  readonly zh: string
  draw(t: number): string
}
export type Drawing = (t: number) => string

export interface DrawnLesson {
  readonly id: string
  readonly title: { readonly en: string; readonly zh: string }
  readonly about: { readonly en: string; readonly zh: string }
  /** time of the frame that is the poster, in seconds */
  readonly poster: number
  readonly scenes: readonly Scene[]
}

export interface DrawnCourse {
  readonly id: string
  readonly version: string
  readonly title: { readonly en: string; readonly zh: string }
  readonly about: { readonly en: string; readonly zh: string }
  readonly lessons: readonly DrawnLesson[]
}

/** Joins the drawings of a lesson with the length and the captions of each. */
export function scenesOf(
  drawings: readonly Drawing[],
  captions: readonly (readonly [seconds: number, en: string, zh: string])[],
): Scene[] {
  if (drawings.length !== captions.length)
    throw new Error(`${drawings.length} drawings, ${captions.length} captions`)
  return captions.map(([seconds, en, zh], i) => ({ seconds, en, zh, draw: drawings[i] as Drawing }))
}

const FADE_SECONDS = 0.4

/** SVG of the frame at `t` seconds. A scene appears over the end of the previous one, so no frame is blank. */
export function frameAt(lesson: DrawnLesson, t: number): string {
  let start = 0
  let index = 0
  for (const [i, { seconds }] of lesson.scenes.entries()) {
    index = i
    if (t < start + seconds || i === lesson.scenes.length - 1) break
    start += seconds
  }
  const elapsed = t - start
  const previous = lesson.scenes[index - 1]
  const current = lesson.scenes[index]?.draw(elapsed) ?? ''
  const picture =
    previous && elapsed < FADE_SECONDS
      ? previous.draw(previous.seconds) +
        `<g opacity="${ramp(elapsed, 0, FADE_SECONDS).toFixed(2)}">${current}</g>`
      : current
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${picture}</svg>`
}
