import { drawMatrix, type Placement, type Size } from './crop-geometry.ts'

export interface Crop {
  readonly placement: Placement
  /** size of the picture in the crop area at zoom 1 */
  readonly media: Size
  /** side of the crop area */
  readonly side: number
}

/** Draws the content of the crop area into a square canvas. */
export function drawCrop(target: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const context = target.getContext('2d')
  if (!context || crop.side === 0) return
  const { width, height } = crop.media
  context.reset()
  context.imageSmoothingQuality = 'high'
  context.setTransform(...drawMatrix(crop.placement, crop.media, crop.side, target.width))
  context.drawImage(picture, -width / 2, -height / 2, width, height)
}
