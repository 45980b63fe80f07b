/**
 * Where a picture lies under a square opening: moved, turned and zoomed about its own middle. Lengths are CSS pixels of
 * the opening unless named otherwise, angles are degrees clockwise.
 */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Placement {
  /** of the picture's middle from the opening's */
  readonly crop: Point
  readonly rotation: number
  /** 1: as small as the opening allows at this rotation */
  readonly level: number
}

export const LEVEL_MAX = 4
/** Pixels of the picture that is sent. */
export const SIDE_MAX = 1024
const SIDE_MIN = 128

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

function sinCos(degrees: number) {
  const angle = (degrees * Math.PI) / 180
  return { cos: Math.cos(angle), sin: Math.sin(angle) }
}

/** Half of the side of the upright square that holds the opening, in the picture's own axes. */
function halfExtent(side: number, rotation: number): number {
  const { cos, sin } = sinCos(rotation)
  return (side / 2) * (Math.abs(cos) + Math.abs(sin))
}

/** The least zoom at which the turned picture, `media` large at zoom 1, can cover the whole opening. */
export const coverZoom = (media: Size, side: number, rotation: number): number =>
  (2 * halfExtent(side, rotation)) / Math.min(media.width, media.height)

/** The nearest placement at which no corner of the opening looks past the picture. */
export function clampPlacement({ crop, rotation, level }: Placement, media: Size, side: number): Placement {
  const kept = clamp(level, 1, LEVEL_MAX)
  if (side === 0) return { crop, rotation, level: kept }
  const zoom = kept * coverZoom(media, side, rotation)
  const { cos, sin } = sinCos(rotation)
  const room = (length: number) => Math.max(0, (length * zoom) / 2 - halfExtent(side, rotation))
  const along = clamp(crop.x * cos + crop.y * sin, -room(media.width), room(media.width))
  const across = clamp(-crop.x * sin + crop.y * cos, -room(media.height), room(media.height))
  return {
    level: kept,
    rotation,
    crop: { x: along * cos - across * sin, y: along * sin + across * cos },
  }
}

/** Side in pixels of what is worth sending: no finer than the picture itself, of `width` real pixels. */
export function outputSide(placement: Placement, media: Size, side: number, width: number): number {
  const zoom = placement.level * coverZoom(media, side, placement.rotation)
  return Math.round(clamp((side / (media.width * zoom)) * width, SIDE_MIN, SIDE_MAX))
}

/** Canvas matrix that draws the picture, as `media` about the origin, into a square of `pixels`. */
export function drawMatrix(
  { crop, rotation, level }: Placement,
  media: Size,
  side: number,
  pixels: number,
): readonly [a: number, b: number, c: number, d: number, e: number, f: number] {
  const scale = pixels / side
  const zoom = scale * level * coverZoom(media, side, rotation)
  const { cos, sin } = sinCos(rotation)
  return [
    zoom * cos,
    zoom * sin,
    -zoom * sin,
    zoom * cos,
    pixels / 2 + scale * crop.x,
    pixels / 2 + scale * crop.y,
  ]
}

/** A rotation within −180 to 180, a quarter further. */
export const quarterTurn = (rotation: number): number => {
  const next = rotation + 90
  return next > 180 ? next - 360 : next
}
