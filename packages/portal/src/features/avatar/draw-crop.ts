import { drawMatrix, type Placement, type Size } from './crop-geometry.ts'

export interface Crop {
  readonly placement: Placement
  /** the picture as the opening shows it at zoom 1 */
  readonly media: Size
  /** of the opening */
  readonly side: number
}

/** Fills a square canvas with what the opening shows. */
export function drawCrop(target: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const context = target.getContext('2d')
  if (!context || crop.side === 0) return
  const { width, height } = crop.media
  context.reset()
  context.imageSmoothingQuality = 'high'
  context.setTransform(...drawMatrix(crop.placement, crop.media, crop.side, target.width))
  context.drawImage(picture, -width / 2, -height / 2, width, height)
}
