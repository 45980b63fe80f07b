/**
 * Geometry of a picture behind a square crop area: moved, rotated and zoomed about its own center. Lengths are CSS
 * pixels of the crop area unless stated otherwise; angles are degrees clockwise.
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
  /** offset of the picture's center from the center of the crop area */
  readonly crop: Point
  readonly rotation: number
  /** zoom relative to the minimum that covers the crop area at this rotation */
  readonly level: number
}

export const LEVEL_MAX = 4
/** Side of the uploaded picture in pixels. */
export const SIDE_MAX = 1024
const SIDE_MIN = 128

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

function sinCos(degrees: number) {
  const angle = (degrees * Math.PI) / 180
  return { cos: Math.cos(angle), sin: Math.sin(angle) }
}

/** Half the side of the crop area's bounding box in the picture's own axes. */
function halfExtent(side: number, rotation: number): number {
  const { cos, sin } = sinCos(rotation)
  return (side / 2) * (Math.abs(cos) + Math.abs(sin))
}

/** The minimum zoom at which the rotated picture, of size `media` at zoom 1, covers the whole crop area. */
export const coverZoom = (media: Size, side: number, rotation: number): number =>
  (2 * halfExtent(side, rotation)) / Math.min(media.width, media.height)

/** The nearest placement at which the picture covers all corners of the crop area. */
export function clampPlacement({ crop, rotation, level }: Placement, media: Size, side: number): Placement {
  const clampedLevel = clamp(level, 1, LEVEL_MAX)
  if (side === 0) return { crop, rotation, level: clampedLevel }
  const zoom = clampedLevel * coverZoom(media, side, rotation)
  const { cos, sin } = sinCos(rotation)
  const room = (length: number) => Math.max(0, (length * zoom) / 2 - halfExtent(side, rotation))
  const along = clamp(crop.x * cos + crop.y * sin, -room(media.width), room(media.width))
  const across = clamp(-crop.x * sin + crop.y * cos, -room(media.height), room(media.height))
  return {
    level: clampedLevel,
    rotation,
    crop: { x: along * cos - across * sin, y: along * sin + across * cos },
  }
}

/** Side of the output in pixels: no finer than the original picture, which is `width` pixels wide. */
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

/** Adds 90° and stays within −180° to 180°. */
export const quarterTurn = (rotation: number): number => {
  const next = rotation + 90
  return next > 180 ? next - 360 : next
}
