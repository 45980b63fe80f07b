/**
 * Drawing primitives of the course videos, as SVG on a canvas of 960 × 540. The pictures contain no words, so one video serves
 * both languages. `t` is a time in seconds.
 */
export const WIDTH = 960
export const HEIGHT = 540
/** Where the subject of a scene stands: above the captions. */
export const CENTER_X = 480
export const CENTER_Y = 262

export const SHEET = '#0f1e1a'
export const INK = '#eef5f0'
export const SOFT = '#6f8f84'
export const FAINT = '#1d342d'
export const GREEN = '#3ddc97'
export const AMBER = '#ffb53d'
export const RED = '#ff6257'
export const BEAM = '#ff3b6b'
export const BLUE = '#6ec6ff'

const n = (value: number): string => String(Math.round(value * 100) / 100)

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

export const line = (d: string, color = INK, width = 6, fill = 'none'): string =>
  `<path d="${d}" fill="${fill}" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`
export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
export const circle = (x: number, y: number, r: number, color = INK, width = 6, fill = 'none'): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${fill}" stroke="${color}" stroke-width="${n(width)}"/>`
export const dot = (x: number, y: number, r: number, fill = INK): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${fill}"/>`
export const box = (
  x: number,
  y: number,
  w: number,
  h: number,
  color = INK,
  fill = 'none',
  r = 10,
  width = 6,
): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" rx="${n(r)}" fill="${fill}" stroke="${color}" stroke-width="${width}"/>`
/** Text that is the same in every language: numbers, chemical symbols. */
export const sign = (x: number, y: number, text: string, size: number, fill = INK): string =>
  `<text x="${n(x)}" y="${n(y)}" font-family="DejaVu Sans" font-weight="bold" font-size="${n(size)}" text-anchor="middle" fill="${fill}">${text}</text>`

export interface Place {
  readonly scale?: number
  readonly turn?: number
  readonly opacity?: number
}
export const at = (
  x: number,
  y: number,
  what: string,
  { scale = 1, turn = 0, opacity = 1 }: Place = {},
): string =>
  opacity <= 0
    ? ''
    : `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(scale)})"${opacity < 1 ? ` opacity="${n(opacity)}"` : ''}>${what}</g>`

export type Point = readonly [x: number, y: number]

/** A line that is being cut: drawn up to the fraction `p` of its length, with a spark at its end until `p` is 1. */
export function cut(points: readonly Point[], p: number, color = INK, width = 6): string {
  const parts = points.slice(1).map((to, i) => {
    const from = points[i] ?? to
    return { from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) }
  })
  let left = p * parts.reduce((sum, { length }) => sum + length, 0)
  const first = points[0] ?? [0, 0]
  let d = `M${n(first[0])} ${n(first[1])}`
  let tip: Point = first
  for (const { from, to, length } of parts) {
    if (left <= 0) break
    const share = Math.min(1, left / length)
    tip = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    d += `L${n(tip[0])} ${n(tip[1])}`
    left -= length
  }
  const spark = p > 0 && p < 1 ? dot(tip[0], tip[1], 9, `${BEAM}88`) + dot(tip[0], tip[1], 4, '#fff') : ''
  return p <= 0 ? '' : line(d, color, width) + spark
}

/** Background: the grid of a machine bed. */
export const ground = (): string => {
  const lines = []
  for (let x = 60; x < WIDTH; x += 60) lines.push(`M${x} 0V${HEIGHT}`)
  for (let y = 30; y < HEIGHT; y += 60) lines.push(`M0 ${y}H${WIDTH}`)
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${SHEET}"/><path d="${lines.join('')}" stroke="${FAINT}" stroke-width="1.5"/>`
}

/** A picture that is shown for some seconds, with its captions in both languages. `draw` gets the seconds since its start. */
export interface Scene {
  readonly seconds: number
  readonly en: string
  readonly zh: string
  draw(t: number): string
}

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

export const scene = (seconds: number, en: string, zh: string, draw: (t: number) => string): Scene => ({
  seconds,
  en,
  zh,
  draw,
})
