import * as m from '@kerf/locales/messages'
import { useEffect, useRef } from 'react'
import { type Crop, drawCrop } from './draw-crop.ts'
import type { Picture } from './open-picture.ts'
import styles from './previews.module.css'

/** CSS pixels, as on the profile, beside a message, and in a list. */
const SIZES = [96, 48, 28] as const

/** Previews of the crop at the sizes at which others see it. */
export function Previews({ picture, crop }: { picture: Picture; crop: Crop }) {
  return (
    <figure className={styles.previews}>
      <div className={styles.row} aria-hidden="true">
        {SIZES.map(size => (
          <Preview key={size} size={size} picture={picture} crop={crop} />
        ))}
      </div>
      <figcaption>{m.avatar_preview()}</figcaption>
    </figure>
  )
}

function Preview({ size, picture, crop }: { size: number; picture: Picture; crop: Crop }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pixels = Math.round(size * Math.min(3, globalThis.devicePixelRatio || 1))
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture.canvas, crop)
  }, [picture, crop])
  return <canvas ref={canvas} width={pixels} height={pixels} data-size={size} />
}
