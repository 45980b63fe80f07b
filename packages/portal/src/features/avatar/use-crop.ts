import { useMemo, useState } from 'react'
import {
  clampPlacement,
  coverZoom,
  LEVEL_MAX,
  type Placement,
  type Point,
  type Size,
} from './crop-geometry.ts'

/** Differences below it come from rounding. */
const ROUNDING_PX = 0.01

const INITIAL_PLACEMENT: Placement = { crop: { x: 0, y: 0 }, rotation: 0, level: 1 }

/** State of the cropper. Every placement is clamped so that the picture covers the crop area. */
export function useCrop() {
  const [requested, setRequested] = useState(INITIAL_PLACEMENT)
  const [media, setMedia] = useState<Size>({ width: 1, height: 1 })
  const [side, setSide] = useState(0)
  const placement = useMemo(() => clampPlacement(requested, media, side), [requested, media, side])
  const minZoom = coverZoom(media, side, placement.rotation) || 1
  const change = (part: Partial<Placement>) =>
    setRequested(now => clampPlacement({ ...now, ...part }, media, side))
  const moved = (by: Point): Point => {
    const crop = { x: placement.crop.x + by.x, y: placement.crop.y + by.y }
    return clampPlacement({ ...placement, crop }, media, side).crop
  }

  return {
    crop: { placement, media, side },
    change,
    move: (by: Point) => change({ crop: moved(by) }),
    /** the picture still covers the crop area when it moves that way */
    canMove: (by: Point) =>
      Math.hypot(moved(by).x - placement.crop.x, moved(by).y - placement.crop.y) > ROUNDING_PX,
    /** props of `Cropper`, whose zoom is relative to the displayed picture */
    props: {
      crop: placement.crop,
      zoom: placement.level * minZoom,
      minZoom,
      maxZoom: LEVEL_MAX * minZoom,
      rotation: placement.rotation,
      onCropChange: (crop: Point) => change({ crop }),
      onZoomChange: (zoom: number) => change({ level: zoom / minZoom }),
      setMediaSize: ({ width, height }: Size) =>
        setMedia(now => (now.width === width && now.height === height ? now : { width, height })),
      setCropSize: ({ width }: Size) => setSide(width),
    },
  }
}
