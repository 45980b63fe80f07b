import { useMemo, useState } from 'react'
import {
  clampPlacement,
  coverZoom,
  LEVEL_MAX,
  type Placement,
  type Point,
  type Size,
} from './crop-geometry.ts'

const START: Placement = { crop: { x: 0, y: 0 }, rotation: 0, level: 1 }

/** State of the cropper: every move ends where the picture still covers the opening. */
export function useCrop() {
  const [wish, setWish] = useState(START)
  const [media, setMedia] = useState<Size>({ width: 1, height: 1 })
  const [side, setSide] = useState(0)
  const placement = useMemo(() => clampPlacement(wish, media, side), [wish, media, side])
  const least = coverZoom(media, side, placement.rotation) || 1
  const change = (part: Partial<Placement>) =>
    setWish(now => clampPlacement({ ...now, ...part }, media, side))

  return {
    crop: { placement, media, side },
    change,
    /** for the cropper, which counts zoom from the picture as it is shown */
    props: {
      crop: placement.crop,
      zoom: placement.level * least,
      minZoom: least,
      maxZoom: LEVEL_MAX * least,
      rotation: placement.rotation,
      onCropChange: (crop: Point) => change({ crop }),
      onZoomChange: (zoom: number) => change({ level: zoom / least }),
      setMediaSize: ({ width, height }: Size) =>
        setMedia(now => (now.width === width && now.height === height ? now : { width, height })),
      setCropSize: ({ width }: Size) => setSide(width),
    },
  }
}
